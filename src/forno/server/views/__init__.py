"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does.

Most of a record is what everybody knows, and what only the seat knows seldom changes. So both parts of the JSON are kept: each is a function
of the bytes of its fields.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw, Struct

from forno.rules import find
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.table import Table
from forno.table.plain_record import PlainRecord, copy_of, new_record, record_of


class _Wire(NamedTuple):
    """How a game's views are made. The fields of `own` are the last ones of the view."""

    fields: tuple[str, ...]  # of the record: those that only the seat knows
    needed: tuple[str, ...]  # to understand them
    public: Callable[[PlainRecord, PlainRecord], View]  # for spectators, from all that they know and what is open now
    own: Callable[[PlainRecord], Struct]
    hand: Callable[[PlainRecord], OpenHand]


_MAMMA_MIA = ("seat", "hand", "menu", "refused"), ("recipe", "choice")
_WIRES = {
    "chefs-hat": _Wire(("seat", "hand", "gave", "got"), (), chefs_hat.public, chefs_hat.own, chefs_hat.hand),
    "mamma-mia": _Wire(*_MAMMA_MIA, mamma_mia.public, mamma_mia.own, mamma_mia.hand),
    "mamma-mia-plus": _Wire(*_MAMMA_MIA, mamma_mia.public_plus, mamma_mia.own, mamma_mia.hand),
}
_TABLES = 256  # positions whose public part is kept: one is enough while all at a table are shown it
_SEATS = 4096  # whose own part is kept
_encode = msgspec.json.Encoder().encode


def wire_view(game: Game, seen: Records) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow.

    Known games' views are JSON already.
    """
    if game.id not in _WIRES:
        return plain.view(PlainRecord(_now(game, seen)))
    places, record = _places(game.id), seen.tobytes()
    known = bytearray(record)
    for place, blank in places.blanks:
        known[place] = blank
    own = b"".join([record[place] for place in places.own])
    return cast("View", Raw(_public_json(game.id, bytes(known)) + _own_json(game.id, own)))


@lru_cache(maxsize=_TABLES)
def _public_json(game_id: str, record: bytes) -> bytes:
    """What everybody knows, from the record of a spectator. It ends where the fields of the seat begin."""
    game, wire = find(game_id), _WIRES[game_id]
    seen = record_of(game.view_dtype, record)
    return _encode(wire.public(PlainRecord(seen), PlainRecord(_now(game, seen)))).removesuffix(_nothing(game_id))


@cache
def _nothing(game_id: str) -> bytes:
    """What spectators have instead of what only a seat knows, and the end of the view."""
    blank = new_record(find(game_id).view_dtype)
    blank["seat"] = SPECTATOR
    return _encode(_WIRES[game_id].own(PlainRecord(blank)))[1:]


@lru_cache(maxsize=_SEATS)
def _own_json(game_id: str, content: bytes) -> bytes:
    """What only a seat knows, and the end of the view."""
    seen, at = bytearray(find(game_id).view_dtype.itemsize), 0
    for place in _places(game_id).own:
        size = place.stop - place.start
        seen[place] = content[at : at + size]
        at += size
    return _encode(_WIRES[game_id].own(PlainRecord(record_of(find(game_id).view_dtype, seen))))[1:]


class _Places(NamedTuple):
    """Where a record holds what."""

    own: list[slice]  # what only the seat knows, and what is needed to understand it
    blanks: list[tuple[slice, bytes]]  # what only the seat knows, and what spectators have there


@lru_cache
def _places(game_id: str) -> _Places:
    wire, dtype = _WIRES[game_id], find(game_id).view_dtype
    fields, blank = dict(dtype.fields or {}), new_record(dtype)
    blank["seat"] = SPECTATOR
    places = {name: slice(at, at + field.itemsize) for name, (field, at, *_) in fields.items()}
    return _Places(
        [places[name] for name in (*wire.needed, *wire.fields)],
        [(places[name], blank[name].tobytes()) for name in wire.fields],
    )


def _now(game: Game, seen: Records) -> Records:
    now: Records = copy_of(seen)
    game.forget(now, 0)
    return now


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    hand = _WIRES[table.game.id].hand if table.game.id in _WIRES else plain.hand
    return [hand(PlainRecord(table.view_record(seat))) for seat in range(table.players)]
