"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does.

From one position to the next most of a view stays the same, and most of it is what everybody knows. So a view is put together from parts
whose JSON is kept.
"""

from functools import cache
from typing import NamedTuple, cast

import msgspec
from msgspec import Raw

from forno.rules import find
from forno.rules.game import Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.server.views.parts import JsonPart, Part
from forno.table import Table
from forno.table.plain_record import PlainRecord, Selection, copy_of


class _Wire(NamedTuple):
    """How a game's views are made. The fields of `own` are the last ones of the view."""

    public: tuple[Part, ...]  # what spectators know, too
    own: Part  # what only the seat knows


_WIRES = {
    "chefs-hat": _Wire(chefs_hat.PUBLIC, chefs_hat.OWN),
    "mamma-mia": _Wire(mamma_mia.PUBLIC, mamma_mia.OWN),
    "mamma-mia-plus": _Wire(mamma_mia.PUBLIC_PLUS, mamma_mia.OWN),
}


def wire_view(game: Game, seen: Records) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow.

    Known games' views are JSON already.
    """
    if game.id not in _WIRES:
        return plain.view(PlainRecord(_now(game, seen)))
    return cast("View", Raw(_maker(game.id).json(seen.tobytes())))


class _Maker:
    """Makes the JSON of a game's views."""

    def __init__(self, game_id: str) -> None:
        wire, dtype = _WIRES[game_id], find(game_id).view_dtype
        self._game = b'"game":' + msgspec.json.encode(game_id)
        self._public = [JsonPart(dtype, part) for part in wire.public]
        self._own = JsonPart(dtype, wire.own)
        self._content = Selection(dtype, {name for part in wire.public for name in part.fields}).content
        self._last: tuple[tuple[bytes, ...], bytes] = (), b""  # a content, and its JSON

    def json(self, record: bytes) -> bytes:
        return b"{%b,%b}" % (self._public_json(record), self._own.json(self._own.content(record)))

    def open_hand(self, record: bytes) -> OpenHand:
        found = self._own.make(record)
        return OpenHand(found["hand"], found.get("orders", []))

    def _public_json(self, record: bytes) -> bytes:
        """What everybody knows. All at a table are shown it, one after another."""
        content = self._content(record)
        if content != self._last[0]:
            parts = [part.json(part.content(record)) for part in self._public]
            self._last = content, b",".join([self._game, *parts])
        return self._last[1]


_maker = cache(_Maker)


def _now(game: Game, seen: Records) -> Records:
    now: Records = copy_of(seen)
    game.forget(now, 0)
    return now


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    views = [table.view_record(seat) for seat in range(table.players)]
    if table.game.id not in _WIRES:
        return [plain.hand(PlainRecord(view)) for view in views]
    return [_maker(table.game.id).open_hand(view.tobytes()) for view in views]
