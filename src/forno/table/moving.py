"""What a table does for each move, in two compiled calls: the move itself, and what everybody sees then. Each call from Python costs as much as the rules."""

import numpy as np
from numpy.typing import NDArray

from forno.rules import verbs
from forno.rules.compiling import borrowed, jit
from forno.rules.log import Log
from forno.rules.records import Records

_actor, _legal, _step, _view = verbs.actor, verbs.legal, verbs.step, verbs.view
REFUSED = -3  # unlike CHANCE and NOBODY


@jit
def act(states: Records, seat: int, action: int, actions: NDArray[np.int16], log: Log) -> int:
    """Take an action and write its events to `log`. Returns the actor then, or REFUSED: then nothing has changed."""
    s, actions_, log_ = states[0], borrowed(actions), borrowed(log)
    is_allowed = False
    if _actor(s) == seat:
        for n in range(_legal(s, actions_)):
            is_allowed |= actions_[n] == action
    if not is_allowed:
        return REFUSED
    log_[0, :] = 0
    _step(s, action, log_)
    return int(_actor(s))


@jit
def see(states: Records, views: Records) -> None:
    """Write what spectators know, and then what each seat knows."""
    for j in range(views.shape[0]):
        _view(states[0], j - 1, views[j])
