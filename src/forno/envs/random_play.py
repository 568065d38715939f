"""Random actions for benchmarks and examples, fast enough not to distort a measurement."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.blocks import bits, ones
from forno.rules.chance import Rng, below
from forno.rules.compiling import borrowed, jit


@jit
def pick(masks: NDArray[np.int8], rng: Rng, actions: NDArray[np.int64]) -> None:
    """Choose a legal action for each mask, uniformly at random. The action is 0 where no action is legal."""
    parts = (masks.shape[1] + 63) // 64
    allowed = np.zeros(parts, np.int64)
    before = np.zeros(parts, np.int64)  # legal actions in all earlier parts
    masks_, rng_, actions_, allowed_, before_ = (
        borrowed(masks),
        borrowed(rng),
        borrowed(actions),
        borrowed(allowed),
        borrowed(before),
    )
    for i in range(masks.shape[0]):
        n = 0
        for k in range(parts):
            allowed_[k] = bits(masks_[i], 64 * k)
            before_[k] = n
            n += ones(allowed_[k])
        ahead = below(rng_, n) if n > 0 else 0
        part = 0
        for k in range(1, parts):  # no early exit: the processor would mispredict it
            part += int(ahead >= before_[k] and n > 0)
        rest = allowed_[part]
        for _ in range(ahead - before_[part]):
            rest &= rest - 1
        actions_[i] = 64 * part + ones((rest & -rest) - 1) if n > 0 else 0
    assert allowed.shape == before.shape  # they live to the end
