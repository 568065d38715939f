"""A process among the others: it renews its lease, and notices when it could not."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable

from forno.server.store import Leases, Unavailable
from forno.server.store.leases import Process

log = logging.getLogger(__name__)

LASTING = 2.5  # seconds that a lease lasts
INTERVAL = 0.4  # seconds between renewals
# After an outage of the database everybody's lease has expired. Whoever renews its own first leaves the others time to do the same.
_STEADY = 1.5


class Membership:
    def __init__(
        self,
        leases: Leases,
        describe: Callable[[], Process],
        lapsed: Callable[[], Awaitable[None]],
        replaced: Callable[[], Awaitable[None]],
        renewed: Callable[[], Awaitable[None]],
    ) -> None:
        """`describe` says what others should know of this process. The others are called when the lease could not be renewed in
        time, when this process has begun anew because others had removed it, and after each renewal.
        """
        self._leases = leases
        self._describe = describe
        self._lapsed = lapsed
        self._replaced = replaced
        self._renewed = renewed
        self._steady_since = self._last = 0.0
        self._has_lapsed = False
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Raises Unavailable."""
        await self._register()
        self._task = asyncio.create_task(self._renew_regularly(), name="lease")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _register(self) -> None:
        began = time.monotonic()
        await self._leases.register(LASTING)
        self._extend(began)
        self._steady_since = began

    def _extend(self, began: float) -> None:
        self._leases.held_until = began + LASTING
        self._last, self._has_lapsed = began, False

    async def _renew_regularly(self) -> None:
        while True:
            try:
                await self.renew()
            except Unavailable:
                pass  # the next time will do
            except Exception:
                log.exception("renewing the lease failed")
            await asyncio.sleep(INTERVAL)

    async def renew(self) -> None:
        """Raises Unavailable."""
        began = time.monotonic()
        if not self._leases.is_held and not self._has_lapsed:
            self._has_lapsed = True
            log.warning("the lease of this process has expired", extra={"id": self._leases.process})
            await self._lapsed()
        if began - self._last > _STEADY:
            self._steady_since = began
        may_remove = began - self._steady_since >= _STEADY
        if await self._leases.renew(LASTING, self._describe(), may_remove=may_remove):
            self._extend(began)
        else:
            log.warning("other processes have taken over", extra={"id": self._leases.process})
            await self._register()
            await self._replaced()
        await self._renewed()
