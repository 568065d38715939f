"""The games. `GAMES` is the registry: whatever Forno does with a game starts from its entry here."""

from forno.rules import chefs_hat, mamma_mia
from forno.rules.game import BadSetup, Game

GAMES: tuple[Game, ...] = (mamma_mia.CLASSIC, mamma_mia.PLUS, chefs_hat.GAME)


def find(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    raise BadSetup(f"there is no game {game_id!r}: the games are {', '.join(game.id for game in GAMES)}.")
