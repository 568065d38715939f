"""Records, one at a time, as Python reads and copies them fast.

NumPy takes ten times as long to read a field of a record as to read it from an array, and thirty times as long to copy the record as its bytes.
"""

import struct
from typing import Any

import numpy as np

from forno.rules.records import Records

_LETTERS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}  # of `struct`


class PlainRecord:
    """The fields of one record as numbers and tuples of numbers. All are read together, when the first one is used."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def __getattr__(self, name: str) -> Any:
        fields = self.__dict__
        if "_is_read" not in fields:
            fields["_is_read"] = True
            layout = _layout(self._records.dtype)
            numbers = layout.struct.unpack(self._records.tobytes())
            for field, place in layout.places:
                fields[field] = numbers[place]
            if name in fields:
                return fields[name]
        value = fields[name] = self._records[name].tolist()[0]  # a field with two dimensions
        return value

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


class _Layout:
    """Where a record's fields are among its numbers."""

    def __init__(self, dtype: np.dtype[Any]) -> None:
        self.dtype = dtype  # keeps its id
        self.places: list[tuple[str, int | slice]] = []
        letters, at = "=", 0
        fields: dict[str, Any] = dict(dtype.fields or {})
        for name in dtype.names or ():
            field, offset = fields[name][:2]
            assert struct.calcsize(letters) == offset, "a record has no gaps"
            n = int(np.prod(field.shape, dtype=int))
            letters += _LETTERS[field.base.name] * n
            if len(field.shape) < 2:
                self.places.append((name, slice(at, at + n) if field.shape else at))
            at += n
        self.struct = struct.Struct(letters)


_layouts: dict[int, _Layout] = {}  # by the id of the dtype, whose hash takes long


def _layout(dtype: np.dtype[Any]) -> _Layout:
    if id(dtype) not in _layouts:
        _layouts[id(dtype)] = _Layout(dtype)
    return _layouts[id(dtype)]


def new_record(dtype: np.dtype[Any]) -> Any:
    """A new array of one record. All numbers in it are 0."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))


def copy_of(records: Records) -> Any:
    """A copy of an array of one record."""
    return record_of(records.dtype, records.tobytes())


def record_of(dtype: np.dtype[Any], beginning: bytes) -> Any:
    """A new array of one record that begins with these bytes. All later numbers in it are 0."""
    return np.ndarray(1, dtype, bytearray(beginning.ljust(dtype.itemsize, b"\0")))
