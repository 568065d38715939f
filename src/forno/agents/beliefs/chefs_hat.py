"""The belief for Chef's Hat: which hands sensible players have. A seat that has placed a number rarely kept cards of it.

The clues are the numbers of cards of each kind in a hand, combined with whether its owner has placed that kind in this shift, and with the owner's
role. Their weights come from a logistic regression that tells true states from random worlds (see `fit`).
"""

import math

import numpy as np

from forno.agents.beliefs.moves import accepts, log_chance
from forno.agents.beliefs.weights import CHEFS_HAT
from forno.agents.chefs_hat import rate
from forno.rules.blocks import put
from forno.rules.chance import Rng, below
from forno.rules.chefs_hat.rules import GOLDEN, JOKER, N_ACTIONS, PIZZA, SEATS, TYPES, State, View, copy_public, legal
from forno.rules.chefs_hat.worlds import bounds, exchange_cards
from forno.rules.compiling import jit
from forno.rules.game import Actions, Numbers
from forno.rules.records import Int8s, Records

GROUPS = 12  # the numbers 1 to 11, and jokers
MANY, SEVERAL = 5, 3  # counts from this number on are the same clue
BY_ROLE = 2 * GROUPS * MANY  # where the clues by role begin
CLUES = BY_ROLE + (1 + SEATS) * GROUPS * SEVERAL
MOST = 2 * GROUPS * (SEATS - 1)  # that one state can have


@jit
def plausible(v: View, s: State) -> float:
    found = np.empty(MOST, np.int64)
    total = 0.0
    for k in range(clues(v, s, found)):
        total += CHEFS_HAT[found[k]]
    return total


@jit
def clues(v: View, s: State, found: Numbers) -> int:
    """Write the numbers of the clues in the hands of the other seats. Returns how many. There are none before the first pizza."""
    n = 0
    if v.phase != PIZZA:
        return n
    for seat in range(SEATS):
        if seat == v.seat or v.held[seat] == 0:
            continue
        role = int(v.role[seat]) + 1
        for group in range(GROUPS):
            card = group if group < GROUPS - 1 else JOKER
            count = int(s.hand[seat, card])
            if group == GROUPS - 2:
                count += int(s.hand[seat, GOLDEN])
            if count > 0:
                shown = GROUPS if v.placed[seat, card] > 0 else 0
                found[n] = (shown + group) * MANY + min(count, MANY) - 1
                found[n + 1] = BY_ROLE + (role * GROUPS + group) * SEVERAL + min(count, SEVERAL) - 1
                n += 2
    return n


@jit
def explain(
    v: View,
    past: Records[View],
    moves: Actions,
    tries: int,
    pool: Records[State],
    scratch: Records[View],
    states: Records[State],
    rng: Rng,
    blur: float,
) -> None:
    """Turn a pool of worlds into worlds that explain the moves of the others: a random walk (Metropolis and Hastings).

    It begins at the most plausible world of the first few. In each of `tries` steps two hands exchange cards; whether they keep them depends
    on how much better or worse the moves are explained then. After a fifth of the steps, worlds are written to the pool at equal intervals.
    """
    if past.shape[0] == 0 or pool.shape[0] == 0:
        return
    pinned, floor = np.zeros((SEATS, TYPES), np.int8), np.zeros(SEATS, np.int8)
    fit, new = np.zeros(SEATS), np.zeros(SEATS)
    best, start = -math.inf, 0
    for k in range(min(_STARTS, pool.shape[0])):
        total = 0.0
        for seat in range(SEATS):
            if seat != v.seat:
                total += log_likelihood(v, pool[k], seat, past, moves, scratch, states, blur)
        if total > best:
            best, start = total, k
    here, there = states[0:1], states[1:2]
    here[0] = pool[start]
    for seat in range(SEATS):
        fit[seat] = 0.0 if seat == v.seat else log_likelihood(v, here[0], seat, past, moves, scratch, states, blur)
    bounds(v, here[0], pinned, floor)
    others = np.zeros(SEATS, np.int64)
    n = 0
    for seat in range(SEATS):
        if seat != v.seat and v.held[seat] > 0:
            others[n] = seat
            n += 1
    first, written = tries // 5, 0
    for t in range(tries):
        if n > 1:
            x = others[below(rng, n)]
            y = others[below(rng, n)]
            if x != y:
                there[0] = here[0]
                if _exchange_some(v, there[0], x, y, pinned, floor, rng):
                    new[x] = log_likelihood(v, there[0], x, past, moves, scratch, states, blur)
                    new[y] = log_likelihood(v, there[0], y, past, moves, scratch, states, blur)
                    gain = new[x] + new[y] - fit[x] - fit[y]
                    if accepts(gain, rng):
                        here[0] = there[0]
                        fit[x], fit[y] = new[x], new[y]
        while t >= first and (written + 1) * (tries - first) <= (t + 1 - first) * pool.shape[0]:
            pool[written] = here[0]
            written += 1


_STARTS = 32


@jit
def _exchange_some(v: View, s: State, x: int, y: int, pinned: Int8s, floor: Int8s, rng: Rng) -> bool:
    """Exchange one card, or two or three in one step: single ones may all be unlikely."""
    changed = False
    for _ in range(1 + max(0, below(rng, 5) - 2)):
        a = _nth(s.hand[x], below(rng, v.held[x]))
        b = _nth(s.hand[y], below(rng, v.held[y]))
        if a != b:
            if not exchange_cards(v, s, x, a, y, b, pinned, floor):
                return False
            changed = True
    return changed


@jit
def _nth(hand: Int8s, nth: int) -> int:
    card = 0
    while nth >= hand[card]:
        nth -= hand[card]
        card += 1
    return card


@jit
def log_likelihood(
    v: View,
    s: State,
    seat: int,
    past: Records[View],
    moves: Actions,
    scratch: Records[View],
    states: Records[State],
    blur: float,
) -> float:
    """The logarithm of the chance that a seat made all its moves in this shift, with the cards that it has in a world."""
    total = 0.0
    actions, values = np.empty(N_ACTIONS, np.int16), np.empty(N_ACTIONS, np.float64)
    now, then = scratch[0], states[2]
    for t in range(past.shape[0]):
        if past[t].actor != seat:
            continue
        scratch[0] = past[t]
        now.seat = seat
        for card in range(TYPES):
            now.hand[card] = s.hand[seat, card] + v.placed[seat, card] - now.placed[seat, card]
        copy_public(now, then)
        put(then.hand[seat], 0, now.hand, TYPES)
        n = legal(then, actions)
        if n == 1:
            continue
        choice = -1
        for k in range(n):
            if actions[k] == moves[t]:
                choice = k
        if choice < 0:
            return -math.inf
        rate(now, actions, n, values)
        total += log_chance(values, n, choice, blur)
    return total
