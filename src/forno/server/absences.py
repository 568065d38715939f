"""Who is not connected to a table, and since when."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable

RETURNING = 5.0  # seconds that people have to follow a table to another process


class Absences:
    """After an absence that is longer than the grace, the others can let a bot play."""

    def __init__(self, grace: float, tell: Callable[[], Awaitable[None]]) -> None:
        """`tell` is called when others are expected than before."""
        self._grace = grace
        self._tell = tell
        self._start = time.monotonic()  # for people who have not come since the table was loaded
        self._since: dict[str, float] = {}
        self._expected: dict[str, float] = {}  # until when
        self._task: asyncio.Task[None] | None = None

    def begin(self, guest: str) -> None:
        self._since[guest] = time.monotonic()

    def end(self, guest: str) -> None:
        """Somebody is connected."""
        self._expected.pop(guest, None)

    def grace(self, guest: str | None) -> float:
        """The seconds that are left to somebody who is not connected."""
        since = self._since.get(guest or "", self._start)
        return max(0.0, round(since + self._grace - time.monotonic(), 1))

    # Because a process ends

    def expect(self, guests: Iterable[str]) -> None:
        """These people will connect again at once. Until then they count as connected, for a few seconds."""
        for guest in guests:
            self.begin(guest)
            self._expected[guest] = self._since[guest] + RETURNING
        if self._expected:
            self.close()
            self._task = asyncio.create_task(self._tell_twice(), name="people who are expected")

    @property
    def expected(self) -> set[str]:
        now = time.monotonic()
        return {guest for guest, until in self._expected.items() if now < until}

    async def _tell_twice(self) -> None:
        await self._tell()
        await asyncio.sleep(RETURNING + 0.1)
        await self._tell()

    def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
