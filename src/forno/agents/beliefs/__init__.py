"""What the others' play tells of their cards: how plausible a world is, beyond what is possible.

The worlds of `resample` agree with all that a seat has seen, and with nothing else: in most of them people would not have played as they did. A
belief rates them: `plausible(v, s)` is the logarithm of how much likelier the state `s` is in play among sensible people than among worlds dealt
blindly, up to a number that is the same for all worlds of the view `v`. A game without a belief takes worlds as they come.
"""

from typing import Any, NamedTuple, Protocol

from forno.agents.beliefs import chefs_hat
from forno.rules import find
from forno.rules.game import S_contra, V_contra
from forno.rules.verbs import register, verb


class Plausible(Protocol[V_contra, S_contra]):
    def __call__(self, v: V_contra, s: S_contra, /) -> float: ...


class Belief(NamedTuple):
    plausible: Plausible[Any, Any]


BELIEFS = {"chefs-hat": Belief(chefs_hat.plausible)}
for _game, _belief in BELIEFS.items():
    register(_belief, find(_game).view_dtype)

plausible = verb("plausible")  # for compiled code; only of the games above
