"""Beliefs: how plausible a world is, given how the other seats have played.

The worlds of `resample` agree with everything that a seat has seen, but in most of them sensible people would have played differently. A belief
rates them: `plausible(v, s)` is the logarithm of how much likelier the state `s` is in play among sensible people than among random worlds, up
to a constant for each view `v`. Games without a belief use the worlds of `resample` as they are.
"""

from typing import Any, NamedTuple, Protocol

from forno.agents.beliefs import chefs_hat
from forno.rules import find
from forno.rules.game import Game, S_contra, V_contra
from forno.rules.verbs import register, verb


class Plausible(Protocol[V_contra, S_contra]):
    def __call__(self, v: V_contra, s: S_contra, /) -> float: ...


class Belief(NamedTuple):
    plausible: Plausible[Any, Any]


_GAMES: set[str] = set()  # ids


def add_belief(game: Game, belief: Belief) -> None:
    _GAMES.add(game.id)
    register(belief, game.view_dtype)


def has_belief(game: Game) -> bool:
    return game.id in _GAMES


add_belief(find("chefs-hat"), Belief(chefs_hat.plausible))

plausible = verb("plausible")  # for compiled code; only for games that have a belief
