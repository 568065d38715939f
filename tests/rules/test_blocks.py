"""Blocks of bytes: the result is the same as byte by byte."""

from typing import Annotated, Any

import numba
import numpy as np
import pytest
from numba.core.dispatcher import Dispatcher

from forno.rules import GAMES
from forno.rules.blocks import bits, comparer, copier, ones, put, put_matches, put_word, runs, take, word
from forno.rules.chefs_hat import rules as chefs_hat
from forno.rules.game import Game
from forno.rules.records import Int8, Int8s, Int16, Record, dtype_of, new_records

N = 13


# Compiled without the cache on disk.
@numba.njit
def blocks(out: Any, at: int, values: Any, less: Any, n: int) -> None:
    put(out, at, values, n)  # n is not a constant
    take(out, at, less, 13)
    take(out, at + 13, less, n)


@numba.njit
def bits_and_ones(values: Any, at: int) -> Any:
    found = bits(values, at)
    return found, ones(found)


@numba.njit
def words(out: Any, at: int, values: Any) -> None:
    put_word(out, at, word(values, 1, 8) - word(values, 3, 8), 8)
    put_word(out, at + 8, word(values, 0, 4), 4)
    put_matches(out, at + 12, word(values, 4, 4), word(values, 8, 4))


def plain(function: Any) -> Any:
    return function.py_func if isinstance(function, Dispatcher) else function


def test_moved_as_one_after_the_other() -> None:
    rng = np.random.default_rng(1)
    for at in range(20):
        out, values, less = (rng.integers(-60, 60, size).astype(np.int8) for size in (60, N, N))
        expected = out.copy()
        expected[at : at + N] = values - less
        expected[at + N : at + 2 * N] -= less
        for function in (blocks, plain(blocks)):
            found = out.copy()
            function(found, at, values, less, N)
            np.testing.assert_array_equal(found, expected)


def test_words_and_matches() -> None:
    rng = np.random.default_rng(2)
    for at in range(20):
        out = rng.integers(-60, 60, 60).astype(np.int8)
        values = np.sort(rng.integers(-2, 4, 12).astype(np.int8))[::-1].copy()
        values[1:11] = np.arange(20, 10, -1)  # the difference of two words borrows nothing
        values[8:12] = rng.permutation(values[4:8])
        expected = out.copy()
        expected[at : at + 8] = values[1:9] - values[3:11]
        expected[at + 8 : at + 12] = values[:4]
        expected[at + 12 : at + 28] = (values[4:8, np.newaxis] == values[8:12]).ravel()
        if (expected[at : at + 8] < 0).any():
            continue
        for function in (words, plain(words)):
            found = out.copy()
            function(found, at, values)
            np.testing.assert_array_equal(found, expected)


PLACES = tuple(np.random.default_rng(3).integers(0, 16, 75).tolist())
LEAST = tuple(np.random.default_rng(4).integers(1, 6, 75).tolist())
compare = comparer(PLACES, LEAST)


@numba.njit
def compare_words(out: Any, low: int, high: int, allowed: Any) -> None:
    compare(out, low, high, allowed)


def test_bytes_are_compared_each_with_its_own_number() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        held = rng.integers(0, 8, 16).astype(np.int8)
        allowed = rng.integers(0, 2, len(PLACES)).astype(np.int8)
        expected = allowed * (held[list(PLACES)] >= np.array(LEAST))
        low, high = (int(half) for half in held.view(np.int64))
        for function in (compare_words, plain(compare_words)):
            out = np.full(len(PLACES) + 1, 9, np.int8)
            function(out, low, high, allowed)
            np.testing.assert_array_equal(out[:-1], expected)
            assert out[-1] == 9


@pytest.mark.parametrize("size", [5, 40, 64, 84, 229])
def test_bits_of_the_next_64_or_those_that_are_left(size: int) -> None:
    rng = np.random.default_rng(size)
    values = (rng.integers(-128, 128, size) * rng.integers(0, 2, size)).astype(np.int8)
    for at in range(0, size, 64):
        expected = sum(1 << k for k, value in enumerate(values[at : at + 64]) if value)
        for function in (bits_and_ones, plain(bits_and_ones)):
            found, count = function(values, at)
            assert (found % 2**64, count) == (expected, expected.bit_count())  # compiled, the last bit is the sign


class Secret(Record):
    a: Int8
    b: Annotated[Int8s, (3,)]
    secret: Int8
    c: Int8
    d: Int16


class Open(Record):
    a: Int8
    b: Annotated[Int8s, (3,)]
    c: Int8
    d: Int16


class Other(Record):
    a: Int16


def test_fields_side_by_side_are_one_block() -> None:
    secret = dtype_of(Secret)
    assert runs(secret, dtype_of(Open), ["c", "b", "a", "d"]) == [(0, 0, 6), (7, 6, 1)]
    with pytest.raises(AssertionError, match="a is not the same in both records"):
        runs(secret, dtype_of(Other), ["a"])


copy_some = copier(["number", "placed", "points"])


@numba.njit
def copy_first(source: Any, target: Any) -> None:
    copy_some(source[0], target[0])


def test_only_what_is_named_is_copied() -> None:
    states: Any = np.frombuffer(np.random.default_rng(2).bytes(chefs_hat.STATE.itemsize), chefs_hat.STATE)
    for function in (copy_first, plain(copy_first)):
        views = new_records(1, chefs_hat.VIEW)
        function(states, views)
        for name in chefs_hat.VIEW.names or ():
            if name in ("number", "placed", "points"):
                np.testing.assert_array_equal(views[name], states[name])
            else:
                assert not views[name].any(), name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_what_lies_open_is_one_block(game: Game) -> None:
    """States and views begin with the public fields: copying them is most of the cost of a view."""
    same = [name for name in game.view_dtype.names or () if name in (game.state_dtype.fields or {})]
    public = [
        name for name in same if game.view_dtype[name] == game.state_dtype[name] and name not in ("waiter", "refused")
    ]
    assert len(runs(game.state_dtype, game.view_dtype, public)) <= 2
