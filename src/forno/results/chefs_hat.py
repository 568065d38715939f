"""Results of Chef's Hat: points by shift."""

import itertools

from forno.results.near_miss import NearMiss
from forno.rules.chefs_hat.events import Shift
from forno.table import Table


def rounds(table: Table) -> list[list[int]]:
    totals = [[0] * table.players, *(shift.points for shift in _shifts(table))]
    return [
        [now - then for then, now in zip(before, after, strict=True)] for before, after in itertools.pairwise(totals)
    ]


def tie_break(table: Table) -> list[int]:
    """The places in the last shift, from 1 (CH-14)."""
    finish = _shifts(table)[-1].finish
    return [finish.index(seat) + 1 for seat in range(table.players)]


def rewards(table: Table) -> list[int]:
    return []


def near_misses(table: Table) -> list[NearMiss]:
    return []


def _shifts(table: Table) -> list[Shift]:
    return [event.data for event in table.events if isinstance(event.data, Shift)]
