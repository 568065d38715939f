"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does.

Most of a record is what everybody knows, and what only the seat knows seldom changes. So both parts of the JSON are kept: each is a function
of the bytes of its fields.
"""

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw, Struct

from forno.rules import find
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.server.views.plain import Now
from forno.table import Table
from forno.table.plain_record import PlainRecord, copy_of, new_record, record_of


class _Wire(NamedTuple):
    """How a game's views are made. The fields of `own` are the last ones of the view."""

    fields: tuple[str, ...]  # of the record: those that only the seat knows
    needed: tuple[str, ...]  # to understand them
    public: Callable[[PlainRecord, Now], View]  # for spectators
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
    public = b"".join([record[place] for place in places.public])
    own = b"".join([record[place] for place in places.own])
    return cast("View", Raw(_public_json(game.id, public) + _own_json(game.id, own)))


@lru_cache(maxsize=_TABLES)
def _public_json(game_id: str, content: bytes) -> bytes:
    """What everybody knows. It ends where the fields of the seat begin."""
    game, wire = find(game_id), _WIRES[game_id]
    seen = _record(game_id, _places(game_id).public, content)
    view = wire.public(PlainRecord(seen), lambda: PlainRecord(_now(game, seen)))
    return _encode(view).removesuffix(_nothing(game_id))


@cache
def _nothing(game_id: str) -> bytes:
    """What spectators have instead of what only a seat knows, and the end of the view."""
    return _encode(_WIRES[game_id].own(PlainRecord(_record(game_id, (), b""))))[1:]


@lru_cache(maxsize=_SEATS)
def _own_json(game_id: str, content: bytes) -> bytes:
    """What only a seat knows, and the end of the view."""
    return _encode(_WIRES[game_id].own(PlainRecord(_record(game_id, _places(game_id).own, content))))[1:]


class _Places(NamedTuple):
    """Where a record holds what."""

    public: tuple[slice, ...]  # what spectators know, too
    own: tuple[slice, ...]  # what only the seat knows, and what is needed to understand it


@cache
def _places(game_id: str) -> _Places:
    wire, dtype = _WIRES[game_id], find(game_id).view_dtype
    places = {name: slice(at, at + field.itemsize) for name, (field, at, *_) in dict(dtype.fields or {}).items()}
    public = [place for name, place in places.items() if name not in wire.fields]
    return _Places(_merged(public), _merged([places[name] for name in (*wire.needed, *wire.fields)]))


def _merged(places: Iterable[slice]) -> tuple[slice, ...]:
    """Neighbours become one."""
    found: list[slice] = []
    for place in sorted(places, key=lambda one: int(one.start)):
        if found and found[-1].stop == place.start:
            found[-1] = slice(found[-1].start, place.stop)
        else:
            found.append(place)
    return tuple(found)


def _record(game_id: str, places: Iterable[slice], content: bytes) -> Records:
    """A record of a spectator who knows nothing, with this content in these places."""
    record = bytearray(_blank(game_id))
    at = 0
    for place in places:
        size = place.stop - place.start
        record[place] = content[at : at + size]
        at += size
    found: Records = record_of(find(game_id).view_dtype, record)
    return found


@cache
def _blank(game_id: str) -> bytes:
    blank = new_record(find(game_id).view_dtype)
    blank["seat"] = SPECTATOR
    return bytes(blank.tobytes())


def _now(game: Game, seen: Records) -> Records:
    now: Records = copy_of(seen)
    game.forget(now, 0)
    return now


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    hand = _WIRES[table.game.id].hand if table.game.id in _WIRES else plain.hand
    return [hand(PlainRecord(table.view_record(seat))) for seat in range(table.players)]
