"""Parts of a view on the wire. A part is a function of the bytes of some fields of the record, so its JSON is made once for all tables and readers."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec
import numpy as np

from forno.table.plain_record import Selection

_KEPT = 1024  # contents of a part
_encode = msgspec.json.Encoder().encode

Json = dict[str, Any]


class Part(NamedTuple):
    fields: tuple[str, ...]  # of the record
    make: Callable[[Any], Json]  # fields of the view, from an object with those of the record alone


class JsonPart:
    """`content` is what a record has of it, and `json` makes the JSON of that, without braces."""

    def __init__(self, dtype: np.dtype[Any], part: Part) -> None:
        self._part = part
        self._selection = Selection(dtype, part.fields)
        self.content = self._selection.content
        self.json = lru_cache(maxsize=_KEPT)(self._json)

    def make(self, record: bytes) -> Json:
        return self._part.make(self._selection.read(self.content(record)))

    def _json(self, content: tuple[bytes, ...]) -> bytes:
        return _encode(self._part.make(self._selection.read(content)))[1:-1]
