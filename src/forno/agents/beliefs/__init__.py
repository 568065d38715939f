"""What the others' play tells of their cards: how plausible a world is, beyond what is possible.

The worlds of `resample` agree with all that a seat has seen, and with nothing else: in most of them people would not have played as they did. A
belief rates them: `plausible(v, s)` is the logarithm of how much likelier the state `s` is in play among sensible people than among worlds dealt
blindly, up to a number that is the same for all worlds of the view `v`. A game without a belief takes worlds as they come.
"""

from typing import NamedTuple, Protocol

from forno.agents.beliefs import chefs_hat
from forno.rules import find
from forno.rules.records import Record
from forno.rules.verbs import register, verb


class Plausible(Protocol):
    def __call__(self, v: Record, s: Record, /) -> float: ...


class Belief(NamedTuple):
    plausible: Plausible


BELIEFS = {"chefs-hat": Belief(chefs_hat.plausible)}
for _game, _belief in BELIEFS.items():
    register(_belief, find(_game).view_dtype)

plausible = verb("plausible")  # for compiled code; only of the games above
