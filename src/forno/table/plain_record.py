"""Records, one at a time, as Python reads and copies them fast.

NumPy takes ten times as long to read a field of a record as to read it from an array, and thirty times as long to copy the record as its bytes.
"""

import math
from collections.abc import Callable, Iterable
from operator import itemgetter
from struct import Struct
from typing import Any, NamedTuple

import numpy as np

from forno.rules.records import Records

_LETTERS = {"int8": "b", "int16": "h", "int32": "i", "int64": "q", "float64": "d"}  # of `struct`


class PlainRecord:
    """The fields of one record as numbers, tuples of numbers, or lists of such tuples. Each is read when somebody asks for it."""

    def __init__(self, records: Records) -> None:
        self._records = records
        self._content = records.tobytes()

    def __getattr__(self, name: str) -> Any:
        read = _readers(self._records.dtype).get(name)
        if read is None:
            raise AttributeError(name)
        value = self.__dict__[name] = read(self._content)
        return value

    @property
    def record(self) -> Any:
        """The record itself."""
        return self._records[0]

    @property
    def names(self) -> tuple[str, ...]:
        return self._records.dtype.names or ()


class Matrix(NamedTuple):
    """A field with two dimensions, as it is in the record."""

    content: bytes
    dtype: np.dtype[Any]

    @property
    def array(self) -> Any:
        return np.frombuffer(self.content, self.dtype.base).reshape(self.dtype.shape)


class Selection:
    """Some fields of a record: their bytes, and what these bytes say."""

    def __init__(self, dtype: np.dtype[Any], names: Iterable[str]) -> None:
        fields = _fields(dtype, names)
        places = _merged([slice(at, at + field.itemsize) for _, field, at in fields])
        self.pieces = itemgetter(
            slice(0), slice(0), *places
        )  # of a record's bytes; always a tuple, since the first items are empty
        self._places: list[tuple[str, int | slice]] = []
        self._matrices: list[tuple[str, np.dtype[Any]]] = []
        code, read = "=", 0
        for name, field, _ in fields:
            n = math.prod(field.shape) if field.ndim < 2 else 1
            code += _code(field) if field.ndim < 2 else f"{field.itemsize}s"
            self._places.append((name, slice(read, read + n) if field.ndim == 1 else read))
            self._matrices += [(name, field)] if field.ndim > 1 else []
            read += n
        self._unpack = Struct(code).unpack

    def read(self, content: bytes) -> dict[str, Any]:
        """These fields: numbers, tuples of numbers, and matrices. `content` is all of their bytes."""
        values = self._unpack(content)
        found: dict[str, Any] = {name: values[place] for name, place in self._places}
        for name, field in self._matrices:
            found[name] = Matrix(found[name], field)
        return found


_Field = tuple[str, np.dtype[Any], int]  # its name, type and place
_Readers = dict[str, Callable[[bytes], Any]]
_known: dict[int, tuple[np.dtype[Any], _Readers]] = {}  # by the id of the dtype, whose hash takes long


def _readers(dtype: np.dtype[Any]) -> _Readers:
    """What reads a field from the bytes of a record."""
    found = _known.get(id(dtype))
    if found is None:
        readers: _Readers = {
            name: _reader(Struct("=" + _code(field)).unpack_from, at, field) for name, field, at in _fields(dtype)
        }
        found = _known[id(dtype)] = dtype, readers  # the dtype is kept, and with it its id
    return found[1]


def _reader(unpack: Callable[[bytes, int], tuple[Any, ...]], at: int, field: np.dtype[Any]) -> Callable[[bytes], Any]:
    if field.ndim == 0:
        return lambda content: unpack(content, at)[0]
    if field.ndim == 1:
        return lambda content: unpack(content, at)
    return lambda content: _rows(unpack(content, at), field.shape[-1])


def _rows(numbers: tuple[Any, ...], n: int) -> list[tuple[Any, ...]]:
    return [numbers[at : at + n] for at in range(0, len(numbers), n)]


def _fields(dtype: np.dtype[Any], names: Iterable[str] | None = None) -> list[_Field]:
    """By their places."""
    known = dict(dtype.fields or {})
    fields = [(name, *known[name][:2]) for name in (known if names is None else names)]
    return sorted(fields, key=itemgetter(2))


def _code(field: np.dtype[Any]) -> str:
    return f"{math.prod(field.shape)}{_LETTERS[field.base.name]}"


def _merged(places: Iterable[slice]) -> list[slice]:
    """Sorted places, of which neighbours become one."""
    found: list[slice] = []
    for place in places:
        if found and found[-1].stop == place.start:
            found[-1] = slice(found[-1].start, place.stop)
        else:
            found.append(place)
    return found


def new_record(dtype: np.dtype[Any]) -> Any:
    """A new array of one record. All numbers in it are 0."""
    return np.ndarray(1, dtype, bytearray(dtype.itemsize))


def record_of(dtype: np.dtype[Any], content: bytes | bytearray) -> Any:
    """A new array of one record with these bytes."""
    return np.ndarray(1, dtype, bytearray(content))
