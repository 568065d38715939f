"""The compiled loop that plays a game up to the next decision that compiled code cannot make."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import decide
from forno.rules import verbs
from forno.rules.chance import word
from forno.rules.compiling import borrowed, jit
from forno.rules.events import Log
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.records import Record, Records, record

_deal, _actor, _legal, _step, _view = verbs.deal, verbs.actor, verbs.legal, verbs.step, verbs.view
NO_ACTION: Final = -1
SEATS: Final = 8  # no game has more
_AGENTS: Final = 2**31
ASK: Final = -1  # in place of a policy: return to the caller for the action
FULL: Final = -4  # returned by `advance`: the recorder has no empty row left

PROGRESS = record(
    ("shuffles", np.int64),
    ("choices", np.int64),  # number of legal actions of the seat that is asked
    ("moves", np.int64, (SEATS,)),  # decisions among several actions, by seat
    ("rows", np.int64),  # rows of the recorder that are filled
)


class Recorder(NamedTuple):
    """Room for decisions, one row each."""

    seats: NDArray[np.int8]
    views: Records
    masks: NDArray[np.bool_]
    actions: NDArray[np.int16]


@jit
def open_stream(rng: Records, number: int) -> None:
    """Start stream `number` of the same key."""
    s = rng[0]
    s.counter = 0
    s.nonce[0] = number
    s.nonce[1] = 0
    s.used = 16
    s.quick = 0


@jit
def open_streams(key: Records, rotation: int, rngs: Records) -> None:
    """Start a quick stream for each agent. It depends on the deal, the rotation and the seat alone.

    `key` is a stream of the deal's key. Shuffles use the first streams of that key, far below these.
    """
    for seat in range(rngs.shape[0]):
        rng = rngs[seat : seat + 1]
        rng[0] = key[0]
        open_stream(rng, _AGENTS + 8 * rotation + seat)
        a = word(rng)
        b = word(rng)
        c = word(rng)
        d = word(rng)
        rng[0].key[0] = a
        rng[0].key[1] = b
        rng[0].key[2] = c
        rng[0].key[3] = d
        rng[0].quick = 1


@jit
def _next_actor(s: Record, action: int, shuffler: Records, progress: Record, log: Log) -> int:
    """Do an action and all shuffles that follow it. Return the seat to decide next, or NOBODY.

    Stream number n of the deal's key makes shuffle number n, as at a table.
    """
    if action != NO_ACTION:
        _step(s, action, log)
    while True:
        seat = int(_actor(s))
        if seat != CHANCE:
            return seat
        open_stream(shuffler, progress.shuffles)
        progress.shuffles += 1
        _deal(s, shuffler, log)


@jit
def advance(
    states: Records,
    answer: int,
    policies: Numbers,
    shuffler: Records,
    rngs: Records,
    views: Records,
    actions: Actions,
    progress: Records,
    log: Log,
    recorder: Recorder | None,
) -> int:
    """Do the action `answer` (unchecked) and play on until a seat whose policy is ASK must choose. Return that seat.

    Its view and legal actions are then filled in. Nobody is asked when only one action is legal. At the end of the game return NOBODY.

    A recorder gets every decision, also those with only one legal action. Return FULL when it has no empty row left; the caller then empties
    it and calls again with NO_ACTION. Without a recorder (None) Numba removes the branches that fill it.
    """
    s, v, p = states[0], views[0], progress[0]
    shuffler_, rngs_, actions_, log_ = borrowed(shuffler), borrowed(rngs), borrowed(actions), borrowed(log)
    action = int(answer)
    while True:
        if recorder is not None and action != NO_ACTION:
            recorder.actions[p.rows] = action
            p.rows += 1
        seat = _next_actor(s, action, shuffler_, p, log_)
        if seat == NOBODY:
            return NOBODY
        if recorder is not None and p.rows == recorder.seats.shape[0]:
            return FULL
        n = int(_legal(s, actions_))
        if recorder is not None or n > 1:
            _view(s, seat, v)
        if recorder is not None:
            _record(recorder, int(p.rows), seat, views, actions_, n)
        if n == 1:
            action = int(actions_[0])
            continue
        p.choices = n
        p.moves[seat] += 1
        if policies[seat] == ASK:
            return seat
        action = int(decide(policies[seat], v, actions_, n, rngs_[seat : seat + 1]))


@jit
def _record(recorder: Recorder, row: int, seat: int, views: Records, actions: Actions, n: int) -> None:
    recorder.seats[row] = seat
    recorder.views[row] = views[0]
    recorder.masks[row, :] = False
    for action in actions[:n]:
        recorder.masks[row, action] = True
