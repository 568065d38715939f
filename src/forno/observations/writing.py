"""Writing a vector from front to back. Each function returns where the next slice begins."""

from typing import Any

import numpy as np

from forno.observations.layout import MOST, Vector
from forno.rules.blocks import put
from forno.rules.compiling import inlined

HOT = np.eye(32, 16, dtype=np.int8)  # the rows from 16 on are all zeros


@inlined
def number(out: Vector, at: int, value: int) -> int:
    out[at] = min(MOST, value)
    return at + 1


@inlined
def one_hot(out: Vector, at: int, n: int, value: int) -> int:
    """A one at `value` (-1 to 30), or only zeros if it is not from 0 to n - 1. n is at most 16."""
    put(out, at, HOT[value & 31], n)  # without a branch, which the processor would mispredict
    return at + n


@inlined
def numbers(out: Vector, at: int, values: Any, n: int) -> int:
    """The first n of `values`."""
    put(out, at, values, n)
    return at + n


@inlined
def bits(out: Vector, at: int, n: int, values: int) -> int:
    """A bit set as ones and zeros."""
    for k in range(n):
        out[at + k] = (values >> k) & 1
    return at + n
