"""Print what the search chooses in fixed games with small budgets, to compare compiled code with plain Python."""

import numpy as np

from forno.agents import find
from forno.rules import GAMES, chance
from forno.rules.game import Game
from forno.table import Table

SPECS = (
    "search:sims=6,pool=40",
    "search:sims=30,pool=0,depth=3,utility=rank,horizon=shuffle",
    "search:sims=4,pool=7,utility=win,rollout=uniform",
)


def choices(game: Game, spec: str, decisions: int, key: bytes = bytes(range(32))) -> list[str]:
    """The first decisions of a game in which every seat searches."""
    agent, table = find(spec, game), Table(game, 4, key=key)
    found = []
    for k in range(decisions):
        seat = table.actor
        assert seat is not None
        action = agent.choose(table.view(seat), table.legal(), chance.stream(key, 1_000_000 + k))
        found.append(table.text(action))
        table.act(seat, action)
    return found


def main() -> None:
    np.seterr(over="raise")
    for game in GAMES:
        for spec in SPECS:
            print(game.id, spec, *choices(game, spec, 10), sep=" | ")  # noqa: T201  what the test reads


if __name__ == "__main__":
    main()
