"""The speeds that Forno aims for, compared with the other libraries."""

from collections.abc import Sequence
from dataclasses import dataclass

from peers import chefshatgym, libraries, ours
from peers.benchmark import Result


@dataclass(frozen=True)
class Target:
    what: str
    found: float | None  # None if one of the two is not installed
    least: float

    @property
    def is_met(self) -> bool | None:
        return None if self.found is None else self.found >= self.least


def targets(results: Sequence[Result]) -> list[Target]:
    def fastest(who: str, interface: str) -> Result | None:
        found = [r for r in results if (r.contender.who, r.contender.interface) == (who, interface)]
        return max(found, key=lambda result: result.speed, default=None)

    kernel, vector = fastest(ours.NAME, ours.KERNEL), fastest(ours.NAME, ours.VECTOR)
    return [
        _ratio(
            "kernel to the fastest C++ rollouts of OpenSpiel, both from a deal",
            fastest(ours.NAME, ours.ROLLOUT),
            fastest(libraries.OPENSPIEL, libraries.ROLLOUT),
            3,
        ),
        Target(
            "vector with observations and masks, million steps a second",
            None if vector is None else vector.speed / 1e6,
            12,
        ),
        _ratio("the same to the kernel", vector, kernel, 0.6),
        _ratio(
            "two threads to one, with as many games for each",
            fastest(ours.NAME, ours.VECTOR_OF_TWO),
            fastest(ours.NAME, ours.LARGE_VECTOR),
            1.8,
        ),
        _ratio(
            "AEC to PettingZoo's fastest card game, both raw",
            fastest(ours.NAME, libraries.AEC),
            fastest(libraries.PETTINGZOO, libraries.AEC),
            5,
        ),
        _ratio("kernel to ChefsHatGYM's room", kernel, fastest(chefshatgym.NAME, chefshatgym.ROOM), 10_000),
    ]


def _ratio(what: str, one: Result | None, other: Result | None, least: float) -> Target:
    return Target(what, None if one is None or other is None else one.times(other), least)
