"""Load the agents that a contest names, and ask them for actions."""

import time
import traceback
from pathlib import Path
from typing import Any

from forno import agents
from forno.agents import Agent
from forno.matches.contest import Contest, ContestGame
from forno.matches.programs import PREFIX, CommandAgent
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.rules.records import Records


class BadAnswer(Exception):
    """An agent answered with an action that is not legal."""


class AgentFailed(Exception):
    """An agent raised an exception, gave an illegal answer, or its program ended."""

    @classmethod
    def by(cls, name: str, contest: Contest, game: ContestGame, seat: int, error: Exception) -> "AgentFailed":
        where = f"game {game.number} (deal {game.deal}, rotation {game.rotation}, seat {seat})"
        what = str(error) or type(error).__name__
        place = traceback.extract_tb(error.__traceback__)[-1:]
        if place and not isinstance(error, BadAnswer) and not name.startswith(PREFIX):
            what = f"{type(error).__name__}: {what} [{Path(place[0].filename).name}:{place[0].lineno}]"
        return cls(f"the agent {name} failed in {where} of {contest.game.title}: {what.rstrip('.')}.")


def load_agent(name: str, game: Game) -> Agent:
    """Raise BadSetup if there is no such agent."""
    if name.startswith(PREFIX):
        return CommandAgent(name.removeprefix(PREFIX), game)
    return agents.find(name, game)


def ask_agent(agent: Agent, view: Records[Any], legal: Actions, rng: Rng) -> tuple[int, float]:
    """An agent's action and the seconds it took. Raise BadAnswer if the action is not legal.

    The agent gets copies of `view` and `legal`, so it may write to them.
    """
    shown, offered = view.copy(), legal.copy()
    start = time.perf_counter()
    answer = int(agent.choose(shown, offered, rng))
    took = time.perf_counter() - start
    if answer not in (allowed := legal.tolist()):
        raise BadAnswer(f"its answer {answer} is not one of the legal actions {allowed}")
    return answer, took
