"""The verbs as Python calls them, with an array of records and an index; and whole games played at random.

Passing an array and an index from Python costs a sixth of passing one record.
"""

import numpy as np
from numpy.typing import NDArray

from forno.rules import verbs
from forno.rules.chance import Rng, below, open_stream
from forno.rules.compiling import borrowed, jit
from forno.rules.log import Log
from forno.rules.records import Records

_deal, _actor, _legal, _step = verbs.deal, verbs.actor, verbs.legal, verbs.step
_score, _rank, _view, _forget, _resample = verbs.score, verbs.rank, verbs.view, verbs.forget, verbs.resample
_CHANCE, _NOBODY = -1, -2  # as in `game`, which imports this module


@jit
def deal(states: Records, i: int, rng: Rng, log: Log) -> None:
    """Shuffle by a stream. Call it where `actor` returns CHANCE."""
    _deal(states[i], rng, log)


@jit
def actor(states: Records, i: int) -> int:
    """The seat to decide, CHANCE (call `deal`) or NOBODY (the game is over)."""
    return int(_actor(states[i]))


@jit
def legal(states: Records, i: int, actions: NDArray[np.int16]) -> int:
    """Write the legal actions to `actions`, in ascending order, and return how many there are; 0 unless a seat is to decide."""
    return int(_legal(states[i], actions))


@jit
def step(states: Records, i: int, action: int, log: Log) -> None:
    """Take an action. It must be legal: it is not checked (`Table.act` checks it). `log` gets the events; pass `SILENT` for none."""
    _step(states[i], action, log)


@jit
def score(states: Records, i: int, scores: NDArray[np.int64]) -> None:
    """Write the points of each seat to `scores`."""
    _score(states[i], scores)


@jit
def rank(states: Records, i: int, ranks: NDArray[np.int64]) -> None:
    """Write to `ranks` how many seats did better than each seat, with ties broken by the rules. Winners have 0."""
    _rank(states[i], ranks)


@jit
def view(states: Records, i: int, seat: int, views: Records, j: int) -> None:
    """Write what a seat (or SPECTATOR) knows to `views[j]`: the public events and its own cards."""
    _view(states[i], seat, views[j])


@jit
def forget(views: Records, j: int) -> None:
    """Remove from a view what is no longer visible, for players without a memory."""
    _forget(views[j])


@jit
def resample(views: Records, j: int, rng: Rng, deduce: bool, states: Records, i: int) -> None:
    """Write a random state that agrees with a view to `states[i]`; with `deduce`, one that also agrees with what the rules imply."""
    _resample(views[j], rng, deduce, states[i])


@jit
def replay(
    states: Records,
    seats: NDArray[np.int8],
    moves: NDArray[np.int16],
    first: int,
    end: int,
    shuffler: Rng,
    shuffles: NDArray[np.int64],
    actions: NDArray[np.int16],
    log: Log,
    room: int,
    rows: NDArray[np.int64],
) -> int:
    """Do the moves from `first` to `end`, with all shuffles. Returns the first one that is not allowed, or for whose events the log may lack room.

    `states[k]` is the state before move k, and `rows[k]` how many rows were written before it; both get one more than there are moves. `shuffler` is a
    stream of the game's key, `shuffles[0]` counts the shuffles, and `room` is the number of rows that a move needs at most.
    """
    shuffler_, actions_, log_ = borrowed(shuffler), borrowed(actions), borrowed(log)
    before = rows[first]
    for k in range(first, end):
        if int(log_[0, 0]) + room >= log_.shape[0] or _actor(states[k]) != seats[k]:
            return k
        is_allowed = False
        for n in range(_legal(states[k], actions_)):
            is_allowed |= actions_[n] == moves[k]
        if not is_allowed:
            return k
        states[k + 1] = states[k]
        s = states[k + 1]
        _step(s, int(moves[k]), log_)
        while _actor(s) == _CHANCE:
            open_stream(shuffler_, shuffler_, shuffles[0])
            shuffles[0] += 1
            _deal(s, shuffler_, log_)
        rows[k + 1] = before + int(log_[0, 0])
    return end


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
