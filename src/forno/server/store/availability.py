"""Whether the database works. After a failure it is tried again and again, with growing pauses."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from forno.server.store.errors import reason

log = logging.getLogger(__name__)

_CALM = 10.0  # seconds without a failure after which the pauses are short again


class Availability:
    def __init__(self, attempt: Callable[[], Awaitable[None]], retry: tuple[float, float]) -> None:
        """`attempt` uses the database as the server does, and raises an error if that fails. `retry` is the first and the longest pause."""
        self._attempt = attempt
        self._first, self._longest = retry
        self._works = asyncio.Event()
        self._works.set()
        self._since = time.monotonic()  # of the last change
        self._failures = 0
        self.outages = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def works(self) -> bool:
        return self._works.is_set()

    async def wait(self) -> None:
        """Until the database works."""
        await self._works.wait()

    def failed(self, error: BaseException) -> None:
        """Note that the database fails. An outage is logged once, not for each table and attempt."""
        if not self.works:
            return
        if time.monotonic() - self._since > _CALM:
            self._failures = 0
        self._works.clear()
        self.outages += 1
        self._since = time.monotonic()
        log.error("the database fails; tables wait for it", extra={"error": reason(error)})
        self._task = asyncio.create_task(self._retry(), name="database retries")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _retry(self) -> None:
        while not self.works:
            await asyncio.sleep(min(self._longest, self._first * 2 ** min(self._failures, 30)))
            self._failures += 1
            try:
                await self._attempt()
            except Exception as error:  # noqa: BLE001  drivers raise errors of many kinds
                log.debug("the database still fails", extra={"error": reason(error)})
            else:
                log.warning("the database works again", extra={"after": round(time.monotonic() - self._since, 1)})
                self._since = time.monotonic()
                self._works.set()
