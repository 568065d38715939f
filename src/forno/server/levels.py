"""The bots that people play against."""

from forno import agents
from forno.agents import Agent, levels_for
from forno.rules.game import Game

NAMES = ("Bruno", "Carla", "Dario", "Elena", "Fabio", "Gina", "Ivo", "Lucia")  # that bots go by
USUAL = "cook"  # if nobody says which


def find(level: str, game: Game) -> Agent:
    """Only levels are accepted: the text of another agent could name code to be imported."""
    assert level in levels_for(game)
    return agents.find(level, game)
