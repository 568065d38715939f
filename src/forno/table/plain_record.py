"""Records, one at a time, as Python reads and copies them fast.

NumPy takes ten times as long to read a field of a record as to read it from an array, and thirty times as long to copy the record as its bytes.
"""

import math
import struct
from collections.abc import Callable
from typing import Any

import numpy as np

from forno.rules.records import Records

_LETTERS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}  # of `struct`


class PlainRecord:
    """The fields of one record as numbers and tuples of numbers. All are read at once, except those with two dimensions."""

    def __init__(self, records: Records) -> None:
        unpack, places = _layout(records.dtype)
        numbers = unpack(records.tobytes())
        self.__dict__ = {name: numbers[place] for name, place in places}
        self._records = records

    def __getattr__(self, name: str) -> Any:
        """A field with two dimensions."""
        return self._records[name].tolist()[0]

    def array(self, name: str) -> Any:
        """A field as an array."""
        return self._records[name][0]

    @property
    def record(self) -> Any:
        """The record itself."""
        return self._records[0]

    @property
    def names(self) -> tuple[str, ...]:
        return self._records.dtype.names or ()


_Layout = tuple[Callable[[bytes], tuple[Any, ...]], list[tuple[str, int | slice]]]
_known: dict[int, tuple[np.dtype[Any], _Layout]] = {}  # by the id of the dtype, whose hash takes long


def _layout(dtype: np.dtype[Any]) -> _Layout:
    """What reads all numbers of a record, except those in fields with two dimensions, and where a field's numbers are among them."""
    found = _known.get(id(dtype))
    if found is None:
        found = _known[id(dtype)] = dtype, _layout_of(dtype)  # the dtype is kept, and with it its id
    return found[1]


def _layout_of(dtype: np.dtype[Any]) -> _Layout:
    text, end, n_read = "=", 0, 0
    places: list[tuple[str, int | slice]] = []
    fields = {name: (field, at) for name, (field, at, *_) in dict(dtype.fields or {}).items()}
    for name, (field, at) in sorted(fields.items(), key=lambda item: item[1][1]):
        if field.ndim > 1:
            continue
        n = math.prod(field.shape)
        text += f"{at - end}x{n}{_LETTERS[field.base.name]}"
        places.append((name, slice(n_read, n_read + n) if field.ndim else n_read))
        end, n_read = at + field.itemsize, n_read + n
    return struct.Struct(f"{text}{dtype.itemsize - end}x").unpack, places


def new_record(dtype: np.dtype[Any]) -> Any:
    """A new array of one record. All numbers in it are 0."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))


def copy_of(records: Records) -> Any:
    """A copy of an array of one record."""
    return record_of(records.dtype, records.tobytes())


def record_of(dtype: np.dtype[Any], content: bytes | bytearray) -> Any:
    """A new array of one record with these bytes."""
    return np.ndarray(1, dtype, bytearray(content))
