"""An event loop whose time passes without waiting."""

import asyncio
import selectors
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock


class Clock:
    """Time passes when everybody waits."""

    def __init__(self) -> None:
        self.now = 1000.0


class Loop(asyncio.SelectorEventLoop):
    def __init__(self, clock: Clock) -> None:
        super().__init__(_Selector(clock))
        self.clock = clock

    def time(self) -> float:
        return self.clock.now


class _Selector(selectors.SelectSelector):
    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def select(self, timeout: float | None = None) -> Any:
        assert timeout is not None, "everybody waits for ever"
        self._clock.now += timeout
        return super().select(0)


@contextmanager
def fake_time() -> Iterator[Loop]:
    """A loop whose time passes without waiting. Only people's own thinking takes time."""
    clock = Clock()
    loop = Loop(clock)
    with mock.patch("time.monotonic", loop.time), mock.patch("time.time", loop.time):
        try:
            yield loop
        finally:
            loop.close()
