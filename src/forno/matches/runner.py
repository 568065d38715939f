"""Play the games of a contest one after the other."""

from typing import Any

import numpy as np

from forno import warmup
from forno.agents import Agent, CarelessAgent, PolicyAgent, recalls
from forno.matches.agent_loading import AgentFailed, GivenAgents, ask_agent, load_agents, place_in
from forno.matches.contest import Contest, ContestGame
from forno.matches.loop import ASK, NO_ACTION, PROGRESS, Recorder, advance, new_memory, new_recorder, open_streams
from forno.rules import chance
from forno.rules.game import Actions, Game, Numbers
from forno.rules.log import SILENT
from forno.rules.records import Records, new_records
from forno.table.history import History, open_decisions


class GameRunner:
    """Call `begin`, then `advance` until it returns NOBODY. When it returns a seat, `ask` that seat and pass its answer to `advance`.

    The arrays are made once and serve all games.
    """

    def __init__(self, contest: Contest, recorder: Recorder | None = None, given: GivenAgents | None = None) -> None:
        game = contest.game
        self.contest = contest
        self.agents = load_agents(contest, given)
        self.names: tuple[str, ...] = ()  # of the agents, by seat
        self.progress = new_records(1, PROGRESS)
        self._game = game
        self._recorder = recorder or new_recorder(game, contest.players, rows=0)
        room = game.max_decisions(contest.players, contest.options) if any(map(recalls, self.agents.values())) else 0
        self._memory = new_memory(game, room)
        self._template = game.new(contest.players, contest.options)
        self._states = self._template.copy()
        self._views = new_records(1, game.view_dtype)
        self._actions = np.zeros(game.n_actions, np.int16)
        self._rngs = new_records(contest.players, chance.STREAM)
        self._points, self._ranks = np.zeros(contest.players, np.int64), np.zeros(contest.players, np.int64)
        self._playing = ContestGame(0, 0, 0)
        self._arguments: tuple[Any, ...] = ()  # of the compiled loop, after the states and the answer

    @property
    def is_compiled(self) -> bool:
        """Whether whole games run as compiled code."""
        return all(isinstance(agent, PolicyAgent | CarelessAgent) for agent in self.agents.values())

    def begin(self, game: ContestGame, *, ask_policies: bool = False) -> None:
        """Set up a game. With `ask_policies`, `advance` also returns for the choices of compiled policies."""
        self._playing = game
        self.names = self.contest.seating(game.deal, game.rotation)
        agents = [self.agents[name] for name in self.names]
        policies = np.array([ASK if ask_policies else _policy(agent) for agent in agents], np.int64)
        self._states[0] = self._template[0]
        self.progress[:] = np.zeros(1, PROGRESS)
        shuffler = chance.stream(self.contest.deal_key(game.deal))
        open_streams(shuffler, game.rotation, self._rngs)
        fixed = (self._rngs, self._views, self._actions, self.progress, SILENT, self._recorder, self._memory)
        self._arguments = (policies, shuffler, *fixed)

    def advance(self, answer: int = NO_ACTION) -> int:
        """See `loop.advance`."""
        return advance(self._states, answer, *self._arguments)

    def ask(self, seat: int) -> tuple[int, float]:
        """A legal action of an agent, and the seconds it took. Raise AgentFailed if it gives none."""
        name = self.names[seat]
        agent, rng = self.agents[name], self._rngs[seat : seat + 1]
        legal = self._actions[: self.progress[0].choices]
        try:
            return ask_agent(agent, self._game, self._views, legal, rng, self._history() if recalls(agent) else None)
        except Exception as error:
            raise AgentFailed.by(name, error, place_in(self.contest, self._playing, seat)) from error

    def _history(self) -> History:
        actions = self._memory.actions[: self.progress[0].since].tolist()
        return open_decisions(self._game, self._memory.dealt.copy(), actions)

    def position(self) -> tuple[Records[Any], Actions]:
        """The view and the legal actions of the seat that `advance` returned. The next call overwrites them."""
        return self._views, self._actions[: self.progress[0].choices]

    def results(self) -> tuple[Numbers, Numbers]:
        """Points and ranks by seat."""
        self._game.score(self._states, 0, self._points)
        self._game.rank(self._states, 0, self._ranks)
        return self._points, self._ranks


def _policy(agent: Agent) -> int:
    return agent.policy if isinstance(agent, PolicyAgent | CarelessAgent) else ASK


def match_part(game: Game) -> warmup.Part:
    """What whole games in bulk need, besides the rules."""
    return warmup.loop_part("matches", game, _compile_loop)


def _compile_loop(game: Game) -> None:
    """Play one game of compiled policies, which compiles the loop."""
    key = bytes(chance.KEY_BYTES)
    runner = GameRunner(Contest.make(game, ("uniform",), players=game.players[-1], options={}, key=key))
    runner.begin(ContestGame(0, 0, 0))
    runner.advance()
