"""Compiled policies by number, for compiled code that serves every game, such as rollouts of a search or opponents in a vector of games.

A policy decides by a view alone: `policy(v, legal, n, rng)` returns one of the first `n` of `legal`. Each game has its own functions,
which are found by the type of the view, as in `forno.rules.verbs`. A game that lacks a policy has `uniform` in its place.
"""

from typing import Any, NamedTuple, Protocol

from forno.agents import chefs_hat, mamma_mia
from forno.agents.uniform import uniform
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.compiling import jit
from forno.rules.game import Actions, V_contra
from forno.rules.records import Record, Records
from forno.rules.verbs import register, verb


class Policy(Protocol[V_contra]):
    def __call__(self, v: V_contra, legal: Actions, n: int, rng: Rng, /) -> int: ...


class Policies(NamedTuple):
    """The policies of one game, in the order of their numbers."""

    uniform: Policy[Any]
    larger_value: Policy[Any]
    greedy: Policy[Any]


UNIFORM, LARGER_VALUE, GREEDY = range(3)
NAMES = tuple(name.replace("_", "-") for name in Policies._fields)
POLICIES = {
    "mamma-mia": Policies(uniform, uniform, mamma_mia.greedy),
    "mamma-mia-plus": Policies(uniform, uniform, mamma_mia.greedy_plus),
    "chefs-hat": Policies(uniform, chefs_hat.larger_value, chefs_hat.greedy),
}
for _game, _policies in POLICIES.items():
    register(_policies, find(_game).view_dtype)

_larger_value, _greedy = verb("larger_value"), verb("greedy")


@jit
def decide(policy: int, v: Record, legal: Actions, n: int, rng: Rng) -> int:
    if policy == GREEDY:
        return int(_greedy(v, legal, n, rng))
    if policy == LARGER_VALUE:
        return int(_larger_value(v, legal, n, rng))
    return uniform(v, legal, n, rng)


@jit
def choose(policy: int, views: Records, j: int, legal: Actions, n: int, rng: Rng) -> int:
    """`decide` for Python, which passes arrays faster than records."""
    return decide(policy, views[j], legal, n, rng)
