"""Measures contenders in turns, in several short rounds. The median of the rounds evens out other load on the machine."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from statistics import median

ROUNDS = 5

Play = Callable[[int], tuple[int, float]]
"""Plays a number of games, or other units of the contender's choice, and returns the decisions and their CPU seconds."""


class NotInstalled(Exception):
    """A library that is not there. The message says how to install it."""


@dataclass(frozen=True)
class Contender:
    who: str
    game: str
    interface: str
    prepare: Callable[[], Play]  # raises NotInstalled

    @property
    def title(self) -> str:
        return f"{self.who}, {self.game}, {self.interface}"


@dataclass(frozen=True)
class Result:
    contender: Contender
    speeds: tuple[float, ...]  # decisions a second, by round

    @property
    def speed(self) -> float:
        return median(self.speeds)

    def times(self, other: "Result") -> float:
        """How many times as fast as another. Compares round by round, so that a busy moment affects both."""
        return median(ours / theirs for ours, theirs in zip(self.speeds, other.speeds, strict=True))


def timed(play: Callable[[int], int]) -> Play:
    """Measure CPU time, which depends less on other load than wall-clock time."""

    def timed_play(games: int) -> tuple[int, float]:
        start = time.process_time()
        decisions = play(games)
        return decisions, max(time.process_time() - start, 1e-9)

    return timed_play


def measure(
    contenders: Sequence[Contender], seconds: float, on_progress: Callable[[str], None]
) -> tuple[list[Result], list[tuple[Contender, str]]]:
    """The results of the installed contenders, each measured for about `seconds`, and why the others are missing."""
    round_seconds = seconds / ROUNDS
    missing: list[tuple[Contender, str]] = []
    ready: list[tuple[Contender, Play, int]] = []
    with one_core():
        for contender in contenders:
            on_progress(f"warming up: {contender.title}")
            try:
                play = contender.prepare()
            except NotInstalled as reason:
                missing.append((contender, str(reason)))
            else:
                ready.append((contender, play, _games_that_take(play, round_seconds)))
        speeds: list[list[float]] = [[] for _ in ready]
        for number in range(ROUNDS):
            for place, (contender, play, games) in enumerate(ready):
                on_progress(f"round {number + 1} of {ROUNDS}: {contender.title}")
                decisions, took = play(games)
                speeds[place].append(decisions / took)
    return [Result(entry[0], tuple(found)) for entry, found in zip(ready, speeds, strict=True)], missing


def _games_that_take(play: Play, seconds: float) -> int:
    play(1)  # compile, and import what is imported late
    games = 1
    while True:
        _, took = play(games)
        if took >= seconds / 4:
            return max(1, round(games * seconds / took))
        games *= 4


_ALL = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set()


def one_core() -> AbstractContextManager[None]:
    """Pin this thread to one core, if the system can do that."""
    return _cores({max(_ALL)} if _ALL else set())


def another_core() -> AbstractContextManager[None]:
    """Pin this thread, and those that it starts, to another core than `one_core`, if there are several."""
    return _cores({min(_ALL)} if _ALL else set())


@contextmanager
def _cores(wanted: set[int]) -> Iterator[None]:
    if not wanted:
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, wanted)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
