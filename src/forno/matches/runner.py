"""Where the games of a contest are played, one after the other: what all of them need, and how an agent is asked that compiled code cannot ask."""

from typing import Any

import numpy as np

from forno.agents import Agent, PolicyAgent
from forno.matches.agent_loading import AgentFailed, ask_agent, load_agent
from forno.matches.contest import Contest
from forno.matches.loop import ASK, NO_ACTION, PROGRESS, advance, open_streams
from forno.rules import chance
from forno.rules.events import SILENT
from forno.rules.game import Game, Numbers
from forno.rules.records import RecordType


class GameRunner:
    """`begin` a game; enter the compiled loop with what it gives; `ask` whom the loop names; at the end the results are those of the state."""

    def __init__(self, contest: Contest, progress: RecordType) -> None:
        """`progress`: what the compiled loop counts, with the number of `shuffles`, and of `choices` of the seat that is asked."""
        game = contest.game
        self.contest = contest
        self.game = game
        self.agents = {name: load_agent(name, game) for name in contest.names}
        self.names: tuple[str, ...] = ()  # of the agents by seat
        self.template = game.new(contest.players, contest.options)
        self.states = self.template.copy()
        self.progress, self._no_progress = np.zeros(1, progress), np.zeros(1, progress)
        self._views = np.zeros(1, game.view_dtype)
        self._actions = np.zeros(game.n_actions, np.int16)
        self._rngs = np.zeros(contest.players, chance.STREAM)
        self._points, self._ranks = np.zeros(contest.players, np.int64), np.zeros(contest.players, np.int64)
        self._where = (0, 0, 0)  # number of the game, deal, rotation

    @property
    def is_compiled(self) -> bool:
        """Whether whole games run as compiled code."""
        return all(isinstance(agent, PolicyAgent) for agent in self.agents.values())

    def begin(self, number: int, deal: int, rotation: int, *, is_compiled: bool = True) -> tuple[Any, ...]:
        """What the compiled loops take after the state and an answer. Unless `is_compiled` they ask here for every choice."""
        self._where = (number, deal, rotation)
        self.names = self.contest.seating(deal, rotation)
        agents = [self.agents[name] for name in self.names]
        policies = np.array([_policy(agent) if is_compiled else ASK for agent in agents], np.int64)
        self.states[0] = self.template[0]
        self.progress[0] = self._no_progress[0]
        shuffler = chance.stream(self.contest.deal_key(deal))
        open_streams(shuffler, rotation, self._rngs)
        return policies, shuffler, self._rngs, self._views, self._actions, self.progress, SILENT

    def ask(self, seat: int) -> tuple[int, float]:
        """An agent's answer, which is legal, and the seconds that it took. AgentFailed if there is none."""
        name = self.names[seat]
        legal = self._actions[: self.progress[0].choices]
        try:
            return ask_agent(self.agents[name], self._views, legal, self._rngs[seat : seat + 1])
        except Exception as error:
            raise AgentFailed.by(name, self.contest, *self._where, seat, error) from error

    def results(self) -> tuple[Numbers, Numbers]:
        """Points and ranks by seat."""
        self.game.score(self.states, 0, self._points)
        self.game.rank(self.states, 0, self._ranks)
        return self._points, self._ranks


def _policy(agent: Agent) -> int:
    return agent.policy if isinstance(agent, PolicyAgent) else ASK


def compile_loop(game: Game) -> None:
    """Play one game of compiled policies, which compiles the loop."""
    key = bytes(chance.KEY_BYTES)
    runner = GameRunner(Contest.make(game, ("uniform",), players=game.players[-1], options={}, key=key), PROGRESS)
    advance(runner.states, NO_ACTION, *runner.begin(0, 0, 0))
