"""Something that is tried until it succeeds, with longer pauses after each failure."""

import asyncio
from collections.abc import Awaitable, Callable


class Recovery:
    def __init__(self, pauses: tuple[float, float], wait: Callable[[], Awaitable[None]]) -> None:
        """`pauses` are the first and the longest one, in seconds. Before each attempt, `wait` waits until it has a chance."""
        self._first, self._longest = pauses
        self._wait = wait
        self._task: asyncio.Task[None] | None = None
        self.failures = 0

    @property
    def is_running(self) -> bool:
        return self._task is not None

    def begin(self, attempt: Callable[[], Awaitable[bool]], name: str) -> None:
        """Unless it is running already. `attempt` says whether it has succeeded, or no later attempt can."""
        self.failures += 1
        if self._task is None:
            self._task = asyncio.create_task(self._run(attempt), name=name)

    async def _run(self, attempt: Callable[[], Awaitable[bool]]) -> None:
        while self._task is not None:
            await asyncio.sleep(min(self._longest, self._first * 2 ** min(self.failures - 1, 30)))
            await self._wait()
            if await attempt():
                self._task = None
            else:
                self.failures += 1

    def close(self) -> None:
        if self._task is not None and self._task is not asyncio.current_task():
            self._task.cancel()
