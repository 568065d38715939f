"""What Forno wants to reach beside its peers, and whether it does."""

from collections.abc import Sequence
from dataclasses import dataclass

from forno.cli.bench.peers import chefshatgym, others, ours
from forno.cli.bench.peers.contest import Result


@dataclass(frozen=True)
class Bar:
    what: str
    found: float | None  # None: one of the two was not here
    least: float

    @property
    def is_met(self) -> bool | None:
        return None if self.found is None else self.found >= self.least


def bars(results: Sequence[Result]) -> list[Bar]:
    def fastest(who: str, interface: str) -> Result | None:
        found = [r for r in results if (r.contender.who, r.contender.interface) == (who, interface)]
        return max(found, key=lambda result: result.speed, default=None)

    kernel, vector = fastest(ours.NAME, ours.KERNEL), fastest(ours.NAME, ours.VECTOR)
    return [
        _ratio(
            "kernel to the fastest C++ rollouts of OpenSpiel, both from a deal",
            fastest(ours.NAME, ours.ROLLOUT),
            fastest(others.OPENSPIEL, others.ROLLOUT),
            3,
        ),
        Bar(
            "vector with observations and masks, million steps a second",
            None if vector is None else vector.speed / 1e6,
            2.5,
        ),
        _ratio("the same to the kernel", vector, kernel, 0.35),
        _ratio(
            "AEC to PettingZoo's fastest card game, both raw",
            fastest(ours.NAME, others.AEC),
            fastest(others.PETTINGZOO, others.AEC),
            3,
        ),
        _ratio("kernel to ChefsHatGYM's room", kernel, fastest(chefshatgym.NAME, chefshatgym.ROOM), 10_000),
    ]


def _ratio(what: str, one: Result | None, other: Result | None, least: float) -> Bar:
    return Bar(what, None if one is None or other is None else one.times(other), least)
