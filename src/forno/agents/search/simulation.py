"""What the search does in each world, compiled, the same code for every game.

A simulation tries one candidate action in one world. After the action the seats decide in turn, some decisions by the tree and the rest by the
rollout policy. At the horizon the position is rated.
"""

import math

import numpy as np
from numpy.typing import NDArray

from forno.agents.beliefs import explain as explain_moves
from forno.agents.beliefs import plausible
from forno.agents.horizon import Weights, later
from forno.agents.networks.forward import NetworkTable, decide_any
from forno.agents.policies import UNIFORM
from forno.agents.search.tree import Entry, Trail, consult
from forno.rules.chance import Rng, open_quick_stream, word
from forno.rules.compiling import borrowed, jit
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers
from forno.rules.log import Log
from forno.rules.records import Float64, Int8, Int16, Record, Records, dtype_of
from forno.rules.verbs import actor, deal, legal, rank, resample, score, step, view

Payoffs = NDArray[np.float64]
Bytes = NDArray[np.uint8]
POINTS, RANK, WIN, VICTORY = range(4)  # utilities
UTILITIES = ("points", "rank", "win", "victory")
PRIZE = 2.0  # what a victory is worth besides its points, for VICTORY
TRUST = 0.85  # weight of the belief: people play differently from the games it was learnt from


class Params(Record):
    spread: Float64  # typical difference of payoffs: the weight of exploration
    depth: Int16  # decisions of a simulation that the tree makes
    own: Int8  # the policy of the seat that searches
    rollout: Int8  # the policy of the others
    utility: Int8
    to_end: Int8  # 1: simulate to the end of the game; 0: to the next shuffle


PARAMS = dtype_of(Params)


@jit
def sample_worlds(views: Records, worlds: Records, begin: int, n: int, streams: int, key: Rng, rng: Rng) -> None:
    """Make `n` worlds that agree with a view: from the random streams `begin`, `begin + streams` and so on, or all from one if `streams` is 0.

    One function does both, since `resample` is compiled anew into each of its callers.
    """
    for k in range(n):
        if k == 0 or streams != 0:
            open_quick_stream(rng, key, begin + k * streams)
        resample(views[0], rng, True, worlds[k])


@jit
def weigh(views: Records, pool: Records, cumulative: Payoffs) -> None:
    """Fill `cumulative` with the running sums of the weights of the worlds in a pool."""
    most = -math.inf
    for k in range(pool.shape[0]):
        cumulative[k] = TRUST * plausible(views[0], pool[k])
        most = max(most, cumulative[k])
    total = 0.0
    for k in range(pool.shape[0]):
        total += math.exp(cumulative[k] - most)
        cumulative[k] = total


@jit
def explain(
    views: Records,
    past: Records,
    moves: Actions,
    tries: int,
    pool: Records,
    scratch: Records,
    walk: Records,
    rng: Rng,
    blur: float,
) -> None:
    """Turn a pool of worlds into such as explain the moves of the others: see `forno.agents.beliefs`."""
    explain_moves(views[0], past, moves, tries, pool, scratch, walk, rng, blur)


@jit
def draw(pool: Records, cumulative: Payoffs, worlds: Records, begin: int, n: int, key: Rng, rng: Rng) -> None:
    """Draw `n` worlds from the pool by weight, from number `begin` on."""
    for k in range(n):
        open_quick_stream(rng, key, 2 * (begin + k))
        worlds[k] = pool[_first_above(cumulative, cumulative[-1] * (word(rng) / 2**32))]


@jit
def _first_above(ascending: Payoffs, bound: float) -> int:
    """The index of the first value above a bound, or the last index."""
    low, high = 0, ascending.shape[0] - 1
    while low < high:
        middle = (low + high) // 2
        if ascending[middle] > bound:
            high = middle
        else:
            low = middle + 1
    return low


