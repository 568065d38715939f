"""Beliefs: how plausible a world is, given how the other seats have played.

The worlds of `resample` agree with everything that a seat has seen, but in most of them sensible people would have played differently. There are
two remedies, and a game may have each of them or none:

- `plausible(v, s)` rates worlds by their cards: it is the logarithm of how much likelier the state `s` is in play among sensible people than among
  random worlds, up to a constant for each view `v`.
- `explain(v, past, moves, …)` turns random worlds into such as explain what the others did, decision by decision.
"""

from typing import Any, NamedTuple, Protocol

from forno.agents.beliefs import chefs_hat, mamma_mia
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game, S_contra, V_contra
from forno.rules.records import Records
from forno.rules.verbs import register, verb

__all__ = ["add_belief", "blur_of", "can_explain", "explain", "has_belief", "plausible"]


class Plausible(Protocol[V_contra, S_contra]):
    def __call__(self, v: V_contra, s: S_contra, /) -> float: ...


class Explain(Protocol[V_contra]):
    """Overwrite a pool of random worlds, in `tries` steps. `scratch` has room for a view, `walk` for three states."""

    def __call__(
        self,
        v: V_contra,
        past: Records[Any],
        moves: Actions,
        tries: int,
        pool: Records[Any],
        scratch: Records[Any],
        walk: Records[Any],
        rng: Rng,
        blur: float,
        /,
    ) -> None: ...


class CardBelief(NamedTuple):
    plausible: Plausible[Any, Any]


class MoveBelief(NamedTuple):
    explain: Explain[Any]
    blur: float  # how precisely players see the worth of their actions, in points or orders


_BY_CARDS: set[str] = set()  # ids
_BY_MOVES: dict[str, float] = {}  # how blurred


def add_belief(game: Game, belief: CardBelief | MoveBelief) -> None:
    if isinstance(belief, CardBelief):
        _BY_CARDS.add(game.id)
    else:
        _BY_MOVES[game.id] = belief.blur
    register(belief, game.view_dtype)


def has_belief(game: Game) -> bool:
    return game.id in _BY_CARDS


def can_explain(game: Game) -> bool:
    return game.id in _BY_MOVES


def blur_of(game: Game) -> float:
    return _BY_MOVES[game.id]


add_belief(find("chefs-hat"), CardBelief(chefs_hat.plausible))
add_belief(find("chefs-hat"), MoveBelief(chefs_hat.explain, blur=0.05))
add_belief(find("mamma-mia"), MoveBelief(mamma_mia.explain, blur=0.02))
add_belief(find("mamma-mia-plus"), MoveBelief(mamma_mia.explain_plus, blur=0.02))

plausible = verb("plausible")  # for compiled code; only for games that have such a belief
explain = verb("explain")
