"""Playing the deals of a contest: what a worker does."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents import Agent, PolicyAgent
from forno.arena.contest import Contest
from forno.arena.entrants import AgentFailed, entrant
from forno.arena.kernels import ASK, ILLEGAL, PROGRESS, advance, open_streams
from forno.rules import chance
from forno.rules.game import NOBODY
from forno.rules.kernel import SILENT

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
        return all(isinstance(agent, PolicyAgent) for agent in self._table.agents.values())

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


class _Table:
    """Everything that one game after the other is played with."""

    def __init__(self, contest: Contest) -> None:
        game = contest.game
        self.contest = contest
        self.game = game
        self.agents = {name: entrant(name, game) for name in contest.names}
        self.template = game.new(contest.players, contest.options)
        self.states = self.template.copy()
        self.views = np.zeros(1, game.seen)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.progress = np.zeros(1, PROGRESS)
        self.rngs = np.zeros(contest.players, chance.STREAM)
        self.numbers = np.zeros(contest.players, np.int64)

    def play(
        self, deal: int, rotation: int, rows: NDArray[Any], clock: Clock, *, is_timed: bool, until: Sequence[str] = ()
    ) -> None:
        """Compiled policies cannot be timed where they run: in a game that is timed they are called from here, like other agents.

        The game is left when the agents that are named in `until` have all chosen.
        """
        names = self.contest.seating(deal, rotation)
        agents = [self.agents[name] for name in names]
        policies = np.array([ASK if is_timed else _policy(agent) for agent in agents], np.int64)
        self.states[0] = self.template[0]
        self.progress[:] = np.zeros(1, PROGRESS)
        shuffler = chance.stream(self.contest.deal_key(deal))
        open_streams(shuffler, rotation, self.rngs)
        arrays = (policies, shuffler, self.rngs, self.views, self.actions, self.progress, SILENT)
        seat = advance(self.states, -1, *arrays)
        while seat != NOBODY and not (until and clock.keys() >= set(until)):
            legal = self.actions[: self.progress[0].choices].copy()
            start = time.perf_counter()
            try:
                answer = int(agents[seat].choose(self.views.copy(), legal, self.rngs[seat : seat + 1]))
            except Exception as error:
                raise AgentFailed.by(names[seat], self.contest, deal, rotation, seat, error) from error
            add_clock(clock, {names[seat]: (1, time.perf_counter() - start)})
            asked = seat
            seat = advance(self.states, answer, *arrays) if answer >= 0 else ILLEGAL
            if seat == ILLEGAL:
                wrong = ValueError(f"its answer {answer} is not one of the legal actions {legal.tolist()}")
                raise AgentFailed.by(names[asked], self.contest, deal, rotation, asked, wrong)
        self._fill(rows, names)
        rows["deal"], rows["rotation"] = deal, rotation

    def _fill(self, rows: NDArray[Any], names: Sequence[str]) -> None:
        numbers, order = self.numbers, self.contest.names
        self.game.score(self.states, 0, numbers)
        rows["points"] = numbers
        self.game.rank(self.states, 0, numbers)
        rows["rank"] = numbers
        rows["winners"] = np.count_nonzero(numbers == 0)
        rows["seat"] = range(len(names))
        rows["agent"] = [order.index(name) for name in names]
        rows["moves"] = self.progress[0].moves[: len(names)]
        rows["shuffles"] = self.progress[0].shuffles


def _policy(agent: Agent) -> int:
    return agent.policy if isinstance(agent, PolicyAgent) else ASK


def add_clock(total: Clock, more: Clock) -> None:
    for name, (moves, seconds) in more.items():
        before = total.get(name, (0, 0.0))
        total[name] = (before[0] + moves, before[1] + seconds)
