"""Compiled policies, by number: for compiled code that serves every game, such as rollouts of a search or opponents in a vector of games.

A policy decides by one view alone: `policy(v, legal, n, rng)` is one of the first `n` of `legal`. Each game has its own (a version of this
code is compiled for each game, like those of `forno.rules.verbs`); a game that lacks one has `uniform` in its place.
"""

from typing import NamedTuple, Protocol

from forno.agents import chefs_hat, mamma_mia
from forno.agents.uniform import uniform
from forno.rules import GAMES
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.records import Record, Records
from forno.rules.verbs import register, verb


class Policy(Protocol):
    def __call__(self, v: Record, legal: Actions, n: int, rng: Records, /) -> int: ...


class Policies(NamedTuple):
    """Of one game, in the order of their numbers."""

    uniform: Policy
    larger_value: Policy
    greedy: Policy


UNIFORM, LARGER_VALUE, GREEDY = range(3)
NAMES = tuple(name.replace("_", "-") for name in Policies._fields)
POLICIES = {
    "mamma-mia": Policies(uniform, uniform, mamma_mia.greedy),
    "mamma-mia-plus": Policies(uniform, uniform, mamma_mia.greedy_plus),
    "chefs-hat": Policies(uniform, chefs_hat.larger_value, chefs_hat.greedy),
}
for _game in GAMES:
    register(POLICIES.get(_game.id, Policies(uniform, uniform, uniform)), _game.view_dtype)

_larger_value, _greedy = verb("larger_value"), verb("greedy")


@jit
def decide(policy: int, v: Record, legal: Actions, n: int, rng: Records) -> int:
    if policy == GREEDY:
        return int(_greedy(v, legal, n, rng))
    if policy == LARGER_VALUE:
        return int(_larger_value(v, legal, n, rng))
    return uniform(v, legal, n, rng)


@jit
def choose(policy: int, views: Records, j: int, legal: Actions, n: int, rng: Records) -> int:
    """The same from Python, which passes arrays faster than records."""
    return decide(policy, views[j], legal, n, rng)
