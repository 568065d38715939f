"""Compiled loops that only the benchmark needs."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.chance import below
from forno.rules.game import CHANCE, NOBODY, Actions
from forno.rules.kernel import Log, Records, jit
from forno.rules.verbs import actor, deal, legal, step, view  # by name: Numba takes any `.view` for that of an array


@jit
def collect(template: Records, states: Records, rng: Records, actions: Actions, log: Log) -> None:
    """Fill `states` with the positions of random games, one decision after the other. Its last place is the game's own."""
    game = states.shape[0] - 1
    states[game] = template[0]
    k = 0
    while k < game:
        seat = actor(states, game)
        if seat == NOBODY:
            states[game] = template[0]
        elif seat == CHANCE:
            deal(states, game, rng, log)
        else:
            states[k] = states[game]
            k += 1
            n = legal(states, game, actions)
            step(states, game, actions[below(rng, n)], log)


@jit
def look(states: Records, count: int, views: Records, actions: Actions, mask: NDArray[np.bool_]) -> int:
    """What an agent is given at each decision: its view, the legal actions, and their mask."""
    total = 0
    for i in range(count):
        view(states, i, actor(states, i), views, 0)
        n = legal(states, i, actions)
        mask[:] = False
        for k in range(n):
            mask[actions[k]] = True
        total += n
    return total
