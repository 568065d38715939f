"""Beliefs: what the others' play tells about their cards.

The worlds of `resample` agree with what a seat has seen, but in most of them people would have played differently. A belief rates worlds:
`plausible(v, s)` is the logarithm of how much likelier the state `s` is in sensible play than among worlds that are dealt at random, up
to a constant that is the same for all worlds of the view `v`. Without a belief, all worlds are equally likely.
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

plausible = verb("plausible")  # for compiled code; only for the games above
