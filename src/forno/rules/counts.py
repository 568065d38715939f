"""Cards counted by kind. Plain loops: NumPy's functions on whole arrays take Numba far longer to compile."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.compiling import jit
from forno.rules.records import Int8s


@jit
def total(counts: Int8s | NDArray[np.int64]) -> int:
    n = 0
    for kind in range(counts.shape[0]):
        n += int(counts[kind])
    return n


@jit
def listed(counts: Int8s) -> Int8s:
    """Each kind as often as it is counted, in order."""
    kinds = np.empty(total(counts), np.int8)
    at = 0
    for kind in range(counts.shape[0]):
        for _ in range(counts[kind]):
            kinds[at] = kind
            at += 1
    return kinds
