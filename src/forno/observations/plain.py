"""Observations of any game: the fields of its view, one after the other.

This is for games without a layout. Seats are absolute, as in the view, and numbers beyond a byte are cut off: write a layout
for a game whose views have bit sets or large numbers.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import literal_unroll
from numba.core import types
from numba.extending import overload

from forno.observations.history import Rows, append_events, fields, write_history
from forno.observations.layout import MOST, Layout, Slice, Vector
from forno.rules.compiling import jit
from forno.rules.game import Game
from forno.rules.log import Log
from forno.rules.records import Record


def layout(game: Game) -> Layout:
    dtype = game.view_dtype
    return Layout(
        game.id,
        0,
        tuple(Slice(name, dtype[name].shape or (1,), -MOST, MOST, f"the view's {name}") for name in dtype.names or ()),
    )


def observer(game: Game) -> Callable[[Any, Vector], None]:
    """A function that writes all fields of a view into a vector."""
    names = tuple(game.view_dtype.names or ())

    @jit
    def observe(v: Any, out: Vector) -> None:
        at = 0
        for name in literal_unroll(names):
            at = _write(out, at, v[name])

    return observe


def _write(out: Vector, at: int, value: Any) -> int:
    """Write a number or an array. Return where the next one goes."""
    for number in np.ravel(value):
        out[at] = min(MOST, max(-MOST, int(number)))
        at += 1
    return at


@overload(_write)
def _write_compiled(out: Any, at: Any, value: Any) -> Any:
    def write_number(out: Any, at: Any, value: Any) -> Any:
        out[at] = min(MOST, max(-MOST, value))
        return at + 1

    def write_array(out: Any, at: Any, value: Any) -> Any:
        for number in value.flat:
            out[at] = min(MOST, max(-MOST, number))
            at += 1
        return at

    return write_array if isinstance(value, types.Array | types.NestedArray) else write_number


def history_functions(game: Game) -> tuple[Callable[[Record, Log, Rows], None], Callable[[Record, Rows, Vector], None]]:
    """Functions that keep the public events and write them into a vector. Seats are absolute."""
    kept = fields(game.event_types)

    @jit
    def remember(s: Record, log: Log, ring: Rows) -> None:
        append_events(log, kept, 1, ring)

    @jit
    def recall(v: Record, ring: Rows, out: Vector) -> None:
        write_history(ring, kept, 0, 1, out)

    return remember, recall
