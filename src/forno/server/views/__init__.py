"""Views on the wire. They are made from a seat's view record and nothing else, so they cannot reveal more than it does.

From one position to the next most of a view stays the same, and most of it is what everybody knows. So a view is put together from parts
whose JSON is kept.
"""

from functools import lru_cache
from types import SimpleNamespace
from typing import cast

from msgspec import Raw

from forno.rules import find
from forno.rules.game import Game
from forno.rules.records import Records
from forno.server.messages import OpenHand, View
from forno.server.views import chefs_hat, mamma_mia, plain
from forno.server.views.parts import Json, JsonParts, Wire, encode
from forno.table import Table
from forno.table.plain_record import PlainRecord, Selection, record_of

_Pieces = tuple[bytes, ...]
_SETTINGS = 8  # of tables, whose parts are kept
_WIRES = {"chefs-hat": chefs_hat.WIRE, "mamma-mia": mamma_mia.WIRE, "mamma-mia-plus": mamma_mia.WIRE_PLUS}


def wire_view(game: Game, record: bytes) -> View:
    """A view record as a person sees it: what is open now, and of what was open earlier only what the options allow.

    Known games' views are JSON already.
    """
    makers = _makers.get(game.id)
    if makers is None:
        return plain.view(PlainRecord(_now(game, record)))
    return cast("View", Raw(makers.find(record).json(record)))


class _Maker:
    """Makes the JSON of the views of tables with the same settings."""

    def __init__(self, game_id: str, wire: Wire, settings: Json) -> None:
        dtype = find(game_id).view_dtype
        self._begin = b'{"game":' + encode(game_id)
        self._public = JsonParts(dtype, wire.public, settings)
        self._own = JsonParts(dtype, wire.own, settings)
        self._pieces = Selection(dtype, {name for part in wire.public for name in part.fields}).pieces
        self._last: tuple[_Pieces, bytes] = (), b""  # of what everybody knows, and its JSON

    def json(self, record: bytes) -> bytes:
        """All at a table are shown what everybody knows, one after another."""
        pieces, last = self._pieces(record), self._last
        if last[0] != pieces:
            last = self._last = pieces, b",".join([self._begin, *self._public.json(record)])
        return b",".join([last[1], *self._own.json(record)]) + b"}"

    def open_hand(self, record: bytes) -> OpenHand:
        found = self._own.make(record)
        return OpenHand(found["hand"], found.get("orders", []))


class _Makers:
    """Those of a game."""

    def __init__(self, game_id: str, wire: Wire) -> None:
        self._game_id, self._wire = game_id, wire
        self._selection = Selection(find(game_id).view_dtype, wire.settings.fields)
        self._settings = self._selection.pieces
        self._make = lru_cache(maxsize=_SETTINGS)(self._new)
        self._last: tuple[_Pieces, _Maker] | None = None

    def clear(self) -> None:
        """Forget everything."""
        self._make.cache_clear()
        self._last = None

    def find(self, record: bytes) -> _Maker:
        settings, last = self._settings(record), self._last  # a thread that makes a replay may change it meanwhile
        if last is None or last[0] != settings:
            last = self._last = settings, self._make(settings)
        return last[1]

    def _new(self, settings: _Pieces) -> _Maker:
        found = self._wire.settings.make(SimpleNamespace(**self._selection.read(b"".join(settings))))
        return _Maker(self._game_id, self._wire, found)


_makers = {game_id: _Makers(game_id, wire) for game_id, wire in _WIRES.items()}


def _now(game: Game, record: bytes) -> Records:
    now: Records = record_of(game.view_dtype, record)
    game.forget(now, 0)
    return now


def open_hands(table: Table) -> list[OpenHand]:
    """Everybody's cards, for a finished game."""
    views = [table.view_record(seat) for seat in range(table.players)]
    makers = _makers.get(table.game.id)
    if makers is None:
        return [plain.hand(PlainRecord(view)) for view in views]
    records = [view.tobytes() for view in views]
    return [makers.find(record).open_hand(record) for record in records]
