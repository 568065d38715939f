"""Potentials: how good a position looks for a seat, from what everybody sees. They shape rewards (the setting `shaping`)."""

from typing import Any, NamedTuple

from forno.rules import find
from forno.rules.chefs_hat.rules import HAND, SEATS
from forno.rules.compiling import jit
from forno.rules.game import Numbers
from forno.rules.records import Record
from forno.rules.verbs import register, verb


@jit
def lead(s: Record, seat: int, points: Numbers) -> float:
    """The points of a seat minus the average of the others."""
    total = 0
    for other in range(points.shape[0]):
        total += points[other]
    return float(points[seat] - (total - points[seat]) / (points.shape[0] - 1))


@jit
def _chefs_hat(s: Any, seat: int, points: Numbers) -> float:
    """In addition, a shift's average of 1.5 points if all cards are gone and the others still have theirs; less, the more are left."""
    others = 0
    for other in range(SEATS):
        if other != seat:
            others += s.held[other]
    return float(lead(s, seat, points) + 1.5 * (others / (SEATS - 1) - s.held[seat]) / HAND)


class _Potential(NamedTuple):
    potential: Any


register(_Potential(_chefs_hat), find("chefs-hat").state_dtype)
potential = verb("potential", default=lead)  # potential(s, seat, points): for compiled code
