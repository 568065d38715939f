"""Writing a vector from front to back. Each function returns where the next slice begins; the vector must be all zeros before."""

from typing import Any

from forno.envs.observations.layout import MOST, Vector
from forno.rules.kernel import inlined


@inlined
def number(out: Vector, at: int, value: int) -> int:
    out[at] = min(MOST, value)
    return at + 1


@inlined
def one_hot(out: Vector, at: int, n: int, value: int) -> int:
    """A one in place of `value`; none for what is not from 0 to n - 1."""
    for k in range(n):  # without a branch, which would be guessed wrongly
        out[at + k] = value == k
    return at + n


@inlined
def numbers(out: Vector, at: int, values: Any) -> int:
    for k in range(values.shape[0]):
        out[at + k] = values[k]
    return at + int(values.shape[0])


@inlined
def bits(out: Vector, at: int, n: int, values: int) -> int:
    """A bit set as ones and zeros."""
    for k in range(n):
        out[at + k] = (values >> k) & 1
    return at + n
