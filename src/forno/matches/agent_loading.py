"""From an agent's name in a contest to the agent; and what is said when it fails."""

import time
import traceback
from pathlib import Path
from typing import Any

from forno import agents
from forno.agents import Agent
from forno.matches.contest import Contest
from forno.matches.programs import PREFIX, CommandAgent
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.rules.records import Records


class BadAnswer(Exception):
    """An agent's answer that the rules do not allow."""


class AgentFailed(Exception):
    """An agent raised an exception, answered with an action that is not allowed, or its program ended."""

    @classmethod
    def by(
        cls, name: str, contest: Contest, number: int, deal: int, rotation: int, seat: int, error: Exception
    ) -> "AgentFailed":
        """In the game of this number, which is this rotation of a deal."""
        where = f"game {number} (deal {deal}, rotation {rotation}, seat {seat})"
        what = str(error) or type(error).__name__
        place = traceback.extract_tb(error.__traceback__)[-1:]
        if place and not isinstance(error, BadAnswer) and not name.startswith(PREFIX):
            what = f"{type(error).__name__}: {what} [{Path(place[0].filename).name}:{place[0].lineno}]"
        return cls(f"the agent {name} failed in {where} of {contest.game.title}: {what.rstrip('.')}.")


def load_agent(name: str, game: Game) -> Agent:
    """BadSetup if there is no such agent."""
    if name.startswith(PREFIX):
        return CommandAgent(name.removeprefix(PREFIX), game)
    return agents.find(name, game)


def ask_agent(agent: Agent, view: Records[Any], legal: Actions, rng: Rng) -> tuple[int, float]:
    """An agent's answer, and the seconds that it took. BadAnswer if the answer is not legal.

    It is shown copies, and may write on them.
    """
    shown, offered = view.copy(), legal.copy()
    start = time.perf_counter()
    answer = int(agent.choose(shown, offered, rng))
    took = time.perf_counter() - start
    if answer not in (allowed := legal.tolist()):
        raise BadAnswer(f"its answer {answer} is not one of the legal actions {allowed}")
    return answer, took