@jit
def try_out(
    worlds: Records,
    begin: int,
    n: int,
    seat: int,
    candidates: Actions,
    params: Records[Params],
    payoffs: Payoffs,
    key: Rng,
    rng: Rng,
    tree: Records[Entry],
    trail: Records[Trail],
    states: Records,
    views: Records,
    seen: Bytes,
    actions: Actions,
    numbers: Numbers,
    log: Log,
    networks: NetworkTable | None,
    weights: Weights,
) -> None:
    """Try each candidate in `n` worlds, from number `begin` on.

    All candidates meet the same world and the same chance in it, so that only they make the difference. `seen` is the bytes of `views`. Policies may be
    networks of a table. `weights` say what counts at the next shuffle, besides points: see `forno.agents.horizon`.
    """
    utility = int(params[0].utility)
    for k in range(n):
        score(worlds[k], numbers[0])
        for c in range(candidates.shape[0]):
            states[0] = worlds[k]
            open_quick_stream(rng, key, 2 * (begin + k) + 1)
            action = int(candidates[c])
            length = _play_on(action, seat, states, params, rng, tree, trail, views, seen, actions, log, networks)
            payoffs[begin + k, c] = _worth(states[0], utility, seat, numbers, weights)
            for t in range(length):
                entry = trail[t].entry
                tree[entry].visits += 1
                tree[entry].total += _worth(states[0], utility, trail[t].seat, numbers, weights)


@jit
def _play_on(
    action: int,
    own_seat: int,
    states: Records,
    params: Records[Params],
    rng: Rng,
    tree: Records[Entry],
    trail: Records[Trail],
    views: Records,
    seen: Bytes,
    actions: Actions,
    log: Log,
    networks: NetworkTable | None,
) -> int:
    """Do an action and play on to the horizon. Returns how many decisions the tree is to learn from."""
    s = states[0]
    v = views[0]
    rng_, actions_, log_ = borrowed(rng), borrowed(actions), borrowed(log)
    own, others = int(params[0].own), int(params[0].rollout)
    to_end, left, spread = params[0].to_end, int(params[0].depth), params[0].spread
    length = 0
    while True:
        step(s, action, log_)  # the only call: it is long and inlined
        seat = actor(s)
        while seat == CHANCE and to_end != 0:
            deal(s, rng_, log_)
            left = 0  # what follows a shuffle is hardly ever seen again
            seat = actor(s)
        if seat < 0:
            return length
        n = legal(s, actions_)
        action = int(actions_[0])
        if n > 1:
            policy = own if seat == own_seat else others
            if policy != UNIFORM or left > 0:
                view(s, seat, v)
            action = int(decide_any(policy, networks, v, actions_, n, rng_))
            if left > 0:
                left -= 1
                action, entry = consult(tree, seen, action, actions_, n, spread, rng_)
                if entry >= 0:
                    trail[length].entry = entry
                    trail[length].seat = seat
                    length += 1


@jit
def _worth(s: Record, utility: int, seat: int, numbers: Numbers, weights: Weights) -> float:
    """Points: those gained in this world, less the mean of the others, and those to come. Rank: the present one. Win: the share of a victory.

    Victory: points, and a prize for the winner if the game is over.
    """
    before, after = borrowed(numbers[0]), borrowed(numbers[1])
    after[:] = -1
    rank(s, after)
    players, winners = 0, 0
    for other in range(after.shape[0]):
        if after[other] >= 0:
            players += 1
        if after[other] == 0:
            winners += 1
    is_winner = after[seat] == 0
    if utility == RANK:
        return float(-after[seat])
    if utility == WIN:
        return 1.0 / winners if is_winner else 0.0
    score(s, after)
    gain, others = 0, 0
    for other in range(players):
        more = after[other] - before[other]
        gain += more if other == seat else 0
        others += 0 if other == seat else more
    worth = gain - others / (players - 1)
    if weights.shape[0] > 0 and actor(s) == CHANCE:
        worth += later(s, seat, weights)
    if utility == VICTORY and is_winner and actor(s) == NOBODY:
        worth += PRIZE / winners
    return float(worth)
