"""The verbs as Python calls them, with an array of records and an index; and whole games played at random.

Passing an array and an index from Python costs a sixth of passing one record.
"""

import numpy as np
from numpy.typing import NDArray

from forno.rules import verbs
from forno.rules.chance import Rng, below
from forno.rules.compiling import borrowed, jit
from forno.rules.log import Log
from forno.rules.records import Records

_deal, _actor, _legal, _step = verbs.deal, verbs.actor, verbs.legal, verbs.step
_score, _rank, _view, _forget, _resample = verbs.score, verbs.rank, verbs.view, verbs.forget, verbs.resample
_CHANCE, _NOBODY = -1, -2  # as in `game`, which imports this module


@jit
def deal(states: Records, i: int, rng: Rng, log: Log) -> None:
    _deal(states[i], rng, log)


@jit
def actor(states: Records, i: int) -> int:
    return int(_actor(states[i]))


@jit
def legal(states: Records, i: int, actions: NDArray[np.int16]) -> int:
    return int(_legal(states[i], actions))


@jit
def step(states: Records, i: int, action: int, log: Log) -> None:
    _step(states[i], action, log)


@jit
def score(states: Records, i: int, scores: NDArray[np.int64]) -> None:
    _score(states[i], scores)


@jit
def rank(states: Records, i: int, ranks: NDArray[np.int64]) -> None:
    _rank(states[i], ranks)


@jit
def view(states: Records, i: int, seat: int, views: Records, j: int) -> None:
    _view(states[i], seat, views[j])


@jit
def forget(views: Records, j: int) -> None:
    _forget(views[j])


@jit
def resample(views: Records, j: int, rng: Rng, deduce: bool, states: Records, i: int) -> None:
    _resample(views[j], rng, deduce, states[i])


@jit
def play_out(states: Records, i: int, rng: Rng, actions: NDArray[np.int16], log: Log) -> int:
    """Play at random to the end. Returns the number of decisions."""
    s = states[i]
    rng_, actions_, log_ = borrowed(rng), borrowed(actions), borrowed(log)
    moves = 0
    while True:
        seat = _actor(s)
        if seat == _NOBODY:
            return moves
        if seat == _CHANCE:
            _deal(s, rng_, log_)
        else:
            n = _legal(s, actions_)
            _step(s, actions_[below(rng_, n)], log_)
            moves += 1


@jit
def play_games(template: Records, states: Records, games: int, rng: Rng, actions: NDArray[np.int16], log: Log) -> int:
    """Play games at random from a template, one after another. Returns the number of decisions."""
    moves = 0
    for _ in range(games):
        states[0] = template[0]
        moves += play_out(states, 0, rng, actions, log)
    return moves
