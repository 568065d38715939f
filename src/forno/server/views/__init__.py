"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does."""

from collections.abc import Callable

from forno.rules.game import Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.table import Table
from forno.table.plain_record import PlainRecord, copy_of

_VIEWS: dict[str, Callable[[PlainRecord, PlainRecord], View]] = {
    "chefs-hat": chefs_hat.view,
    "mamma-mia": mamma_mia.view,
    "mamma-mia-plus": mamma_mia.view_plus,
}
_HANDS: dict[str, Callable[[PlainRecord], OpenHand]] = {
    "chefs-hat": chefs_hat.hand,
    "mamma-mia": mamma_mia.hand,
    "mamma-mia-plus": mamma_mia.hand,
}


def wire_view(game: Game, seen: Records) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow."""
    now = copy_of(seen)
    game.forget(now, 0)
    return _VIEWS.get(game.id, plain.view)(PlainRecord(seen), PlainRecord(now))


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    hand = _HANDS.get(table.game.id, plain.hand)
    return [hand(PlainRecord(table.view_record(seat))) for seat in range(table.players)]
