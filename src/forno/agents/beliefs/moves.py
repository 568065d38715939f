"""How well a world explains what the others did: the chance of a move, in the eyes of a sensible player who errs a little."""

import math

from forno.agents.rating import Values
from forno.rules.chance import Rng, word
from forno.rules.compiling import jit

SLIP = 0.02  # the chance of any move at all: people think otherwise than `rate` does


@jit
def log_chance(values: Values, n: int, choice: int, blur: float) -> float:
    """The logarithm of the chance that a player takes the action `choice` of `n`, which are worth `values` to them.

    They see the worths blurred by `blur`, and now and then do anything at all.
    """
    best = values[0]
    for k in range(1, n):
        best = max(best, values[k])
    total = 0.0
    for k in range(n):
        total += math.exp((values[k] - best) / blur)
    return math.log((1 - SLIP) * math.exp((values[choice] - best) / blur) / total + SLIP / n)


@jit
def accepts(gain: float, rng: Rng) -> bool:
    """Whether a random walk goes on to a world: always if it is likelier, otherwise by chance. `gain` is the logarithm of how much likelier."""
    return gain >= 0 or (gain > -math.inf and word(rng) < math.exp(gain) * 2**32)
