"""The memory of the search: how well actions did at each information set. Compiled, the same code for every game.

An information set is what the deciding seat sees; its name is a hash of the view. Worlds that look the same to a seat therefore share an entry. Each
seat prefers what did best for itself, and follows the rollout policy where it has no experience.
"""

import math

import numpy as np
from numpy.typing import NDArray

from forno.rules.chance import Rng, below
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.records import Float64, Int64, Record, Records, dtype_of


class Entry(Record):
    """An information set, or one of its actions that was tried."""

    total: Float64  # sum of the payoffs of the seat that chose
    name: Int64  # hash; 0: empty
    visits: Int64


class Trail(Record):
    """A choice of one simulation."""

    entry: Int64
    seat: Int64


ENTRY, TRAIL = dtype_of(Entry), dtype_of(Trail)
_KNOWN = 4  # visits before any action but the policy's is tried
_WIDE = 8.0  # the number of tried actions grows with the square root of visits / _WIDE
_HALF = 0x7FFFFFFF
_PROBES = 16


@jit
def consult(
    tree: Records[Entry], seen: NDArray[np.uint8], usual: int, actions: Actions, n: int, spread: float, rng: Rng
) -> tuple[int, int]:
    """The action to take at an information set, and its entry (-1: no room). `usual` is the policy's action."""
    name = _name(seen)
    here = _find(tree, name)
    if here < 0:
        return usual, -1
    visits = int(tree[here].visits)
    tree[here].visits = visits + 1
    choice = usual
    if visits >= _KNOWN:
        best, tried = -np.inf, 0
        for action in actions[:n]:
            at = _find(tree, _with(name, action))
            if at >= 0 and tree[at].visits > 0:
                tried += 1
                bound = tree[at].total / tree[at].visits + spread * math.sqrt(math.log(visits) / tree[at].visits)
                if bound > best:
                    best, choice = bound, int(action)
        if tried < n and tried < 1 + int(math.sqrt(visits / _WIDE)):
            choice = _untried(tree, name, actions, n, below(rng, n - tried), choice)
    return choice, _find(tree, _with(name, choice))


@jit
def _untried(tree: Records[Entry], name: int, actions: Actions, n: int, nth: int, otherwise: int) -> int:
    for action in actions[:n]:
        at = _find(tree, _with(name, action))
        if at >= 0 and tree[at].visits == 0:
            if nth == 0:
                return int(action)
            nth -= 1
    return otherwise


@jit
def _name(seen: NDArray[np.uint8]) -> int:
    """Two hashes of 31 bits, which plain Python computes without overflow."""
    a, b = 1, 2
    for byte in seen:
        a = (a * 1000003 + int(byte) + 1) & _HALF
        b = (b * 69069 + int(byte) + 1) & _HALF
    return (a << 31) | b


@jit
def _with(name: int, action: int) -> int:
    return name ^ ((int(action) + 1) * 0x9E3779B1)


@jit
def _find(tree: Records[Entry], name: int) -> int:
    """The entry with this name, new if there was none; -1 if there is no room."""
    mask = tree.shape[0] - 1
    at = (name ^ (name >> 29)) & mask
    for _ in range(_PROBES):
        if tree[at].name == 0:
            tree[at].name = name
        if tree[at].name == name:
            return int(at)
        at = (at + 1) & mask
    return -1
