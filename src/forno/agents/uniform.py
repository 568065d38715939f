"""Any legal action, each as likely as the others."""

from forno.rules.chance import below
from forno.rules.game import Actions
from forno.rules.kernel import Record, Records, jit


@jit
def uniform(v: Record, legal: Actions, n: int, rng: Records) -> int:
    return int(legal[below(rng, n)])
