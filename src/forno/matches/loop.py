"""The compiled part of a game: it plays up to the next decision that compiled code cannot make."""

from typing import Annotated, Final

from forno.agents.policies import decide
from forno.rules import verbs
from forno.rules.chance import AGENTS, Rng, open_quick_stream, open_stream
from forno.rules.compiling import borrowed, jit
from forno.rules.events import Log
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.records import Int64, Int64s, Record, Records, dtype_of

_deal, _actor, _legal, _step, _view = verbs.deal, verbs.actor, verbs.legal, verbs.step, verbs.view
NO_ACTION: Final = -1
SEATS: Final = 8  # no game has more
ASK: Final = -1  # a policy's number: none, ask the caller


class Counters(Record):
    """What every loop counts."""

    shuffles: Int64
    choices: Int64  # legal actions of the seat that is asked


class Progress(Counters):
    moves: Annotated[Int64s, (SEATS,)]  # choices made, by seat


PROGRESS = dtype_of(Progress)


@jit
def open_streams(key: Rng, rotation: int, rngs: Rng) -> None:
    """Open the agents' own streams, one for each seat. `key` is a stream of the deal's key."""
    for seat in range(rngs.shape[0]):
        open_quick_stream(rngs[seat : seat + 1], key, AGENTS + SEATS * rotation + seat)


@jit
def go_on(s: Record, action: int, shuffler: Rng, progress: Counters, log: Log) -> int:
    """Do an action, then shuffle as often as needed. Returns the seat to decide, or NOBODY.

    As at a table, stream n of the deal's key makes the n-th shuffle.
    """
    if action != NO_ACTION:
        _step(s, action, log)
    while True:
        seat = int(_actor(s))
        if seat != CHANCE:
            return seat
        open_stream(shuffler, shuffler, progress.shuffles)
        progress.shuffles += 1
        _deal(s, shuffler, log)


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
) -> int:
    """Do an action (unchecked) and play on until a seat with the policy ASK must choose. Returns that seat, or NOBODY at the end.

    Its view and legal actions are in `views` and `actions`. Nobody is asked where only one action is legal.
    """
    s, v, p = states[0], views[0], progress[0]
    shuffler_, rngs_, actions_, log_ = borrowed(shuffler), borrowed(rngs), borrowed(actions), borrowed(log)
    action = int(answer)
    while True:
        seat = go_on(s, action, shuffler_, p, log_)
        if seat == NOBODY:
            return NOBODY
        n = int(_legal(s, actions_))
        if n == 1:
            action = int(actions_[0])
            continue
        p.choices = n
        p.moves[seat] += 1
        _view(s, seat, v)
        if policies[seat] == ASK:
            return seat
        action = int(decide(policies[seat], v, actions_, n, rngs_[seat : seat + 1]))
