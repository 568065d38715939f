"""The levels of the bots that people play against."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from forno.agents.policies import has_policies
from forno.rules.game import Game

USUAL_LEVEL = "helper"


@dataclass(frozen=True)
class Level:
    """A name that people know, for an agent that differs between games and numbers of players."""

    name: str
    help: str
    elsewhere: str  # the agent in games without settings of their own
    without_policies: str  # and in those that have no policies either

    def agent_for(self, game: Game, players: int) -> str:
        """In the form of `forno.agents.find`."""
        texts = _settings().get(f"{game.id}-{players}")
        if texts is not None:
            return texts[LEVELS.index(self)]
        return self.elsewhere if has_policies(game) else self.without_policies


@cache
def _settings() -> Mapping[str, list[str]]:
    """The agents behind the levels, weakest first, by game and number of players. Written by tools/level_settings.py."""
    found: dict[str, list[str]] = json.loads(Path(__file__).with_name("levels.json").read_text(encoding="utf-8"))
    return found


# Weakest first. Each is about 200 Elo above the one before it: docs/agents.md has the measurements.
LEVELS = (
    Level(
        "novice", "friendly: plays in a hurry, and forgets what is no longer in sight", "careless:noise=400", "uniform"
    ),
    Level("apprentice", "knows what matters, and often overlooks something better", "careless:noise=200", "uniform"),
    Level("helper", "plays sensibly, with a slip now and then", "careless:noise=100,forgets=20", "search:sims=10"),
    Level("expert", "plays well and remembers well", "greedy", "search:sims=30"),
    Level("master", "hardly ever slips; at most tables it thinks ahead", "search:sims=100", "search:sims=100"),
    Level("pizzaiolo", "thinks far ahead: the strongest", "search:sims=1000", "search:sims=1000"),
)
# Levels of earlier versions. Tables that were stored with them go on, and commands that name them still work.
EARLIER = {
    "beginner": ("distracted:forgets=100,slips=30", "uniform"),  # the second in games without policies
    "cook": ("greedy", "search:sims=30"),
    "baker": ("search:sims=100", "search:sims=100"),
}
