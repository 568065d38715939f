"""Worlds of the two Mamma Mia! games.

A seat knows its own cards, all placements, what is on the table and what was used, how many ingredients and orders everybody holds,
the orders that were put back under a waiter (and who drew them again), and what a request for help gave away. It does not know the
others' cards, the order of the supply, and the waiters except for what was put back. There is nothing else to deduce, so `deduce` makes
no difference.
"""

import numpy as np

from forno.rules.blocks import put, take
from forno.rules.chance import Rng, below, shuffle
from forno.rules.compiling import jit
from forno.rules.counts import listed, total
from forno.rules.game import HIDDEN
from forno.rules.mamma_mia.state import HELP, State, View, copy_public
from forno.rules.records import Int8s


@jit
def resample(v: View, rng: Rng, deduce: bool, s: State) -> None:
    copy_public(v, s)
    s.hand[:] = 0
    s.supply[:] = 0
    s.menu[:] = 0
    s.reward[:] = 0
    for seat in range(s.waiter.shape[0]):
        put(s.waiter[seat], 0, v.waiter[seat], s.waiter.shape[1])
    s.refused = v.refused << max(0, v.seat)
    kinds = v.hand.shape[0]
    unseen = np.empty(kinds, np.int8)
    for kind in range(kinds):
        unseen[kind] = v.copies - v.hand[kind] - v.table[kind] - v.used[kind] - v.added[kind]
    for k in range(v.at, v.n_oven):
        if v.oven[k] < kinds:
            unseen[v.oven[k]] -= 1
    pinned = v.holds.copy()
    if v.seat >= 0:
        pinned[v.seat] = 0
    if v.actor == HIDDEN:
        s.actor = _somebody_asked(v, rng, unseen, pinned) if v.phase == HELP else v.owner
    _fill_hands(v, s, rng, unseen, pinned)
    for seat in range(v.players):
        _fill_orders(v, s, rng, seat)


@jit
def _somebody_asked(v: View, rng: Rng, unseen: Int8s, pinned: Int8s) -> int:
    """A random seat among those that may be the one asked for help. Pins the cards that it needs to its hand."""
    own_turn = (v.seat - v.owner) % v.players
    able = v.seat >= 0 and v.waiting[v.seat] > 0
    for kind in range(unseen.shape[0]):
        able = able and v.hand[kind] >= v.asked[kind]
    chosen, n = -1, 0
    for turn in range(1, v.players):
        seat = (v.owner + turn) % v.players
        if seat == v.seat or v.waiting[seat] == 0:
            continue
        if (
            v.seat >= 0
            and v.seat != v.owner
            and ((v.refused and turn < own_turn) or (able and not v.refused and turn > own_turn))
        ):
            continue  # it was asked before this seat, or will be asked after it
        needed, possible = 0, True
        for kind in range(unseen.shape[0]):
            needed += max(int(v.asked[kind]), int(pinned[seat, kind]))
            free = int(unseen[kind])
            for other in range(pinned.shape[0]):
                free -= int(pinned[other, kind])
            possible = possible and max(0, v.asked[kind] - pinned[seat, kind]) <= free
        if possible and needed <= v.n_ingredients[seat]:
            n += 1
            if below(rng, n) == 0:  # all are equally likely
                chosen = seat
    for kind in range(unseen.shape[0]):
        pinned[chosen, kind] = max(v.asked[kind], pinned[chosen, kind])
    return chosen


@jit
def _fill_hands(v: View, s: State, rng: Rng, unseen: Int8s, pinned: Int8s) -> None:
    for seat in range(v.players):
        take(unseen, 0, pinned[seat], unseen.shape[0])
    loose = listed(unseen)
    shuffle(rng, loose)
    k = 0
    for seat in range(v.players):
        if seat == v.seat:
            put(s.hand[seat], 0, v.hand, v.hand.shape[0])
            continue
        put(s.hand[seat], 0, pinned[seat], v.hand.shape[0])
        for _ in range(v.n_ingredients[seat] - total(pinned[seat])):
            s.hand[seat, loose[k]] += 1
            k += 1
    n = loose.shape[0] - k
    put(s.supply, 0, loose[k:], n)
    if n < v.n_supply:  # it contains the Mamma Mia! card
        s.supply[n] = unseen.shape[0]
        shuffle(rng, s.supply[: v.n_supply])


@jit
def _fill_orders(v: View, s: State, rng: Rng, seat: int) -> None:
    """Put the unseen orders into the hand, into the waiter above those put back, and among the rewards."""
    n_orders = v.waiter.shape[1]
    seen = v.baked[seat] | v.shown[seat]
    if seat == v.seat:
        seen |= v.menu
    if seat == v.owner:
        seen |= 1 << int(v.order)
    for k in range(v.under[seat]):
        seen |= 1 << int(v.waiter[seat, k])
    first = v.hand.shape[0] + seat * n_orders
    for k in range(v.at, v.n_oven):
        if first <= v.oven[k] < first + n_orders:
            seen |= 1 << int(v.oven[k] - first)
    unseen = np.zeros(n_orders, np.int8)
    n = 0
    for order in range(n_orders):
        if not (seen >> order) & 1:
            unseen[n] = order
            n += 1
    shuffle(rng, unseen[:n])
    s.menu[seat] = v.menu if seat == v.seat else v.shown[seat]
    in_hand = v.n_orders[seat]
    for order in range(n_orders):
        in_hand -= (s.menu[seat] >> order) & 1
    for k in range(n):
        order = int(unseen[k])
        if k < in_hand:
            s.menu[seat] |= 1 << order
        elif k - in_hand < v.waiting[seat] - v.under[seat]:
            s.waiter[seat, v.under[seat] + k - in_hand] = order
        else:
            s.reward[seat] |= 1 << order
