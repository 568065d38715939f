"""Compiled code that borrows arrays."""

from typing import Any

import numba
import numpy as np

from forno.rules.chefs_hat.rules import PIZZA, STATE
from forno.rules.compiling import borrowed
from forno.rules.records import new_records
from forno.rules.verbs import actor


@numba.njit(inline="always")
def write_into(array: Any, i: int) -> None:
    array[i] = 7


@numba.njit
def write_borrowed(numbers: Any, rows: Any, states: Any) -> None:
    mine = borrowed(numbers)
    mine[0] = 5
    write_into(mine, 1)
    write_into(borrowed(rows)[1], 0)
    s = borrowed(states)[0]
    s.role[actor(s)] = 7


def test_what_is_written_into_a_borrowed_array_stays() -> None:
    """Where a verb is inlined, Numba removes writes that look unused."""
    numbers, rows, states = np.zeros(2), np.zeros((2, 2)), new_records(1, STATE)
    states[0].phase, states[0].actor = PIZZA, 2
    write_borrowed(numbers, rows, states)
    assert numbers.tolist() == [5, 7]
    assert rows.tolist() == [[0, 0], [7, 0]]
    assert states[0].role.tolist() == [0, 0, 7, 0]
