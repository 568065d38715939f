"""A random legal action."""

from forno.rules.chance import Rng, below
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.records import Record


@jit
def uniform(v: Record, legal: Actions, n: int, rng: Rng) -> int:
    return int(legal[below(rng, n)])
