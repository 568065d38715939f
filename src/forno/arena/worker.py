"""Play the deals of a contest: the work of one worker."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents import searches
from forno.matches.agent_loading import load_agent
from forno.matches.contest import Contest, ContestGame
from forno.matches.runner import GameRunner, match_part
from forno.rules.game import NOBODY
from forno.warmup import BackgroundWarmup, table_part

ROW = np.dtype(
    [
        ("deal", np.int32),
        ("rotation", np.int8),
        ("seat", np.int8),
        ("agent", np.int16),  # its index in contest.names
        ("points", np.int16),
        ("rank", np.int8),  # how many did better: winners have 0
        ("winners", np.int8),  # seats that share the victory
        ("moves", np.int32),  # choices that this seat made
        ("shuffles", np.int16),  # in the whole game: Chef's Hat has one each shift
    ]
)


ThinkingTimes = dict[str, tuple[int, float]]  # number of choices and the seconds they took, by agent


@dataclass
class PlayedDeals:
    rows: NDArray[Any]  # one for each game and seat
    times: ThinkingTimes


class ContestWorker:
    """Called with the numbers of deals, plays each in all rotations. The rows depend on the contest and the numbers alone."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {"contest": self.contest}  # each worker makes its own runner

    @cached_property
    def _warming(self) -> BackgroundWarmup:
        """Until the loop is compiled, games run as plain Python, with the same results. A search would take hours."""
        game, makers = self.contest.game, (table_part, match_part)
        is_compiled = all(make(game).is_compiled for make in makers)
        is_slow = any(searches(load_agent(name, game)) for name in self.contest.names)
        return BackgroundWarmup([] if is_compiled or is_slow else [game], makers)

    @cached_property
    def _runner(self) -> "TimedRunner":
        _ = self._warming
        return TimedRunner(self.contest)

    def close(self) -> None:
        """Stop compiling."""
        self._warming.close()

    @cached_property
    def _warm_runner(self) -> "TimedRunner":
        """First choices are slow, so they are made before anything is timed."""
        self.warm_up()
        return self._runner

    @property
    def is_compiled(self) -> bool:
        """Whether whole games run as compiled code, now or when it is there."""
        return self._runner.is_compiled

    @property
    def is_warm(self) -> bool:
        return self._warming.is_ready(self.contest.game)

    def warm_up(self) -> None:
        """Let every agent choose once. This compiles what is needed, and an agent that cannot play fails here."""
        chosen: ThinkingTimes = {}
        rows = np.zeros(self.contest.players, ROW)
        for deal, lineup in enumerate(self.contest.lineups):
            if not chosen.keys() >= set(lineup):
                game = self.contest.rotated_game(deal, 0)
                self._runner.play(game, rows, chosen, is_timed=True, until=lineup)

    def __call__(self, deals: Sequence[int]) -> PlayedDeals:
        players = self.contest.players
        rows = np.zeros((len(deals), players, players), ROW)
        times: ThinkingTimes = {}
        for i, deal in enumerate(deals):
            for rotation in range(players):
                game = self.contest.rotated_game(deal, rotation)
                kept = times if self.is_warm else {}  # plain Python says nothing about the agents
                self._warm_runner.play(game, rows[i, rotation], kept, is_timed=i + rotation == 0)
        return PlayedDeals(rows.reshape(-1), times)


class TimedRunner(GameRunner):
    def play(
        self,
        game: ContestGame,
        rows: NDArray[Any],
        times: ThinkingTimes,
        *,
        is_timed: bool,
        until: Sequence[str] = (),
    ) -> None:
        """Play one game, fill its rows, and add to `times` the time of all choices that compiled code did not make.

        Compiled policies cannot be timed inside compiled code, so in a timed game they are called from Python like other agents. If `until`
        names agents, stop when all of them have chosen.
        """
        self.begin(game, ask_policies=is_timed)
        seat = self.advance()
        while seat != NOBODY and not (until and times.keys() >= set(until)):
            answer, took = self.ask(seat)
            add_times(times, {self.names[seat]: (1, took)})
            seat = self.advance(answer)
        self._fill(rows)
        rows["deal"], rows["rotation"] = game.deal, game.rotation

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


def add_times(total: ThinkingTimes, more: ThinkingTimes) -> None:
    for name, (choices, seconds) in more.items():
        before = total.get(name, (0, 0.0))
        total[name] = (before[0] + choices, before[1] + seconds)
