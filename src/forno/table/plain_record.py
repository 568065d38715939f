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
    """The fields of one record as numbers and tuples of numbers. Each is read when it is used."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._content = records.tobytes()
        self._readers = _readers(records.dtype)

    def __getattr__(self, name: str) -> Any:
        reader = self._readers.get(name)
        if reader is None:  # a field with two dimensions
            value = self._records[name].tolist()[0]
        else:
            read, offset, is_array = reader
            numbers = read(self._content, offset)
            value = numbers if is_array else numbers[0]
        self.__dict__[name] = value  # from now on it is found there
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


_Reader = tuple[Callable[..., tuple[Any, ...]], int, bool]  # reads from an offset; whether it is an array
_known: dict[int, tuple[np.dtype[Any], dict[str, _Reader]]] = {}  # by the id of the dtype, whose hash takes long


def _readers(dtype: np.dtype[Any]) -> dict[str, _Reader]:
    """How a record's fields are read, except those with two dimensions."""
    if id(dtype) not in _known:
        fields = {name: (field, at) for name, (field, at, *_) in dict(dtype.fields or {}).items()}
        readers = {
            name: (
                struct.Struct(f"={math.prod(field.shape)}{_LETTERS[field.base.name]}").unpack_from,
                at,
                field.ndim > 0,
            )
            for name, (field, at) in fields.items()
            if field.ndim < 2
        }
        _known[id(dtype)] = dtype, readers  # the dtype is kept, and with it its id
    return _known[id(dtype)][1]


def new_record(dtype: np.dtype[Any]) -> Any:
    """A new array of one record. All numbers in it are 0."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))


def copy_of(records: Records) -> Any:
    """A copy of an array of one record."""
    return record_of(records.dtype, records.tobytes())


def record_of(dtype: np.dtype[Any], content: bytes | bytearray) -> Any:
    """A new array of one record with these bytes."""
    return np.ndarray(1, dtype, bytearray(content))
