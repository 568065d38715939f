"""Find the settings of the weaker levels, so that each is about 200 Elo below the next. Writes src/forno/agents/levels.json.

The strongest levels are given here, by game and number of players: `pizzaiolo`, weaker searches, and where they end `greedy` or a `careless` agent. Each level below them is `careless`, with the
noise at which the level above, alone against a field of it, is 200 Elo ahead. Only compiled policies play, so everything takes minutes on one core. A game
and number of players is written as soon as it is found, and those that are there are kept: the same command continues. `--only mamma-mia-4` finds
again what matches. `make ladder` measures the steps with more games (`python tools/ladder.py --only levels`).
"""

import argparse
import hashlib
import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from rich.console import Console

from forno.agents.bots import LEVELS
from forno.agents.rating import MOST_NOISE
from forno.arena.worker import ContestWorker
from forno.matches.contest import Contest
from forno.rules import OWN_GAMES
from forno.rules.game import Game

FILE = Path(__file__).resolve().parent.parent / "src" / "forno" / "agents" / "levels.json"
KEY = hashlib.sha256(b"level settings").digest()  # not the deals of the ladder
STEP = 200
CONSOLE = Console(highlight=False)
FORGETS = (20, 40, 70, 100)  # percentage of decisions without memory, from the first level below `greedy` to the fourth
# Strongest first. Steps between searches are from the ladder: see docs/agents.md.
STRONG = {
    "chefs-hat-4": (
        "search:sims=1000,pool=8000,belief=moves,own=policy",
        "search:sims=50",
        "careless:noise=154,forgets=20",
    ),
    "mamma-mia-2": ("search:sims=1000,own=policy,later=on", "search:sims=100", "search:sims=16", "greedy"),
    "mamma-mia-3": ("search:sims=1000,own=policy,later=on", "search:sims=70", "greedy"),
    "mamma-mia-4": (
        "search:sims=1000,pool=8000,belief=moves,own=policy,later=on,utility=victory",
        "search:sims=100",
        "greedy",
    ),
    "mamma-mia-5": (
        "search:sims=1000,pool=8000,belief=moves,own=policy,later=on,utility=victory",
        "search:sims=100",
        "greedy",
    ),
    "mamma-mia-plus-2": (
        "search:sims=500,own=policy,later=on,utility=victory",
        "search:sims=300",
        "search:sims=50",
        "search:sims=14",
        "careless:noise=20,forgets=10",
    ),
    "mamma-mia-plus-3": (
        "search:sims=500,own=policy,later=on,utility=victory",
        "search:sims=300",
        "search:sims=60",
        "greedy",
    ),
    "mamma-mia-plus-4": (
        "search:sims=1000,pool=8000,belief=moves,own=policy,later=on,utility=victory",
        "search:sims=300",
        "search:sims=60",
        "greedy",
    ),
    "mamma-mia-plus-5": ("search:sims=500,own=policy,later=on,utility=victory", "search:sims=100", "greedy"),
    "mamma-mia-plus-6": ("search:sims=500,own=policy,later=on,utility=victory", "search:sims=100", "greedy"),
}


@dataclass(frozen=True)
class Finder:
    """Finds the settings for one game and number of players."""

    game: Game
    players: int
    deals: int  # for each try

    @property
    def name(self) -> str:
        return f"{self.game.id}-{self.players}"

    def ahead(self, agent: str, field: str) -> float:
        """By how many Elo an agent is ahead of a field of another."""
        contest = Contest.make(self.game, (agent, field), players=self.players, options={}, key=KEY)
        worker = ContestWorker(contest)
        rows = worker(range(self.deals)).rows.reshape(-1, self.players)
        worker.close()
        is_agent = rows["agent"] == 0
        own = rows["rank"][is_agent][:, np.newaxis]
        others = rows["rank"][~is_agent].reshape(-1, self.players - 1)
        before = float(((own < others) + 0.5 * (own == others)).mean())
        least = 0.5 / others.size
        share = min(max(before, least), 1 - least)
        return 400 * math.log10(share / (1 - share))

    def noise_below(self, above: str, forgets: int, least: int) -> int:
        """The noise of the level that `above` is a step ahead of, by bisection."""
        low, high = least, MOST_NOISE
        while high - low > max(1, low // 25):
            middle = round(math.sqrt(max(1, low) * high)) if high > 4 * max(1, low) else (low + high) // 2
            elo = self.ahead(above, f"careless:noise={middle},forgets={forgets}")
            CONSOLE.print(f"    noise {middle}: {elo:.0f}")
            low, high = (middle, high) if elo < STEP else (low, middle)
        return high

    def settings(self) -> list[str]:
        """The agents behind the levels, weakest first."""
        found, noise = list(STRONG[self.name]), 0
        given = sum(text.startswith("careless") for text in found)
        for forgets in FORGETS[given : given + len(LEVELS) - len(found)]:
            noise = self.noise_below(found[-1], forgets, noise)
            found.append(f"careless:noise={noise},forgets={forgets}")
            CONSOLE.print(f"  {found[-1]}")
        return found[::-1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--only", default="", help="find these again: a game, or a game and a number of players (mamma-mia-4)"
    )
    parser.add_argument("--deals", type=int, default=150, help="deals for each try (150)")
    given = parser.parse_args()
    known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    for game in OWN_GAMES:
        for players in game.players:
            finder = Finder(game, players, given.deals)
            if finder.name in known and not (given.only and finder.name.startswith(given.only)):
                continue
            CONSOLE.print(f"{game.title}, {players} players:")
            known[finder.name] = finder.settings()
            FILE.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
