"""The result of a game. Games without a module here get what every game has: scores and places."""

from collections.abc import Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

import numpy as np

from forno.results import chefs_hat, mamma_mia
from forno.results.near_miss import NearMiss
from forno.table import Table


@dataclass(frozen=True)
class Tie:
    """Seats with equal scores."""

    seats: list[int]  # in the order of their places
    score: int
    numbers: list[int]  # what decides between them, in the same order; empty if nothing does


@dataclass(frozen=True)
class Result:
    scores: list[int]  # by seat
    winners: list[int]
    places: list[int]  # by seat, from 1; equal places are shared
    ties: list[Tie]  # the best scores first
    rounds: list[list[int]]  # the points of each round or shift, by seat; empty if the game has no rounds
    rewards: list[int]  # by seat, how many of the points are rewards for helping; empty if the game has none
    near_misses: list[NearMiss]


class _GameResults(Protocol):
    """The interface of a game's module."""

    def rounds(self, table: Table) -> list[list[int]]: ...

    def tie_break(self, table: Table) -> list[int]: ...

    def rewards(self, table: Table) -> list[int]: ...

    def near_misses(self, table: Table) -> list[NearMiss]: ...


_GAMES: MappingProxyType[str, _GameResults] = MappingProxyType(
    {"chefs-hat": chefs_hat, "mamma-mia": mamma_mia, "mamma-mia-plus": mamma_mia}
)


def result_of(table: Table) -> Result:
    """The result of a finished game."""
    assert table.is_over
    better = np.zeros(table.players, np.int64)
    table.game.rank(table.state, 0, better)
    places = [int(n) + 1 for n in better]
    game = _GAMES.get(table.game.id)
    return Result(
        scores=table.scores,
        winners=table.winners,
        places=places,
        ties=_ties(table.scores, places, game.tie_break(table) if game else []),
        rounds=game.rounds(table) if game else [],
        rewards=game.rewards(table) if game else [],
        near_misses=game.near_misses(table) if game else [],
    )


def _ties(scores: Sequence[int], places: Sequence[int], numbers: Sequence[int]) -> list[Tie]:
    ties = []
    for score in sorted(set(scores), reverse=True):
        seats = sorted((seat for seat, own in enumerate(scores) if own == score), key=lambda seat: places[seat])
        if len(seats) > 1:
            ties.append(Tie(seats, score, [numbers[seat] for seat in seats] if numbers else []))
    return ties
