"""Choices by ratings, for agents that judge less well than they could.

A game may have a function that says what each legal action is worth (`rate`, for records of its views), and which one `greedy` would take, which
it rates so. A careless player sees these worths blurred: it confuses actions of similar worth, and seldom makes a bad mistake.
"""

import math

import numpy as np
from numpy.typing import NDArray

from forno.rules import verbs
from forno.rules.chance import Rng, below, word
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.records import Record

Values = NDArray[np.float64]
UNIT = 1000  # the noise is in thousandths of a point or order
MOST_NOISE = 4095


@jit
def remember(v: Record) -> None:
    """Leaves the view of a game that has nothing to forget as it is."""


NO_FAVOURITE = -1


@jit
def all_equal(v: Record, legal: Actions, n: int, values: Values) -> int:
    """Rates the actions of a game that has no ratings."""
    values[:n] = 0.0
    return NO_FAVOURITE


@jit
def favourite(values: Values, n: int, margin: float) -> int:
    """The index of the first value that is highest; differences up to a margin do not count."""
    best, choice = -np.inf, 0
    for k in range(n):
        if values[k] > best + margin:
            best, choice = values[k], k
    return choice


rate, _forget = verbs.verb("rate", default=all_equal), verbs.verb("forget", default=remember)


@jit
def careless(v: Record, legal: Actions, n: int, rng: Rng, noise: int, forgets: int) -> int:
    """Take the action that seems best. Overwrites the view if it forgets.

    The blur of each worth has a Gumbel distribution, so with two actions the worse one is taken with the odds exp(-difference / noise).
    """
    if n == 1:
        return int(legal[0])
    if forgets > 0 and below(rng, 100) < forgets:
        _forget(v)
    values = np.empty(n, np.float64)
    rate(v, legal, n, values)
    best, choice = -np.inf, 0
    for k in range(n):
        blur = -math.log(-math.log((word(rng) + 0.5) / 2**32))
        seems = values[k] + noise / UNIT * blur
        if seems > best:
            best, choice = seems, k
    return int(legal[choice])
