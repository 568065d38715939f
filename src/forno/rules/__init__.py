"""The games. `GAMES` is the registry: everything Forno does with a game goes through its entry here."""

from forno.rules import chefs_hat, mamma_mia
from forno.rules.game import BadSetup, Game

GAMES: tuple[Game, ...] = (mamma_mia.CLASSIC, mamma_mia.PLUS, chefs_hat.GAME)


def find(game_id: str) -> Game:
    for game in GAMES:
        if game.id == game_id:
            return game
    games = ", ".join(game.id for game in GAMES)
    raise BadSetup(f"there is no game {game_id!r}: the games are {games}.", "game", game=game_id, games=games)
