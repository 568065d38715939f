"""The levels of the bots that people play against."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from forno.agents.policies import has_policies
from forno.rules.game import Game

USUAL_LEVEL = "cook"


@dataclass(frozen=True)
class Level:
    """A name that people know, for an agent that may differ between games."""

    name: str
    help: str
    agent: str  # in the form of `forno.agents.find`
    without_policies: str = ""  # the agent in games that have no policies of their own, if it is another one
    by_game: Mapping[str, str] = field(default_factory=dict)  # exceptions, by the game's id

    def agent_for(self, game: Game) -> str:
        if game.id in self.by_game:
            return self.by_game[game.id]
        return self.agent if has_policies(game) else self.without_policies or self.agent


# Weakest first.
LEVELS = (
    Level(
        "beginner",
        "friendly: forgets what is no longer in sight, and now and then does anything",
        "distracted:forgets=100,slips=30",
        without_policies="uniform",
    ),
    Level("cook", "plays like a sensible person", "greedy", without_policies="search:sims=30"),
    Level("baker", "thinks a little ahead", "search:sims=100"),
    Level(
        "pizzaiolo",
        "thinks far ahead: the strongest",
        "search:sims=1000",
        by_game={"chefs-hat": "search:sims=4000,pool=16000"},
    ),
)
