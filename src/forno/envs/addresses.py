"""Many arrays passed to compiled code as one: the addresses and sizes of all.

Numba unpacks each array that Python passes, and releases it again. A batch has some thirty of them, which took more than half of the time of a step of
one game. Compiled code counts no references to these arrays: whoever passes their addresses keeps them alive.
"""

import ctypes
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.np import arrayobj
from numpy.typing import NDArray

Addresses = NDArray[np.int64]
# The types of the fields of a NamedTuple, by name: a scalar, a dtype and the number of dimensions, or another NamedTuple with its fields.
Fields = Mapping[str, Any]

_arrayobj: Any = arrayobj
_types: Any = types
_WORD = ir.IntType(64)


def addresses_of(*tuples: Any) -> Addresses:
    """The addresses and sizes of all arrays in these NamedTuples, and their other numbers."""
    return np.array([word for one in tuples for word in _words(one)], np.int64)


def _words(value: Any) -> Iterator[int]:
    if isinstance(value, tuple):
        for one in value:
            yield from _words(one)
    elif isinstance(value, np.ndarray):
        assert value.flags.c_contiguous
        yield value.ctypes.data
        yield from value.shape
    elif isinstance(value, float):
        yield int(np.float64(value).view(np.int64))
    else:
        yield int(value)


def restore(addresses: Addresses, kind: type, fields: Fields) -> tuple[Any, Addresses]:
    """The NamedTuple that begins here, and the addresses after it. For plain Python; compiled code uses `generate`."""
    values = []
    for field in fields.values():
        if isinstance(field, type):
            word = addresses[:1]
            values.append(field(word.view(np.float64)[0] if field is float else word[0]))
            addresses = addresses[1:]
        elif isinstance(field[1], Mapping):
            value, addresses = restore(addresses, *field)
            values.append(value)
        else:
            dtype, dimensions = field
            shape = tuple(addresses[1 : 1 + dimensions].tolist())
            values.append(_array_at(int(addresses[0]), shape, dtype))
            addresses = addresses[1 + dimensions :]
    return kind(*values), addresses


def _array_at(address: int, shape: tuple[int, ...], dtype: np.dtype[Any]) -> NDArray[Any]:
    size = prod(shape) * dtype.itemsize
    if size == 0:
        return np.zeros(shape, dtype)
    memory = memoryview((ctypes.c_char * size).from_address(address)).cast("B")
    return np.frombuffer(memory, dtype).reshape(shape)


def type_of(kind: type, fields: Fields) -> Any:
    """Numba's type of a NamedTuple. A dtype may also be Numba's own type of an array."""
    found = []
    for field in fields.values():
        if isinstance(field, type):
            found.append({int: _types.int64, float: _types.float64, bool: _types.boolean}[field])
        elif isinstance(field[1], Mapping):
            found.append(type_of(*field))
        elif isinstance(field[0], _types.Array):
            found.append(field[0])
        else:
            found.append(_types.Array(numba.from_dtype(field[0]), field[1], "C"))
    return _types.NamedTuple(found, kind)


def generate(context: Any, builder: Any, addresses: Any, kinds: list[Any]) -> list[Any]:
    """Code that makes values of these types from `addresses`, a pointer to the words."""
    at = 0

    def read() -> Any:
        nonlocal at
        at += 1
        return builder.load(builder.gep(addresses, [_WORD(at - 1)]))

    def made(kind: Any) -> Any:
        if isinstance(kind, _types.Array):
            return array(kind)
        if isinstance(kind, _types.BaseTuple):
            return context.make_tuple(builder, kind, [made(one) for one in kind.types])
        if kind == _types.boolean:
            return builder.icmp_unsigned("!=", read(), _WORD(0))
        return builder.bitcast(read(), context.get_value_type(kind))

    def array(kind: Any) -> Any:
        size = context.get_abi_sizeof(context.get_data_type(kind.dtype))
        made = context.make_array(kind)(context, builder)
        data = builder.inttoptr(read(), made.data.type)
        shape = [read() for _ in range(kind.ndim)]
        strides = [_WORD(size)]
        for length in shape[:0:-1]:
            strides.insert(0, builder.mul(strides[0], length))
        _arrayobj.populate_array(made, data, shape, strides, _WORD(size), meminfo=None)
        return made._getvalue()  # noqa: SLF001  Numba's own way

    return [made(kind) for kind in kinds]
