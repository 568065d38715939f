"""What happens next at a table: a bot thinks, a clock runs, or a position is shown later. It is one thing at a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable


class Turn:
    def __init__(self, name: str, failed: Callable[[Exception], Awaitable[None]]) -> None:
        """`failed` is called if the work raises an error: a table must not get stuck."""
        self._name = name
        self._failed = failed
        self._task: asyncio.Task[None] | None = None

    @property
    def is_set(self) -> bool:
        return self._task is not None

    @property
    def is_current(self) -> bool:
        """Whether the running task is this turn, which was not cancelled or replaced while it waited."""
        return self._task is asyncio.current_task()

    def start(self, work: Callable[[], Awaitable[None]]) -> None:
        self._task = asyncio.create_task(self._run(work), name=self._name)

    def cancel(self) -> None:
        """Unless it is the turn itself that calls this."""
        if self._task is not None and not self.is_current:
            self._task.cancel()
        self._task = None

    async def _run(self, work: Callable[[], Awaitable[None]]) -> None:
        try:
            await work()
        except Exception as error:  # noqa: BLE001  whatever it is
            await self._failed(error)


async def sleep_until(moment: float) -> None:
    """By the monotonic clock."""
    await asyncio.sleep(max(0.0, moment - time.monotonic()))
