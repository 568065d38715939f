"""The compiled loop that the benchmark times."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.arrays import actor, legal, view
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.records import Records


@jit
def read_positions(states: Records, count: int, views: Records, actions: Actions, mask: NDArray[np.bool_]) -> int:
    """Make what an agent gets at each decision: its view, the legal actions and their mask."""
    total = 0
    for i in range(count):
        view(states, i, actor(states, i), views, 0)
        n = legal(states, i, actions)
        mask[:] = False
        for k in range(n):
            mask[actions[k]] = True
        total += n
    return total
