"""Find the settings of the weaker levels, so that each is about 200 Elo below the next. Writes src/forno/agents/levels.json.

The strongest levels are given here, by game and number of players: `pizzaiolo`, weaker searches, `greedy`. Each level below them is `careless`, with the
noise at which the level above, alone against a field of it, is 200 Elo ahead. Only compiled policies play, so everything takes minutes on one core. A game
and number of players is written as soon as it is found, and those that are there are kept: the same command continues. `--only mamma-mia-4` finds
again what matches. `make ladder` measures the steps with more games (`python tools/ladder.py --only levels`).
"""

import argparse
import hashlib
import json
import math
from pathlib import Path

import numpy as np

from forno.agents.bots import LEVELS
from forno.agents.rating import MOST_NOISE
from forno.arena.worker import ContestWorker
from forno.matches.contest import Contest
from forno.rules import OWN_GAMES, find
from forno.rules.game import Game

FILE = Path(__file__).resolve().parent.parent / "src" / "forno" / "agents" / "levels.json"
KEY = hashlib.sha256(b"level settings").digest()  # not the deals of the ladder
STEP = 200
FORGETS = (20, 40, 70, 100)  # percentage of decisions without memory, from the first level below `greedy` to the fourth
# Strongest first. Steps between searches are from the ladder: see docs/agents.md.
STRONG = {
    "chefs-hat-4": ("search:sims=4000,pool=16000", "greedy"),
    "mamma-mia-2": ("search:sims=1000", "search:sims=100", "search:sims=20", "greedy"),
    "mamma-mia-3": ("search:sims=1000", "search:sims=100", "greedy"),
    "mamma-mia-4": ("search:sims=1000", "search:sims=100", "greedy"),
    "mamma-mia-5": ("search:sims=1000", "greedy"),
    "mamma-mia-plus-2": ("search:sims=1000", "search:sims=100", "search:sims=20", "greedy"),
    "mamma-mia-plus-3": ("search:sims=1000", "search:sims=300", "search:sims=80", "greedy"),
    "mamma-mia-plus-4": ("search:sims=1000", "search:sims=300", "search:sims=60", "greedy"),
    "mamma-mia-plus-5": ("search:sims=1000", "search:sims=100", "greedy"),
    "mamma-mia-plus-6": ("search:sims=1000", "search:sims=100", "greedy"),
}


def ahead(game: Game, players: int, agent: str, field: str, deals: int) -> float:
    """By how many Elo an agent is ahead of a field of another."""
    contest = Contest.make(game, (agent, field), players=players, options={}, key=KEY)
    worker = ContestWorker(contest)
    rows = worker(range(deals)).rows.reshape(-1, players)
    worker.close()
    is_agent = rows["agent"] == 0
    own = rows["rank"][is_agent][:, np.newaxis]
    others = rows["rank"][~is_agent].reshape(-1, players - 1)
    before = float(((own < others) + 0.5 * (own == others)).mean())
    least = 0.5 / others.size
    share = min(max(before, least), 1 - least)
    return 400 * math.log10(share / (1 - share))


def noise_below(game: Game, players: int, above: str, forgets: int, least: int, deals: int) -> int:
    """The noise of the level that `above` is a step ahead of, by bisection."""
    low, high = least, MOST_NOISE
    while high - low > max(1, low // 25):
        middle = round(math.sqrt(max(1, low) * high)) if high > 4 * max(1, low) else (low + high) // 2
        elo = ahead(game, players, above, f"careless:noise={middle},forgets={forgets}", deals)
        print(f"    noise {middle}: {elo:.0f}", flush=True)
        low, high = (middle, high) if elo < STEP else (low, middle)
    return high


def settings(game: Game, players: int, deals: int) -> list[str]:
    """The agents behind the levels, weakest first."""
    found = list(STRONG[f"{game.id}-{players}"])
    noise = 0
    while len(found) < len(LEVELS):
        forgets = FORGETS[len(found) - len(STRONG[f"{game.id}-{players}"])]
        noise = noise_below(game, players, found[-1], forgets, noise, deals)
        found.append(f"careless:noise={noise},forgets={forgets}")
        print(f"  {found[-1]}", flush=True)
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
            name = f"{game.id}-{players}"
            if name in known and not (given.only and name.startswith(given.only)):
                continue
            print(f"{find(game.id).title}, {players} players:", flush=True)
            known[name] = settings(game, players, given.deals)
            FILE.write_text(json.dumps(dict(sorted(known.items())), indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
