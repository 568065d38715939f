"""The compiled loop that plays a game up to the next decision that compiled code cannot make."""

from typing import Annotated, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import decide
from forno.rules import verbs
from forno.rules.chance import AGENTS, Rng, open_quick_stream, open_stream
from forno.rules.compiling import borrowed, jit
from forno.rules.game import CHANCE, NOBODY, Actions, Game, Numbers
from forno.rules.log import Log
from forno.rules.records import Int64, Int64s, Record, Records, dtype_of, new_records

_deal, _actor, _legal, _step = verbs.deal, verbs.actor, verbs.legal, verbs.step
_score, _view = verbs.score, verbs.view
NO_ACTION: Final = -1
SEATS: Final = 8  # no game has more
ASK: Final = -1  # in place of a policy: return to the caller for the action
FULL: Final = -4  # returned by `advance`: the recorder has no empty row left


class Progress(Record):
    shuffles: Int64
    choices: Int64  # number of legal actions of the seat that is asked
    moves: Annotated[Int64s, (SEATS,)]  # decisions among several actions, by seat
    rows: Int64  # rows of the recorder that are filled
    since: Int64  # decisions since the last shuffle


PROGRESS = dtype_of(Progress)


class Recorder(NamedTuple):
    """Room for decisions, one row each. Without rows, nothing is recorded."""

    seats: NDArray[np.int8]
    views: Records
    masks: NDArray[np.bool_]
    actions: NDArray[np.int16]
    shuffles: NDArray[np.int16]  # so far
    scores: NDArray[np.int64]  # so far, by seat
    states: Records  # all cards open; no rows if they are not wanted


def new_recorder(game: Game, players: int, rows: int, *, is_open: bool = False) -> Recorder:
    return Recorder(
        seats=np.zeros(rows, np.int8),
        views=new_records(rows, game.view_dtype),
        masks=np.zeros((rows, game.n_actions), np.bool_),
        actions=np.zeros(rows, np.int16),
        shuffles=np.zeros(rows, np.int16),
        scores=np.zeros((rows, players), np.int64),
        states=new_records(rows if is_open else 0, game.state_dtype),
    )


class Memory(NamedTuple):
    """The state after the last shuffle, and the actions since then, for agents that recall them. Without room for actions, nothing is kept."""

    dealt: Records
    actions: NDArray[np.int16]


def new_memory(game: Game, room: int) -> Memory:
    return Memory(new_records(1, game.state_dtype), np.zeros(room, np.int16))


@jit
def open_streams(key: Rng, rotation: int, rngs: Rng) -> None:
    """Open a stream for each agent, which depends on the deal, the rotation and the seat alone. `key` is a stream of the deal's key."""
    for seat in range(rngs.shape[0]):
        open_quick_stream(rngs[seat : seat + 1], key, AGENTS + SEATS * rotation + seat)


@jit
def _next_actor(s: Record, action: int, shuffler: Rng, progress: Progress, log: Log) -> int:
    """Do an action and all shuffles that follow it. Return the seat to decide next, or NOBODY.

    Stream number n of the deal's key makes shuffle number n, as at a table.
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
    recorder: Recorder,
    memory: Memory,
) -> int:
    """Do the action `answer` (unchecked) and play on until a seat whose policy is ASK must choose. Return that seat.

    Its view and legal actions are then filled in. Nobody is asked when only one action is legal. At the end of the game return NOBODY.

    A recorder gets every decision, also those with only one legal action. Return FULL when it has no empty row left; the caller then empties
    it and calls again with NO_ACTION.
    """
    s, v, p = states[0], views[0], progress[0]
    shuffler_, rngs_, actions_, log_ = borrowed(shuffler), borrowed(rngs), borrowed(actions), borrowed(log)
    action = int(answer)
    is_recording = recorder.seats.shape[0] > 0
    while True:
        if is_recording and action != NO_ACTION:
            recorder.actions[p.rows] = action
            p.rows += 1
        shuffles = p.shuffles
        if memory.actions.shape[0] > 0 and action != NO_ACTION:
            memory.actions[p.since] = action
            p.since += 1
        seat = _next_actor(s, action, shuffler_, p, log_)
        if memory.actions.shape[0] > 0 and p.shuffles != shuffles:
            memory.dealt[0] = states[0]
            p.since = 0
        if seat == NOBODY:
            return NOBODY
        if is_recording and p.rows == recorder.seats.shape[0]:
            return FULL
        n = int(_legal(s, actions_))
        if is_recording or n > 1:
            _view(s, seat, v)
        if is_recording:
            recorder.shuffles[p.rows] = p.shuffles
            _record(recorder, int(p.rows), seat, states, views, actions_, n)
        if n == 1:
            action = int(actions_[0])
            continue
        p.choices = n
        p.moves[seat] += 1
        if policies[seat] == ASK:
            return seat
        action = int(decide(policies[seat], v, actions_, n, rngs_[seat : seat + 1]))


@jit
def _record(recorder: Recorder, row: int, seat: int, states: Records, views: Records, actions: Actions, n: int) -> None:
    recorder.seats[row] = seat
    recorder.views[row] = views[0]
    _score(states[0], recorder.scores[row])
    if recorder.states.shape[0] > 0:
        recorder.states[row] = states[0]
    recorder.masks[row, :] = False
    for action in actions[:n]:
        recorder.masks[row, action] = True
