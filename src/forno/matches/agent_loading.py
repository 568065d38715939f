"""Load the agents that a contest names, and ask them for actions."""

import time
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forno.agents import Agent, CarelessAgent, CompiledNetworkAgent, PolicyAgent, find, recalls
from forno.agents.programs import PREFIX
from forno.matches.contest import Contest, ContestGame
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.rules.records import Records
from forno.table import History, named_view

GivenAgents = Mapping[str, Agent]  # agents that a contest calls by a name of their own


class BadAnswer(Exception):
    """An agent answered with an action that is not legal."""


class AgentFailed(Exception):
    """An agent raised an exception, gave an illegal answer, or its program ended."""

    @classmethod
    def by(cls, name: str, error: Exception, where: str = "") -> "AgentFailed":
        what = str(error) or type(error).__name__
        place = traceback.extract_tb(error.__traceback__)[-1:]
        if place and not isinstance(error, BadAnswer) and not name.startswith(PREFIX):
            what = f"{type(error).__name__}: {what} [{Path(place[0].filename).name}:{place[0].lineno}]"
        return cls(f"the agent {name} failed{where}: {what.rstrip('.')}.")


def place_in(contest: Contest, game: ContestGame, seat: int) -> str:
    """Where in a contest an agent failed, for the sentence of `AgentFailed`."""
    return f" in game {game.number} (deal {game.deal}, rotation {game.rotation}, seat {seat}) of {contest.game.title}"


class CheckedAgent:
    """An agent for one game outside a contest: whatever goes wrong in it is an AgentFailed with its name."""

    def __init__(self, name: str, agent: Agent, game: Game) -> None:
        self.name, self.agent, self.game = name, agent, game

    @property
    def recalls(self) -> bool:
        return recalls(self.agent)

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        try:
            return ask_agent(self.agent, self.game, view, legal, rng, getattr(view, "history", None))[0]
        except Exception as error:
            raise AgentFailed.by(self.name, error) from error


def load_agents(contest: Contest, given: GivenAgents | None = None) -> dict[str, Agent]:
    """The agents by name: those that are given, and the others by what their texts mean. Raise BadSetup if there is no such agent."""
    own = given or {}
    return {name: own[name] if name in own else find(name, contest.game, contest.players) for name in contest.names}


def ask_agent(
    agent: Agent, game: Game, view: Records[Any], legal: Actions, rng: Rng, history: History | None = None
) -> tuple[int, float]:
    """An agent's action and the seconds it took. Raise BadAnswer if the action is not legal.

    The agent gets copies of `view` and `legal`, so it may write to them.
    """
    shown: Any = view.copy()
    offered = legal.copy()
    if not isinstance(agent, PolicyAgent | CarelessAgent | CompiledNetworkAgent):
        shown = named_view(shown, game)  # compiled code reads the numbers, and takes a plain array faster
        if history is not None:
            shown.history = history
    start = time.perf_counter()
    answer = int(agent.choose(shown, offered, rng))
    took = time.perf_counter() - start
    if answer not in (allowed := legal.tolist()):
        raise BadAnswer(f"its answer {answer} is not one of the legal actions {allowed}")
    return answer, took
