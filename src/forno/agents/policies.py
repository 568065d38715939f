"""Compiled policies by number, for compiled code that serves every game, such as the rollouts of a search or the opponents of a learner.

A policy decides from one view: `policy(v, legal, n, rng)` is one of the first `n` entries of `legal`. Each game can have its own; `uniform`
stands in for those it lacks. As with `forno.rules.verbs`, the record's type tells compiled code which game it is.
"""

from typing import Any, NamedTuple, Protocol

from forno.agents import chefs_hat, mamma_mia
from forno.agents.rating import Values, all_equal, careless
from forno.agents.uniform import uniform
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.compiling import compilable, jit
from forno.rules.game import Actions, Game, V_contra
from forno.rules.records import Record, Records
from forno.rules.verbs import register, verb


class Policy(Protocol[V_contra]):
    def __call__(self, v: V_contra, legal: Actions, n: int, rng: Rng, /) -> int: ...


class Policies(NamedTuple):
    """The policies of one game, in the order of their numbers."""

    uniform: Policy[Any] = uniform
    larger_value: Policy[Any] = uniform
    greedy: Policy[Any] = uniform
    club_larger_value: Policy[Any] = uniform


class Rater(Protocol[V_contra]):
    def __call__(self, v: V_contra, legal: Actions, n: int, values: Values, /) -> int: ...


class Ratings(NamedTuple):
    """How a game rates actions, for `careless` play and for networks: see `rating`."""

    rate: Rater[Any] = all_equal


UNIFORM, LARGER_VALUE, GREEDY, CLUB_LARGER_VALUE = range(4)
_CARELESS = 1 << 7  # above all networks: noise and forgetfulness are part of the number
_FORGETS_BITS = 7
NETWORKS = 64  # compiled code that also takes networks counts them from here: NETWORKS + k is network k of its table
NETWORK = "policy"  # the name of the network that comes with Forno
NAMES = tuple(name.replace("_", "-") for name in Policies._fields)
_POLICIES: dict[str, Policies] = {}  # by the game's id


def add_policies(game: Game, policies: Policies, ratings: Ratings | None = None) -> None:
    _POLICIES[game.id] = policies
    register(policies, game.view_dtype)
    if ratings is not None:
        register(ratings, game.view_dtype)


def careless_policy(noise: int, forgets: int) -> int:
    """The number of a policy that plays like `greedy`, but sees the worths of actions blurred.

    `noise` is in thousandths of a point or order. `forgets` is the percentage of decisions that are made from what is visible alone.
    """
    return (noise << _FORGETS_BITS | forgets) << 8 | _CARELESS


@compilable
def is_network(policy: int) -> bool:
    """Whether the number is that of a network: NETWORKS + its number in a table."""
    return NETWORKS <= policy < _CARELESS


def has_policies(game: Game) -> bool:
    """False if `uniform` stands in for every policy of the game."""
    return game.id in _POLICIES


add_policies(
    find("chefs-hat"),
    Policies(
        larger_value=chefs_hat.larger_value,
        greedy=chefs_hat.greedy,
        club_larger_value=chefs_hat.club_larger_value,
    ),
    Ratings(chefs_hat.rate),
)
add_policies(find("mamma-mia"), Policies(greedy=mamma_mia.greedy), Ratings(mamma_mia.rate))
add_policies(find("mamma-mia-plus"), Policies(greedy=mamma_mia.greedy_plus), Ratings(mamma_mia.rate_plus))

_larger_value, _greedy = verb("larger_value", default=uniform), verb("greedy", default=uniform)
_club_larger_value = verb("club_larger_value", default=uniform)


@jit
def decide(policy: int, v: Record, legal: Actions, n: int, rng: Rng) -> int:
    """A careless policy overwrites the view if it forgets."""
    if policy == GREEDY:
        return int(_greedy(v, legal, n, rng))
    if policy >= _CARELESS:
        blur = policy >> 8
        return careless(v, legal, n, rng, blur >> _FORGETS_BITS, blur & 127)
    if policy == LARGER_VALUE:
        return int(_larger_value(v, legal, n, rng))
    if policy == CLUB_LARGER_VALUE:
        return int(_club_larger_value(v, legal, n, rng))
    return uniform(v, legal, n, rng)


@jit
def choose(policy: int, views: Records, j: int, legal: Actions, n: int, rng: Rng) -> int:
    """`decide` for Python, which passes an array and an index faster than a record."""
    return decide(policy, views[j], legal, n, rng)
