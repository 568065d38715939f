"""Many games of one kind at once, in compiled code: what all environments stand on.

Each seat is a learner's, who decides from outside; or an opponent's, whose compiled policy decides at once; or that of an agent in Python. A game
stands still only where one of the first or last kind is to decide, or where it is over.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import UNIFORM, decide
from forno.envs.rewards import Rewards, pay
from forno.observations import Rows, Vector, observe, recall, remember
from forno.rules.chance import Rng, below
from forno.rules.compiling import borrowed, inlined, jit
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.log import Log
from forno.rules.records import Record, Records
from forno.rules.verbs import actor, deal, forget, legal, score, step, view

LEARNER, OUTSIDE = -1, -2  # in place of a policy's number: who decides is not compiled
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a game that is over begins anew: see Gymnasium's AutoresetMode
ERROR, RANDOM, LOSE = range(3)  # what an illegal action does
SOMEWHERE = -1  # a learner's seat: drawn for each game


class Batch(NamedTuple):
    """One row for each game. All arrays are written in place."""

    template: Records  # one state before its first deal
    states: Records
    rngs: Rng  # one stream for each
    seating: NDArray[np.int8]  # policies clockwise from the learner's seat
    policies: NDArray[np.int8]  # by game and seat
    seats: NDArray[np.int8]  # who is to decide; when the game is over, who decided last
    over: NDArray[np.bool_]
    observations: NDArray[np.int8]  # of that seat
    masks: NDArray[np.int8]
    rewards: Rewards  # by game and seat, of the last game that ended
    scores: Numbers  # of the same, and likewise
    history: NDArray[np.int8]  # the last public events; no rows if nobody wants them
    views: Records  # these are room to work in
    actions: Actions
    numbers: Numbers
    log: Log  # no rows if nobody wants a history


class Ends(NamedTuple):
    """What became of the games that ended in a step: their rows, and zeros for the others."""

    games: NDArray[np.int64]  # their numbers come first
    scores: Numbers
    rewards: Rewards
    seats: NDArray[np.int64]  # who decided last
    observations: NDArray[np.int8]  # the last ones, if a game begins anew at once; other rows are left alone

    @classmethod
    def of(cls, n: int, players: int, observations: NDArray[np.int8]) -> "Ends":
        """Of so many games, none of which has ended."""
        numbers = np.zeros((n, players), np.int64)
        return cls(np.zeros(n, np.int64), numbers, np.zeros((n, players)), np.zeros(n, np.int64), observations)


class Rules(NamedTuple):
    """How it is played around the table: fixed numbers."""

    seat: int  # of the learner, or SOMEWHERE
    reward: int
    worst: int  # points of who breaks the rules
    illegal: int
    autoreset: int
    forgets: bool  # seats see what lies open, and remember nothing


@jit
def start(b: Batch, rules: Rules, i: int) -> int:
    """A new game, up to the first decision, and show it; whose it is."""
    seat = _begin(b, rules, i)
    _show(b, rules, i, seat)
    return seat


@jit
def turn(b: Batch, rules: Rules, i: int, action: int) -> int:
    """Do what the seat whose turn it is decided (unchecked), play on, and show it; who is to decide next, or NOBODY."""
    seat = _do(
        b.states[i],
        action,
        b.views[0],
        b.policies[i],
        b.rngs[i : i + 1],
        borrowed(b.actions),
        borrowed(b.log),
        b.history[i],
    )
    _show(b, rules, i, seat)
    return seat


@jit
def _begin(b: Batch, rules: Rules, i: int) -> int:
    b.states[i] = b.template[0]
    b.over[i] = False
    b.history[i, :, :] = 0
    players = b.policies.shape[1]
    seat = below(b.rngs[i : i + 1], players) if rules.seat == SOMEWHERE else rules.seat
    for k in range(players):
        b.policies[i, (seat + k) % players] = b.seating[k]
    return _play_on(
        b.states[i], b.views[0], b.policies[i], b.rngs[i : i + 1], borrowed(b.actions), borrowed(b.log), b.history[i]
    )


@inlined
def _do(
    s: Record, action: int, v: Record, policies: NDArray[np.int8], rng: Rng, actions: Actions, log: Log, ring: Rows
) -> int:
    step(s, action, log)
    _listen(s, log, ring)
    seat = int(actor(s))
    if seat < 0 or policies[seat] >= 0:
        seat = _play_on(s, v, policies, rng, actions, log, ring)
    return seat


@jit
def _play_on(s: Record, v: Record, policies: NDArray[np.int8], rng: Rng, actions: Actions, log: Log, ring: Rows) -> int:
    """Deal, and let the opponents play; the seat whose decision comes from outside, or NOBODY."""
    while True:
        seat = actor(s)
        if seat == CHANCE:
            deal(s, rng, log)
        elif seat == NOBODY or policies[seat] < 0:
            return int(seat)
        else:
            n = legal(s, actions)
            if policies[seat] == UNIFORM:
                action = int(actions[below(rng, n)])
            else:
                view(s, seat, v)
                action = decide(policies[seat], v, actions, n, rng)
            step(s, action, log)
        _listen(s, log, ring)


@inlined
def _listen(s: Record, log: Log, ring: Rows) -> None:
    if log.shape[0] > 0:
        remember(s, log, ring)
        log[0, 0] = 0


@inlined
def look(s: Record, seat: int, v: Record, forgets: bool, ring: Rows, out: Vector) -> None:
    """What a seat observes, into a vector."""
    view(s, seat, v)
    if forgets:
        forget(v)
    observe(v, out)
    if ring.shape[0] > 0:
        recall(v, ring, out)


@jit
def see(b: Batch, rules: Rules, i: int, seat: int, out: Vector) -> None:
    """The same of one game, for any seat."""
    look(b.states[i], seat, b.views[0], rules.forgets, b.history[i], out)


@inlined
def mark(s: Record, actions: Actions, mask: NDArray[np.int8]) -> None:
    """The mask of legal actions: all zeros when the game is over."""
    mask[:] = 0
    for k in range(legal(s, actions)):
        mask[actions[k]] = 1


@jit
def _show(b: Batch, rules: Rules, i: int, seat: int) -> None:
    """The observation and mask of the learner who is to decide, or the results; nothing while an agent in Python is to."""
    if seat == NOBODY:
        _end(b, rules, i, -1)
    elif b.policies[i, seat] == LEARNER:
        b.seats[i] = seat
    else:
        return
    look(b.states[i], b.seats[i], b.views[0], rules.forgets, b.history[i], b.observations[i])
    mark(b.states[i], borrowed(b.actions), b.masks[i])


@jit
def _end(b: Batch, rules: Rules, i: int, loser: int) -> None:
    b.over[i] = True
    pay(b.states[i], rules.reward, rules.worst, loser, borrowed(b.numbers), b.rewards[i])
    score(b.states[i], b.scores[i])


@jit
def forfeit(b: Batch, rules: Rules, i: int) -> None:
    """The seat whose turn it is broke the rules: the game ends, and it loses."""
    _end(b, rules, i, int(b.seats[i]))
    look(b.states[i], b.seats[i], b.views[0], rules.forgets, b.history[i], b.observations[i])
    b.masks[i, :] = 0


@jit
def any_legal(b: Batch, i: int) -> int:
    return int(b.actions[below(b.rngs[i : i + 1], legal(b.states[i], b.actions))])


@jit
def first_illegal(b: Batch, actions: NDArray[np.int64]) -> int:
    """The first game whose action cannot be done; -1 if all can."""
    for i in range(actions.shape[0]):
        if not b.over[i] and not _allows(b.masks[i], actions[i]):
            return i
    return -1


@inlined
def _allows(mask: NDArray[np.int8], action: int) -> bool:
    return bool(0 <= action < mask.shape[0] and mask[action] == 1)


@jit
def reset_all(b: Batch, rules: Rules, which: NDArray[np.bool_]) -> None:
    for i in range(which.shape[0]):
        if which[i]:
            start(b, rules, i)


@jit
def step_all(
    b: Batch,
    rules: Rules,
    actions: NDArray[np.int64],
    rewards: Rewards,
    terminated: NDArray[np.bool_],
    ends: Ends,
) -> int:
    """One decision in each game; how many games have ended.

    What happens seldom is left to functions over the whole batch, which are dear to call; the rest borrows all that it needs.
    """
    ended = 0
    states = borrowed(b.states)
    views = borrowed(b.views)
    rngs = borrowed(b.rngs)
    policies = borrowed(b.policies)
    over = borrowed(b.over)
    seats = borrowed(b.seats)
    masks = borrowed(b.masks)
    seen = borrowed(b.observations)
    history = borrowed(b.history)
    room = borrowed(b.actions)
    log = borrowed(b.log)
    rewards[:] = 0
    terminated[:] = False
    for i in range(actions.shape[0]):
        if over[i]:  # NEXT_STEP: this step only begins the next game
            start(b, rules, i)
            continue
        action = actions[i]
        decided = seats[i]
        fair = _allows(masks[i], action)
        if not fair and rules.illegal == RANDOM:
            action = any_legal(b, i)
            fair = True
        if fair:
            s = states[i]
            ring = history[i]
            seat = _do(s, action, views[0], policies[i], rngs[i : i + 1], room, log, ring)
            if seat != NOBODY:
                seats[i] = seat
                mark(s, room, masks[i])  # first: what was just written byte by byte is not yet to be read as a block
                look(s, seat, views[0], rules.forgets, ring, seen[i])
                continue
            _show(b, rules, i, seat)
        else:
            forfeit(b, rules, i)
        rewards[i] = b.rewards[i, decided]
        terminated[i] = True
        _note(b, i, decided, ended, ends)
        ended += 1
        if rules.autoreset == SAME_STEP:
            ends.observations[i, :] = seen[i]
            start(b, rules, i)
    return ended


@jit
def _note(b: Batch, i: int, decided: int, number: int, ends: Ends) -> None:
    ends.games[number] = i
    ends.scores[i, :] = b.scores[i]
    ends.rewards[i, :] = b.rewards[i]
    ends.seats[i] = decided
