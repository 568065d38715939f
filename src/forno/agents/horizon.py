"""What a position at a shuffle is worth later in the game, beyond the points made so far.

The simulations of a search end at the next shuffle. What the seats then hold still matters: cards and orders in hand, orders left in the waiter, and who
takes the pizzas out next. Games among `greedy` have shown what each of them leads to, by number of players and round: `tools/horizon_weights.py` writes the weights.
"""

import json
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from forno.rules import find
from forno.rules.compiling import jit
from forno.rules.game import Game, S_contra
from forno.rules.mamma_mia.state import State
from forno.rules.records import Record, Records
from forno.rules.verbs import register, verb

Weights = NDArray[np.float64]  # in points: a card in hand, an order in hand, one in the waiter, to take the pizzas out
NOTHING: Weights = np.zeros(0)


class Later(Protocol[S_contra]):
    def __call__(self, s: S_contra, seat: int, weights: Weights, /) -> float: ...


class Horizon(NamedTuple):
    later: Later[Any]


@jit
def _later(s: State, seat: int, weights: Weights) -> float:
    """How far a seat is ahead of the mean of the others, in points to come."""
    worth = weights[3] if s.holder == seat else 0.0
    for other in range(s.players):
        held = weights[0] * s.n_ingredients[other] + weights[1] * s.n_orders[other] + weights[2] * s.waiting[other]
        worth += held if other == seat else -held / (s.players - 1)
    return float(worth)


@jit
def _nothing(s: Record, seat: int, weights: Weights) -> float:
    return 0.0


for _id in ("mamma-mia", "mamma-mia-plus"):
    register(Horizon(_later), find(_id).state_dtype)
later = verb("later", default=_nothing)  # for compiled code


@cache
def _all_weights() -> dict[str, dict[str, list[list[float]]]]:
    """By game, number of players, and round."""
    found: dict[str, dict[str, list[list[float]]]] = json.loads(
        files(__package__).joinpath("horizon.json").read_text("utf-8")
    )
    return found


def weights_for(game: Game, view: Records[Any]) -> Weights:
    """The weights of the next shuffle; empty if there is none, or nothing but points counts then."""
    by_players = _all_weights().get(game.id)
    rounds = by_players[str(int(view[0].players))][int(view[0].emptied) :] if by_players else []
    return np.array(rounds[0]) if rounds else NOTHING
