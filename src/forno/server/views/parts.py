"""Parts of a view on the wire. A part is a function of the bytes of some fields of the record, so its JSON is made once for all tables and readers."""

from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any, NamedTuple

import msgspec
import numpy as np

from forno.table.plain_record import Selection

_KEPT = 4096  # contents of a part
_join = b"".join
encode = msgspec.json.Encoder().encode

Json = dict[str, Any]


class Part(NamedTuple):
    fields: tuple[str, ...]  # of the record
    make: Callable[[Any], Json]  # fields of the view, from an object with those of the record alone


class Wire(NamedTuple):
    """How a game's views are made. The fields of `own` are the last ones of the view."""

    public: tuple[Part, ...]  # what spectators know, too
    own: tuple[Part, ...]  # what only the seat knows
    settings: Part = Part((), lambda _: {})  # what stays the same at a table: all other parts are given it, too


class JsonPart:
    """The JSON of what records have of a part, without braces, by the content of its fields."""

    def __init__(self, dtype: np.dtype[Any], part: Part, settings: Json) -> None:
        self._part = part
        self._settings = settings
        self._selection = Selection(dtype, part.fields)
        self.pieces = self._selection.pieces
        self.known: dict[bytes, bytes] = {}

    def make(self, record: bytes) -> Json:
        return self._make(_join(self.pieces(record)))

    def _make(self, content: bytes) -> Json:
        return self._part.make(SimpleNamespace(**self._selection.read(content), **self._settings))

    def new(self, record: bytes) -> bytes:
        if len(self.known) >= _KEPT:
            self.known.clear()
        content = _join(self.pieces(record))
        made = self.known[content] = encode(self._make(content))[1:-1]
        return made


class JsonParts:
    """Several of them."""

    def __init__(self, dtype: np.dtype[Any], parts: Iterable[Part], settings: Json) -> None:
        self._parts = [JsonPart(dtype, part, settings) for part in parts]
        self._ways = [(part.pieces, part.known.get, part.new) for part in self._parts]

    def json(self, record: bytes) -> list[bytes]:
        """Each message takes this way, so there are no calls of Python functions for what is known."""
        return [known(_join(pieces(record))) or new(record) for pieces, known, new in self._ways]

    def make(self, record: bytes) -> Json:
        return {name: value for part in self._parts for name, value in part.make(record).items()}
