"""Views as the wire has them: made from a seat's view record and nothing else, so that they can tell no more than it."""

from collections.abc import Callable
from typing import Any

from forno.rules.game import Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia
from forno.table import Table

_VIEWS: dict[str, Callable[[Any, Any], View]] = {
    "chefs-hat": chefs_hat.view,
    "mamma-mia": mamma_mia.view,
    "mamma-mia-plus": mamma_mia.view_plus,
}
_HANDS: dict[str, Callable[[Any], OpenHand]] = {
    "chefs-hat": chefs_hat.hand,
    "mamma-mia": mamma_mia.hand,
    "mamma-mia-plus": mamma_mia.hand,
}


def wire_view(game: Game, seen: Records) -> View:
    """A view record as people look at it: what lies open now, and of what was seen earlier only what the options show."""
    now = seen.copy()
    game.forget(now, 0)
    return _VIEWS[game.id](seen[0], now[0])


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards: for a game that is over."""
    return [_HANDS[table.game.id](table.view(seat)[0]) for seat in range(table.players)]
