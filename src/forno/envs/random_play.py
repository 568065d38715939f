"""A learner that chooses at random, for benchmarks and examples: as fast as what it is to measure."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.chance import below
from forno.rules.kernel import Records, borrowed, jit


@jit
def pick(masks: NDArray[np.int8], rng: Records, actions: NDArray[np.int64]) -> None:
    """For each mask an action that it allows, each as likely as the others; 0 if it allows none."""
    rng_ = borrowed(rng)
    for i in range(masks.shape[0]):
        n = 0
        for k in range(masks.shape[1]):
            n += masks[i, k]
        at = below(rng_, n) if n > 0 else 0
        actions[i] = 0
        for k in range(masks.shape[1]):
            if masks[i, k]:
                if at == 0:
                    actions[i] = k
                    break
                at -= 1
