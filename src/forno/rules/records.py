"""Records: fixed-size structs of numbers that run compiled and as plain Python.

A record is declared as a class, which gives both its static type and its dtype:

    class State(Record):
        phase: Int8
        hand: Annotated[Int8s, (SEATS, "types")]

    STATE = dtype_of(State, types=13)
    states = new_records(2, STATE)  # Records[State]: mypy knows `states[0].phase` and rejects `states[0].fase`

The classes exist for the type checker only. At run time a `Records` is a plain NumPy array, and one of its elements is an
`np.record`, so that Numba compiles access to a field to a load or a store.

Functions that Python calls take an array and an index instead of one record, because Numba unboxes an array six times as fast.
"""

from collections.abc import Iterator
from operator import itemgetter
from typing import Annotated, Any, Self, SupportsIndex, TypeAlias, cast, get_args, get_origin, get_type_hints, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

Int8 = Annotated[int, np.int8]
Int16 = Annotated[int, np.int16]
Int64 = Annotated[int, np.int64]
Float64 = Annotated[float, np.float64]
Int8s: TypeAlias = NDArray[np.int8]
Int16s: TypeAlias = NDArray[np.int16]
Int32s: TypeAlias = NDArray[np.int32]
Int64s: TypeAlias = NDArray[np.int64]


class Record(np.generic):
    """The base class of all records. As an annotation it means a record of any kind, with no known fields."""

    Element = np.record  # each class gets one of its own

    def __new__(cls) -> Self:  # NumPy's stubs call the base class abstract
        raise TypeError("Records are made in arrays: see `new_records`.")


R = TypeVar("R", bound=Record)
R_co = TypeVar("R_co", bound=Record, covariant=True, default=Record)


class Records(np.ndarray[tuple[int], np.dtype[R_co]]):
    """The static type of a one-dimensional array of records. `Records` alone are records of any kind."""

    @overload  # type: ignore[override]  # NumPy returns Any for an element, and has more kinds of index
    def __getitem__(self, index: SupportsIndex, /) -> R_co: ...
    @overload
    def __getitem__(self, index: slice, /) -> "Records[R_co]": ...
    @overload
    def __getitem__(self, index: str, /) -> NDArray[Any]: ...
    def __getitem__(self, index: Any, /) -> Any:
        return super().__getitem__(index)

    def __iter__(self) -> Iterator[R_co]:
        return super().__iter__()


def new_records(n: int, dtype: np.dtype[R]) -> Records[R]:
    """New records. All numbers in them are 0."""
    return cast("Records[R]", np.zeros(n, dtype))


def field_names(record: type[Record]) -> list[str]:
    """The names in the order of their declaration, those of base classes first."""
    return list(get_type_hints(record))


def dtype_of(record: type[R], **sizes: int) -> np.dtype[R]:
    """The dtype of a record class. `sizes` are the numbers for sizes of array fields that the class gives by name.

    Wider fields come first, so that all are aligned without padding: two records are equal if their bytes are.
    """
    fields = [_field(name, hint, sizes) for name, hint in get_type_hints(record, include_extras=True).items()]
    for name, *_ in fields:  # in plain Python, an attribute of np.record (size, data, …) would hide the field
        assert not hasattr(np.record, name), f"a field cannot be called {name}"
    fields.sort(key=lambda field: -np.dtype(field[1]).itemsize)
    return cast("np.dtype[R]", np.dtype((_element(record, [name for name, *_ in fields]), fields)))


def _element(record: type[Record], names: list[str]) -> type[np.record]:
    """The class of an element in plain Python. Its fields are properties: np.record looks them up, which takes ten times as long."""
    if "Element" not in vars(record):
        quick = ("__getattribute__", "__setattr__", "__getitem__", "__setitem__")
        body: dict[str, Any] = {name: getattr(np.void, name) for name in quick}
        body |= {name: _property(name) for name in names}
        body |= {"__module__": record.__module__, "__qualname__": f"{record.__qualname__}.Element"}  # for pickle
        record.Element = cast("type[np.record]", type("Element", (np.record,), body))
    return record.Element


def _property(name: str) -> property:
    def write(element: np.void, value: Any) -> None:
        element[name] = value

    return property(itemgetter(name), write)


def _field(name: str, hint: Any, sizes: dict[str, int]) -> tuple[str, Any] | tuple[str, Any, tuple[int, ...]]:
    value_type, detail = get_args(hint)
    if get_origin(value_type) is not np.ndarray:
        return name, detail
    element = get_args(get_args(value_type)[1])[0]
    return name, element, tuple(sizes[size] if isinstance(size, str) else size for size in detail)
