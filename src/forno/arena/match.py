"""Playing the deals of a contest: what a worker does."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.matches.contest import Contest
from forno.matches.loop import NO_ACTION, PROGRESS, advance
from forno.matches.runner import GameRunner
from forno.rules.game import NOBODY

ROW = np.dtype(
    [
        ("deal", np.int32),
        ("rotation", np.int8),
        ("seat", np.int8),
        ("agent", np.int16),  # its place in contest.names
        ("points", np.int16),
        ("rank", np.int8),  # how many did better: winners have 0
        ("winners", np.int8),  # seats that share the victory
        ("moves", np.int32),  # choices that this seat made
        ("shuffles", np.int16),  # in the whole game: Chef's Hat has one each shift
    ]
)


Clock = dict[str, tuple[int, float]]  # choices and the seconds that they took, by agent


@dataclass
class Played:
    """Deals that have been played: a row for each game and seat, and what the agents' thinking took."""

    rows: NDArray[Any]
    clock: Clock


class Match:
    """Plays deals, on whatever worker: everything but time follows from the contest."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {"contest": self.contest}  # each worker makes a table and agents of its own

    @cached_property
    def _table(self) -> "_Table":
        return _Table(self.contest)

    @cached_property
    def _warm_table(self) -> "_Table":
        """Where no agent chooses for the first time, which would take longer."""
        self.rehearse()
        return self._table

    @property
    def is_compiled(self) -> bool:
        """Whether whole games run as compiled code."""
        return self._table.is_compiled

    def rehearse(self) -> None:
        """Let every agent choose once: so that what must be compiled is, and what cannot work fails here and now."""
        chosen: Clock = {}
        rows = np.zeros(self.contest.players, ROW)
        for deal, lineup in enumerate(self.contest.lineups):
            if not chosen.keys() >= set(lineup):
                self._table.play(deal, 0, rows, chosen, is_timed=True, until=lineup)

    def __call__(self, deals: Sequence[int]) -> Played:
        players = self.contest.players
        rows = np.zeros((len(deals), players, players), ROW)
        clock: Clock = {}
        for i, deal in enumerate(deals):
            for rotation in range(players):
                self._warm_table.play(deal, rotation, rows[i, rotation], clock, is_timed=i + rotation == 0)
        return Played(rows.reshape(-1), clock)


class _Table(GameRunner):
    def __init__(self, contest: Contest) -> None:
        super().__init__(contest, PROGRESS)

    def play(
        self, deal: int, rotation: int, rows: NDArray[Any], clock: Clock, *, is_timed: bool, until: Sequence[str] = ()
    ) -> None:
        """Compiled policies cannot be timed where they run: in a game that is timed they are called from here, like other agents.

        The game is left when the agents that are named in `until` have all chosen.
        """
        number = deal * self.contest.players + rotation
        arrays = self.begin(number, deal, rotation, is_compiled=not is_timed)
        seat = advance(self.states, NO_ACTION, *arrays)
        while seat != NOBODY and not (until and clock.keys() >= set(until)):
            answer, took = self.ask(seat)
            add_clock(clock, {self.names[seat]: (1, took)})
            seat = advance(self.states, answer, *arrays)
        self._fill(rows)
        rows["deal"], rows["rotation"] = deal, rotation

    def _fill(self, rows: NDArray[Any]) -> None:
        players, order = self.contest.players, self.contest.names
        points, ranks = self.results()
        rows["points"] = points
        rows["rank"] = ranks
        rows["winners"] = np.count_nonzero(ranks == 0)
        rows["seat"] = range(players)
        rows["agent"] = [order.index(name) for name in self.names]
        rows["moves"] = self.progress[0].moves[:players]
        rows["shuffles"] = self.progress[0].shuffles


def add_clock(total: Clock, more: Clock) -> None:
    for name, (moves, seconds) in more.items():
        before = total.get(name, (0, 0.0))
        total[name] = (before[0] + moves, before[1] + seconds)
