"""The bots that people can play against."""

from forno import agents
from forno.agents import Agent, levels_for
from forno.rules.game import Game

NAMES = ("Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo", "Lucia")  # that bots go by


def levels(game: Game) -> tuple[str, ...]:
    """Weakest first."""
    return levels_for(game)


def usual_level(game: Game) -> str:
    """In the middle: who wants it harder or easier chooses so."""
    return levels(game)[len(levels(game)) // 2]


def agent(level: str, game: Game) -> Agent:
    return agents.find(level, game)
