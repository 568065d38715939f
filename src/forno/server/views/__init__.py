"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does."""

from collections.abc import Callable

from forno.rules.game import Game
from forno.rules.records import Record, Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.table import Table

_VIEWS: dict[str, Callable[[Record, Record], View]] = {
    "chefs-hat": chefs_hat.view,
    "mamma-mia": mamma_mia.view,
    "mamma-mia-plus": mamma_mia.view_plus,
}
_HANDS: dict[str, Callable[[Record], OpenHand]] = {
    "chefs-hat": chefs_hat.hand,
    "mamma-mia": mamma_mia.hand,
    "mamma-mia-plus": mamma_mia.hand,
}


def wire_view(game: Game, seen: Records) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow."""
    now = seen.copy()
    game.forget(now, 0)
    return _VIEWS.get(game.id, plain.view)(seen[0], now[0])


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    hand = _HANDS.get(table.game.id, plain.hand)
    return [hand(table.view(seat)[0]) for seat in range(table.players)]
