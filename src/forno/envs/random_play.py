"""Random actions for benchmarks and examples, fast enough not to distort a measurement."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.blocks import bits, ones
from forno.rules.chance import Rng, below
from forno.rules.compiling import borrowed, jit


@jit
def pick(masks: NDArray[np.int8], rng: Rng, actions: NDArray[np.int64]) -> None:
    """Choose a legal action for each mask, uniformly at random. The action is 0 where no action is legal."""
    masks_, rng_ = borrowed(masks), borrowed(rng)
    for i in range(masks.shape[0]):
        mask = masks_[i]
        n = 0
        for k in range(0, mask.shape[0], 64):
            n += ones(bits(mask, k))
        ahead = below(rng_, n) if n > 0 else 0
        actions[i] = 0
        for k in range(0, mask.shape[0], 64):
            allowed = bits(mask, k)
            here = ones(allowed)
            if ahead < here:
                for _ in range(ahead):
                    allowed &= allowed - 1
                actions[i] = k + ones((allowed & -allowed) - 1)
                break
            ahead -= here
