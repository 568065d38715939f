"""Games with agents that compiled code cannot play, such as searches: numbered tasks for the processors of this machine.

A task depends on its number alone, so that the number of processors changes nothing.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents import CompiledNetworkAgent
from forno.agents.networks import Network
from forno.agents.networks.sight import see_one
from forno.matches.contest import Contest
from forno.matches.runner import GameRunner
from forno.rules.game import NOBODY
from forno.train.tasks import PlayedGames

RESPONSE = "response"  # the name of the network in the contest


@dataclass(frozen=True)
class Imitated:
    """What the seats of some games saw and did, in the numbers of a network."""

    sights: NDArray[np.int8]
    legal: NDArray[np.bool_]  # by action
    chosen: NDArray[np.int16]


class _Games:
    """Pickled without its runner, which each process makes for itself."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name != "_runner"}

    @cached_property
    def _runner(self) -> GameRunner:
        return GameRunner(self.contest, given=self._given())

    def _given(self) -> dict[str, CompiledNetworkAgent]:
        return {}


class CopiedGames(_Games):
    """Called with a number, lets copies of one agent play a game."""

    def __call__(self, number: int) -> Imitated:
        runner, game = self._runner, self.contest.game
        sights, allowed, chosen = [], [], []
        runner.begin(self.contest.single_game(number), ask_policies=True)
        seat = runner.advance()
        while seat != NOBODY:
            view, legal = runner.position()
            sight, names = see_one(game.id, view, legal)
            answer, _ = runner.ask(seat)
            is_legal = np.zeros(game.n_actions, np.bool_)
            is_legal[names] = True
            sights.append(sight)
            allowed.append(is_legal)
            chosen.append(int(names[list(legal).index(answer)]))
            seat = runner.advance(answer)
        return Imitated(np.array(sights), np.array(allowed), np.array(chosen, np.int16))


class AnsweredGames(_Games):
    """Called with a number, lets a response play a game against copies of an agent. `contest` names RESPONSE and the agent."""

    def __init__(self, contest: Contest, response: Network) -> None:
        super().__init__(contest)
        self.response = response

    def _given(self) -> dict[str, CompiledNetworkAgent]:
        return {RESPONSE: CompiledNetworkAgent(self.response)}

    def __call__(self, number: int) -> PlayedGames:
        runner = self._runner
        runner.begin(self.contest.single_game(number))
        seat = runner.advance()
        while seat != NOBODY:
            seat = runner.advance(runner.ask(seat)[0])
        own = runner.names.index(RESPONSE)
        scores, ranks = runner.results()
        won = float(ranks[own] == 0) / np.count_nonzero(ranks == 0)
        return PlayedGames(
            scores[own : own + 1].copy(),
            np.array([scores.mean()]),
            np.array([won]),
            np.array([int(runner.progress[0].shuffles)]),
        )
