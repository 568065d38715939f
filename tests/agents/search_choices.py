"""Print what the search chooses in fixed games with small budgets, to compare compiled code with plain Python."""

import sys
from collections.abc import Mapping

import numpy as np

from forno.agents import find, stand_in, view_for
from forno.rules import OWN_GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import Game, Value
from forno.table import Table

SPECS = (
    "search:sims=6,pool=40",
    "search:sims=30,pool=0,depth=3,utility=rank,horizon=shuffle",
    "search:sims=4,pool=7,utility=win,rollout=uniform",
    "search:sims=6,pool=120,belief=moves,utility=victory",
)
WITH_NETWORK = "search:sims=4,pool=0,own=policy,prior=2,later=on"
SHORT: dict[str, dict[str, Value]] = {
    "chefs-hat": {"shifts": 2}
}  # options for a game that plain Python plays to its end in time


def specs_for(game: Game) -> tuple[str, ...]:
    """A network comes with Forno only for its own games."""
    return (*SPECS, WITH_NETWORK) if game in OWN_GAMES else SPECS


def choices(
    game: Game, spec: str, decisions: int, every: int = 1, options: Mapping[str, Value] | None = None
) -> list[str]:
    """Play a game in which the search makes every so many decisions, until it has made these many. Return its choices."""
    key = bytes(range(32))
    agent, other = find(spec, game), stand_in(game)
    table = Table(game, 4, options, key=key)
    found: list[str] = []
    while len(found) < decisions and (seat := table.actor) is not None:
        number = len(table.moves)
        chooser = other if number % every else agent
        action = chooser.choose(view_for(chooser, table, seat), table.legal(), chance.stream(key, 1_000_000 + number))
        if chooser is agent:
            found.append(table.text(action))
        table.act(seat, action)
    return found


def main(game_id: str) -> None:
    np.seterr(over="raise")
    for spec in specs_for(find_game(game_id)):  # the decisions come from all parts of a game
        made = choices(find_game(game_id), spec, decisions=5, every=19, options=SHORT.get(game_id))
        print(spec, *made, sep=" | ")  # noqa: T201  what the test reads


if __name__ == "__main__":
    main(sys.argv[1])
