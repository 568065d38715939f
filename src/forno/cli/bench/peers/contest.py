"""The contest: everybody plays for a moment, then again, in turns. Medians count: other programs run on this machine too."""

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median

ROUNDS = 5

Play = Callable[[int], tuple[int, float]]
"""Plays so many games (or other pieces of its own choice): decisions, and the seconds of the processor that they took."""


class Missing(Exception):
    """A peer that is not here; the sentence says how to get it."""


@dataclass(frozen=True)
class Contender:
    who: str
    game: str
    interface: str
    prepare: Callable[[], Play]  # imports what it needs; Missing if that is not here

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
        """How many times as fast: of rounds that ran at nearly the same time, so that a busy moment hits both."""
        return median(ours / theirs for ours, theirs in zip(self.speeds, other.speeds, strict=True))


def timed(play: Callable[[int], int]) -> Play:
    """Seconds of the processor: what others run beside us then matters less."""

    def playing(games: int) -> tuple[int, float]:
        start = time.process_time()
        decisions = play(games)
        return decisions, max(time.process_time() - start, 1e-9)

    return playing


def contest(
    contenders: Sequence[Contender], seconds: float, tell: Callable[[str], None]
) -> tuple[list[Result], list[tuple[Contender, str]]]:
    """Results of those who are here, each measured for about `seconds`; and why the others are not."""
    moment = seconds / ROUNDS
    missing: list[tuple[Contender, str]] = []
    ready: list[tuple[Contender, Play, int]] = []
    with one_core():
        for contender in contenders:
            tell(f"warming up: {contender.title}")
            try:
                play = contender.prepare()
            except Missing as reason:
                missing.append((contender, str(reason)))
            else:
                ready.append((contender, play, _games_that_take(play, moment)))
        speeds: list[list[float]] = [[] for _ in ready]
        for number in range(ROUNDS):
            for place, (contender, play, games) in enumerate(ready):
                tell(f"round {number + 1} of {ROUNDS}: {contender.title}")
                decisions, took = play(games)
                speeds[place].append(decisions / took)
    return [Result(entry[0], tuple(found)) for entry, found in zip(ready, speeds, strict=True)], missing


def _games_that_take(play: Play, seconds: float) -> int:
    play(1)  # compiles and imports what comes late
    games = 1
    while True:
        _, took = play(games)
        if took >= seconds / 4:
            return max(1, round(games * seconds / took))
        games *= 4


@contextmanager
def one_core() -> Iterator[None]:
    """Nobody gets more than one, where the system can say so."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
