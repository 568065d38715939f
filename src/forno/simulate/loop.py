"""The compiled part of a game whose decisions are written down."""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import decide
from forno.matches.loop import ASK, NO_ACTION, Counters, go_on
from forno.observations import observe
from forno.rules import verbs
from forno.rules.chance import Rng
from forno.rules.compiling import borrowed, jit
from forno.rules.events import Log
from forno.rules.game import NOBODY, Actions, Numbers
from forno.rules.records import Int64, Records, dtype_of

_legal, _view = verbs.legal, verbs.view
FULL: Final = -4  # of `advance`: no row is left


class Progress(Counters):
    moves: Int64  # of the game so far
    rows: Int64  # that are filled


PROGRESS = dtype_of(Progress)


class Rows(NamedTuple):
    """Room for decisions, one each."""

    move: NDArray[np.int32]
    seat: NDArray[np.int8]
    observation: NDArray[np.int8]
    mask: NDArray[np.bool_]
    action: NDArray[np.int16]


@jit
def advance(
    states: Records,
    answer: int,
    policies: Numbers,
    shuffler: Rng,
    rngs: Rng,
    views: Records,
    actions: Actions,
    progress: Records[Progress],
    log: Log,
    rows: Rows,
) -> int:
    """Take an answer (unchecked) and play on, writing down every decision, until a seat whose policy is ASK must choose: that seat.

    Where one action alone is legal nobody is asked, but it is written. NOBODY at the end of the game; FULL if no row is left: call again with
    empty ones and no action.
    """
    s, v, p = states[0], views[0], progress[0]
    shuffler_, rngs_, actions_, log_ = borrowed(shuffler), borrowed(rngs), borrowed(actions), borrowed(log)
    action = int(answer)
    while True:
        if action != NO_ACTION:
            rows.action[p.rows] = action
            p.rows += 1
            p.moves += 1
        seat = go_on(s, action, shuffler_, p, log_)
        if seat == NOBODY:
            return NOBODY
        row = int(p.rows)
        if row == rows.seat.shape[0]:
            return FULL
        n = int(_legal(s, actions_))
        p.choices = n
        rows.move[row] = p.moves
        rows.seat[row] = seat
        rows.mask[row, :] = False
        for k in range(n):
            rows.mask[row, actions_[k]] = True
        _view(s, seat, v)
        observe(v, rows.observation[row])
        if n == 1:
            action = int(actions_[0])
        elif policies[seat] == ASK:
            return seat
        else:
            action = int(decide(policies[seat], v, actions_, n, rngs_[seat : seat + 1]))
