"""From an agent's name in a contest to the agent; and what is said when it fails."""

import traceback
from pathlib import Path

from forno import agents
from forno.agents import Agent
from forno.arena.command import PREFIX, CommandAgent
from forno.arena.contest import Contest
from forno.rules.game import Game


class AgentFailed(Exception):
    """An agent raised an exception, answered with an action that is not allowed, or its program ended."""

    @classmethod
    def by(cls, name: str, contest: Contest, deal: int, rotation: int, seat: int, error: Exception) -> "AgentFailed":
        where = f"game {deal * contest.players + rotation} (deal {deal}, rotation {rotation}, seat {seat})"
        what = str(error) or type(error).__name__
        place = traceback.extract_tb(error.__traceback__)[-1:]
        if place and not name.startswith(PREFIX):
            what = f"{type(error).__name__}: {what} [{Path(place[0].filename).name}:{place[0].lineno}]"
        return cls(f"the agent {name} failed in {where} of {contest.game.title}: {what.rstrip('.')}.")


def entrant(name: str, game: Game) -> Agent:
    """BadSetup if there is no such agent."""
    if name.startswith(PREFIX):
        return CommandAgent(name.removeprefix(PREFIX), game)
    return agents.find(name, game)
