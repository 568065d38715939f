"""The bots that people can play against."""

from forno import agents
from forno.agents import Agent, agents_for
from forno.rules.game import Game

NAMES = ("Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo", "Lucia")  # that bots go by


def levels(game: Game) -> tuple[str, ...]:
    """Weakest first."""
    return agents_for(game)


def usual_level(game: Game) -> str:
    return levels(game)[-1]


def agent(level: str, game: Game) -> Agent:
    return agents.find(level, game)
