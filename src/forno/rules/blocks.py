"""Moving and reading bytes in blocks. Numba handles them one by one, because two arrays might overlap."""

from collections.abc import Callable, Sequence
from typing import Any

import numba
import numba.core.cgutils
import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

from forno.rules.compiling import jit, overloaded
from forno.rules.records import Record

_config: Any = numba.config
_cgutils: Any = numba.core.cgutils


def copier(names: Sequence[str]) -> Callable[[Record, Record], None]:
    """A function that copies these fields from one record to another. Fields that are adjacent in both are one block."""

    def copy(source: Any, target: Any) -> None:
        for name in names:
            target[name] = source[name]

    @intrinsic
    def _move(_: Any, source: Any, target: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            for start, to, size in runs(source.dtype, target.dtype, names):
                _cgutils.raw_memcpy(
                    builder,
                    _cgutils.pointer_add(builder, arguments[1], to),
                    _cgutils.pointer_add(builder, arguments[0], start),
                    ir.IntType(64)(size),
                    1,
                )
            return context.get_dummy_value()

        return types.void(source, target), generate

    move: Any = _move

    @overloaded(copy)
    def compiled(source: Any, target: Any) -> Any:
        return lambda source, target: move(source, target)  # noqa: PLW0108  Numba wants a plain function

    return copy


def runs(source: np.dtype[Any], target: np.dtype[Any], names: Sequence[str]) -> list[tuple[int, int, int]]:
    """The blocks: where each begins in both records, and its size."""
    found: list[tuple[int, int, int]] = []
    end = None  # of the last block, in both
    for name in sorted(names, key=lambda name: _field(source, name)[1]):
        (kind, start), (same, to) = _field(source, name), _field(target, name)
        assert kind == same, f"{name} is not the same in both records"
        if end == (start, to):
            start, to, size = found.pop()
        else:
            size = 0
        size += kind.itemsize
        found.append((start, to, size))
        end = start + size, to + size
    return found


def _field(record: np.dtype[Any], name: str) -> tuple[np.dtype[Any], int]:
    """Its type and its offset."""
    assert record.fields is not None
    return record.fields[name][0], record.fields[name][1]


def put(out: Any, at: int, values: Any, n: int) -> None:
    """Copy the first n of `values` to `out`, from index `at` on."""
    for k in range(n):
        out[at + k] = values[k]


@overloaded(put)
def _put(out: Any, at: Any, values: Any, n: Any) -> Any:
    assert out.ndim == values.ndim == 1, "one row at a time"
    if _is_checked(out, values):
        return put
    return lambda out, at, values, n: _put_block(out, at, values, n)  # noqa: PLW0108  see above


@intrinsic
def _write(_: Any, out: Any, at: Any, values: Any, n: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, start = _places(context, builder, out, values, arguments)
        _cgutils.raw_memcpy(builder, to, start, arguments[3], 1)
        return context.get_dummy_value()

    return types.void(out, types.intp, values, types.intp), generate


_put_block: Any = _write


def _is_checked(*arrays: Any) -> bool:
    """Whether to go element by element: blocks skip the bounds checks, and only bytes can be moved so."""
    return bool(_config.BOUNDSCHECK) or any(array.dtype.bitwidth != 8 for array in arrays)


def _places(context: Any, builder: Any, out: Any, values: Any, arguments: Any) -> tuple[Any, Any]:
    to = context.make_array(out)(context, builder, arguments[0]).data
    start = context.make_array(values)(context, builder, arguments[2]).data
    return builder.gep(to, [arguments[1]]), start


def take(out: Any, at: int, values: Any, n: int) -> None:
    """Subtract the first n of `values` from `out`, from index `at` on. A block only if n is a constant."""
    for k in range(n):
        out[at + k] -= values[k]


@overloaded(take, prefer_literal=True)
def _take(out: Any, at: Any, values: Any, n: Any) -> Any:
    if _is_checked(out, values) or not isinstance(n, types.IntegerLiteral):
        return take
    return lambda out, at, values, n: _take_block(out, at, values, n)  # noqa: PLW0108  see above


@intrinsic(prefer_literal=True)
def _subtract(_: Any, out: Any, at: Any, values: Any, n: Any) -> Any:
    kind = ir.VectorType(ir.IntType(8), n.literal_value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, other = (
            builder.bitcast(place, kind.as_pointer()) for place in _places(context, builder, out, values, arguments)
        )
        rest = builder.sub(builder.load(to, align=1), builder.load(other, align=1))
        builder.store(rest, to, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, values, n), generate


_take_block: Any = _subtract


def bits(values: Any, at: int) -> int:
    """Which of the next 64 bytes (or of those that are left) are not zero, as a bit set."""
    found = 0
    for k in range(min(64, values.shape[0] - at)):
        found |= int(values[at + k] != 0) << k
    return found


@overloaded(bits)
def _bits(values: Any, at: Any) -> Any:
    def wide(values: Any, at: Any) -> Any:
        last = values.shape[0] - 64  # the last index at which a whole block begins
        if last < 0:
            return _bits_of_few(values, at)
        start = min(at, last)
        return _bits_of_64(values, start, at - start)

    return bits if _is_checked(values) else wide


@intrinsic
def _read(_: Any, values: Any, at: Any, skip: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.VectorType(ir.IntType(8), 64)
        data = context.make_array(values)(context, builder, arguments[0]).data
        block = builder.load(builder.bitcast(builder.gep(data, [arguments[1]]), kind.as_pointer()), align=1)
        flags = builder.icmp_unsigned("!=", block, kind(None))
        return builder.lshr(builder.bitcast(flags, ir.IntType(64)), arguments[2])

    return types.int64(values, types.intp, types.intp), generate


_bits_of_64: Any = _read
_bits_of_few = jit(bits)


def ones(bit_set: int) -> int:
    """The number of bits that are set."""
    return int(bit_set).bit_count()


@overloaded(ones)
def _ones(bit_set: Any) -> Any:
    return lambda bit_set: _count(bit_set)  # noqa: PLW0108  see above


@intrinsic
def _ctpop(_: Any, bit_set: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


_count: Any = _ctpop


def word(values: Any, at: int, n: int) -> int:
    """N bytes (4 or 8, a constant) as one number, the first byte lowest. Of 8 bytes, the last must not be negative."""
    found = 0
    for k in range(n):
        found |= (int(values[at + k]) & 255) << (8 * k)
    return found


@overloaded(word, prefer_literal=True)
def _word(values: Any, at: Any, n: Any) -> Any:
    if _is_checked(values) or not isinstance(n, types.IntegerLiteral):
        return word
    return lambda values, at, n: _load_word(values, at, n)  # noqa: PLW0108  see above


@intrinsic(prefer_literal=True)
def _load(_: Any, values: Any, at: Any, n: Any) -> Any:
    kind = ir.IntType(8 * n.literal_value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(values)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), kind.as_pointer())
        found = builder.load(place, align=1)
        return found if n.literal_value == 8 else builder.zext(found, ir.IntType(64))

    return types.int64(values, types.intp, n), generate


_load_word: Any = _load


def put_word(out: Any, at: int, value: int, n: int) -> None:
    """Write the lowest n bytes (4 or 8, a constant) of a number."""
    for k in range(n):
        byte = (value >> (8 * k)) & 255
        out[at + k] = byte - ((byte & 128) << 1)


@overloaded(put_word, prefer_literal=True)
def _put_word(out: Any, at: Any, value: Any, n: Any) -> Any:
    if _is_checked(out) or not isinstance(n, types.IntegerLiteral):
        return put_word
    return lambda out, at, value, n: _store_word(out, at, value, n)  # noqa: PLW0108  see above


@intrinsic(prefer_literal=True)
def _store(_: Any, out: Any, at: Any, value: Any, n: Any) -> Any:
    kind = ir.IntType(8 * n.literal_value)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(out)(context, builder, arguments[0]).data
        place = builder.bitcast(builder.gep(data, [arguments[1]]), kind.as_pointer())
        value = arguments[2] if n.literal_value == 8 else builder.trunc(arguments[2], kind)
        builder.store(value, place, align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.int64, n), generate


_store_word: Any = _store


def put_matches(out: Any, at: int, rows: int, columns: int) -> None:
    """Compare each of four bytes with each of four others: 16 ones and zeros, row by row."""
    for i in range(4):
        for j in range(4):
            out[at + 4 * i + j] = ((rows >> (8 * i)) & 255) == ((columns >> (8 * j)) & 255)


@overloaded(put_matches)
def _put_matches(out: Any, at: Any, rows: Any, columns: Any) -> Any:
    if _is_checked(out):
        return put_matches
    return lambda out, at, rows, columns: _store_matches(out, at, rows, columns)  # noqa: PLW0108  see above


@intrinsic
def _matches(_: Any, out: Any, at: Any, rows: Any, columns: Any) -> Any:
    four, sixteen = (ir.VectorType(ir.IntType(8), n) for n in (4, 16))
    places = ir.VectorType(ir.IntType(32), 16)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(out)(context, builder, arguments[0]).data
        row, column = (builder.bitcast(builder.trunc(one, ir.IntType(32)), four) for one in arguments[2:])
        row = builder.shuffle_vector(row, row, places([k // 4 for k in range(16)]))
        column = builder.shuffle_vector(column, column, places([k % 4 for k in range(16)]))
        same = builder.zext(builder.icmp_unsigned("==", row, column), sixteen)
        builder.store(same, builder.bitcast(builder.gep(data, [arguments[1]]), sixteen.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(out, types.intp, types.int64, types.int64), generate


_store_matches: Any = _matches


def comparer(places: tuple[int, ...], least: tuple[int, ...]) -> Callable[[Any, int, int, Any], None]:
    """A function that looks up a byte for each of its results, and writes whether it is large enough.

    The bytes are 16, in two numbers, the first byte lowest; none is negative. Result k is 1 if the byte at `places[k]` is at least `least[k]`
    and `allowed[k]` is 1, else 0. There are at least 32 results.
    """
    n, width = len(places), 32

    def compare(out: Any, low: int, high: int, allowed: Any) -> None:
        for k in range(n):
            held = ((low, high)[places[k] >> 3] >> (8 * (places[k] & 7))) & 255
            out[k] = allowed[k] if held >= least[k] else 0

    @intrinsic
    def _compare(_: Any, out: Any, low: Any, high: Any, allowed: Any) -> Any:
        words, held = ir.VectorType(ir.IntType(64), 2), ir.VectorType(ir.IntType(8), 16)
        block, indices = ir.VectorType(ir.IntType(8), width), ir.VectorType(ir.IntType(32), width)

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            to, start = (
                context.make_array(kind)(context, builder, arguments[k]).data for kind, k in ((out, 0), (allowed, 3))
            )
            both: Any = words(ir.Undefined)
            for k in (0, 1):
                both = builder.insert_element(both, arguments[1 + k], ir.IntType(32)(k))
            both = builder.bitcast(both, held)
            for at in (*range(0, n - width, width), n - width):  # the last block overlaps the one before it
                found = builder.shuffle_vector(both, both, indices(places[at : at + width]))
                enough = builder.icmp_signed(">=", found, block(least[at : at + width]))
                source, target = (
                    builder.bitcast(builder.gep(data, [ir.IntType(64)(at)]), block.as_pointer()) for data in (start, to)
                )
                found = builder.and_(builder.sext(enough, block), builder.load(source, align=1))
                builder.store(found, target, align=1)
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64, allowed), generate

    in_blocks: Any = _compare

    @overloaded(compare)
    def compiled(out: Any, low: Any, high: Any, allowed: Any) -> Any:
        if _is_checked(out, allowed):
            return compare
        return lambda out, low, high, allowed: in_blocks(out, low, high, allowed)  # noqa: PLW0108  see above

    return compare
