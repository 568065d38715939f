"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does.

Most of a record is what everybody knows. That part of the message is made once for all at a table: it is a function of the record's bytes
without those fields that only the seat knows.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from forno.rules import find
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.table import Table
from forno.table.plain_record import PlainRecord, copy_of, new_record, record_of

_ForSeat = Callable[[Records], View]  # adds what a seat knows, from its view record


class _Wire(NamedTuple):
    """How a game's views are made."""

    own: tuple[str, ...]  # the fields of the record that only the seat knows
    public: Callable[[PlainRecord, PlainRecord], _ForSeat]  # from a spectator's record: all of it, and what is open now
    hand: Callable[[PlainRecord], OpenHand]


_WIRES = {
    "chefs-hat": _Wire(("seat", "hand", "gave", "got"), chefs_hat.public, chefs_hat.hand),
    "mamma-mia": _Wire(("seat", "hand", "menu", "refused"), mamma_mia.public, mamma_mia.hand),
    "mamma-mia-plus": _Wire(("seat", "hand", "menu", "refused"), mamma_mia.public_plus, mamma_mia.hand),
}
_AT_ONCE = 256  # positions whose public part is kept: one is enough while all at a table are shown it


def wire_view(game: Game, seen: Records) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow."""
    wire = _WIRES.get(game.id)
    if wire is None:
        return plain.view(PlainRecord(_now(game, seen)))
    return _public(game.id, _as_spectator(game.id, seen.tobytes()))(seen)


@lru_cache(maxsize=_AT_ONCE)
def _public(game_id: str, known: bytes) -> _ForSeat:
    """What everybody knows, from the bytes of a record without a seat's own fields."""
    game = find(game_id)
    seen = record_of(game.view_dtype, known)
    return _WIRES[game_id].public(PlainRecord(seen), PlainRecord(_now(game, seen)))


def _as_spectator(game_id: str, record: bytes) -> bytes:
    known = bytearray(record)
    for place, blank in _own_bytes(game_id):
        known[place] = blank
    return bytes(known)


@lru_cache
def _own_bytes(game_id: str) -> list[tuple[slice, bytes]]:
    """Where a record holds a seat's own fields, and what it holds there for spectators."""
    dtype = find(game_id).view_dtype
    blank, fields = new_record(dtype), dict(dtype.fields or {})
    blank["seat"] = SPECTATOR
    return [
        (slice(at, at + field.itemsize), blank[name].tobytes())
        for name, (field, at, *_) in fields.items()
        if name in _WIRES[game_id].own
    ]


def _now(game: Game, seen: Records) -> Records:
    now: Records = copy_of(seen)
    game.forget(now, 0)
    return now


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    hand = _WIRES[table.game.id].hand if table.game.id in _WIRES else plain.hand
    return [hand(PlainRecord(table.view_record(seat))) for seat in range(table.players)]
