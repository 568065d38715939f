"""The games. `GAMES` is the registry: whatever Forno does with a game starts from its entry here.

The environment variable `FORNO_GAMES` adds games from outside the package: names of modules, with commas between them, each
of which has a `GAME`. It is read once, and child processes inherit it.
"""

import importlib
import os

from forno.rules import chefs_hat, mamma_mia
from forno.rules.game import BadSetup, Game

OWN_GAMES: tuple[Game, ...] = (mamma_mia.CLASSIC, mamma_mia.PLUS, chefs_hat.GAME)


def load_game(module: str) -> Game:
    """The `GAME` of a module outside the package."""
    try:
        game = getattr(importlib.import_module(module), "GAME", None)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise
        sentence = f"no module {module}, named in FORNO_GAMES, is found (is its folder in PYTHONPATH?)."
        raise BadSetup(sentence) from None
    if not isinstance(game, Game):
        raise BadSetup(f"the module {module}, named in FORNO_GAMES, has no GAME.")
    return game


def _added() -> tuple[Game, ...]:
    names = os.environ.get("FORNO_GAMES", "").split(",")
    return tuple(load_game(name.strip()) for name in names if name.strip())


GAMES: tuple[Game, ...] = (*OWN_GAMES, *_added())


def find(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    games = ", ".join(game.id for game in GAMES)
    raise BadSetup(f"there is no game {game_id!r}: the games are {games}.", "game", game=game_id, games=games)
