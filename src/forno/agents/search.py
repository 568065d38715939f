"""What the search does in each world, compiled, for every game: there is nothing of any game in it."""

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import UNIFORM, decide
from forno.rules.chance import word
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.kernel import Log, Record, Records, borrowed, jit
from forno.rules.verbs import actor, deal, legal, rank, resample, score, step, view

Payoffs = NDArray[np.float64]
POINTS, RANK, WIN = range(3)  # utilities
UTILITIES = ("points", "rank", "win")


@jit
def imagine(views: Records, worlds: Records, begin: int, n: int, key: Records, rng: Records) -> None:
    """Worlds number `begin` and following that agree with a view."""
    for k in range(n):
        _open_stream(rng, key, 2 * (begin + k))
        resample(views[0], rng, True, worlds[k])


@jit
def try_out(
    worlds: Records,
    begin: int,
    n: int,
    seat: int,
    candidates: Actions,
    rollout: int,
    utility: int,
    to_end: bool,
    payoffs: Payoffs,
    key: Records,
    rng: Records,
    states: Records,
    views: Records,
    actions: Actions,
    numbers: Numbers,
    log: Log,
) -> None:
    """In worlds number `begin` and following: what each candidate is worth to a seat if all play on by the rollout policy.

    All candidates meet the same world and the same chance after it, so that their differences are theirs.
    """
    for k in range(n):
        score(worlds[k], numbers[0])
        for c in range(candidates.shape[0]):
            states[0] = worlds[k]
            _open_stream(rng, key, 2 * (begin + k) + 1)
            step(states[0], candidates[c], log)
            _play_on(states, views, rollout, to_end, actions, rng, log)
            payoffs[begin + k, c] = _worth(states[0], utility, seat, numbers)


@jit
def _open_stream(rng: Records, key: Records, number: int) -> None:
    """Make `rng` the quick stream of this number of a key."""
    s = rng[0]
    s.key[:] = key[0].key
    s.nonce[:] = 0
    s.nonce[0] = number
    s.counter = 0
    s.used = 16
    s.quick = 0
    a, b, c, d = word(rng), word(rng), word(rng), word(rng)
    s.key[0] = a
    s.key[1] = b
    s.key[2] = c
    s.key[3] = d
    s.quick = 1


@jit
def _play_on(
    states: Records, views: Records, rollout: int, to_end: bool, actions: Actions, rng: Records, log: Log
) -> None:
    """By the rollout policy, to the next shuffle or to the end of the game."""
    s, v = states[0], views[0]
    rng_, actions_, log_ = borrowed(rng), borrowed(actions), borrowed(log)
    while True:
        seat = actor(s)
        if seat == NOBODY or (seat == CHANCE and not to_end):
            return
        if seat == CHANCE:
            deal(s, rng_, log_)
            continue
        n = legal(s, actions_)
        action = int(actions_[0])
        if n > 1:
            if rollout != UNIFORM:  # which looks at nothing
                view(s, seat, v)
            action = decide(rollout, v, actions_, n, rng_)
        step(s, action, log_)


@jit
def _worth(s: Record, utility: int, seat: int, numbers: Numbers) -> float:
    """Points: gained since the world began, less the others' mean. Rank: as the game stands. Win: the share of a victory."""
    before, after = borrowed(numbers[0]), borrowed(numbers[1])
    after[:] = -1
    rank(s, after)
    players, winners = 0, 0
    for other in range(after.shape[0]):
        if after[other] >= 0:
            players += 1
        if after[other] == 0:
            winners += 1
    if utility == RANK:
        return float(-after[seat])
    if utility == WIN:
        return 1.0 / winners if after[seat] == 0 else 0.0
    score(s, after)
    gain, others = 0, 0
    for other in range(players):
        more = after[other] - before[other]
        gain += more if other == seat else 0
        others += 0 if other == seat else more
    return float(gain - others / (players - 1))
