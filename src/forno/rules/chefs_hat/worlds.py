"""Worlds of Chef's Hat.

A seat knows its own hand, what it gave and got in the exchange, every placement and who made it, the sizes of the hands, and who
showed both jokers by a special action. With `deduce` a world also agrees with what the rules force: a Dishwasher or Waiter gave their
rarest cards, so they kept none that is rarer. Nothing is inferred from what others chose.
"""

import numpy as np

from forno.rules.blocks import put, take
from forno.rules.chance import Rng, below, shuffle
from forno.rules.chefs_hat.rules import (
    CHEF,
    DECK,
    DINNER,
    DISHWASHER,
    EXCHANGE,
    FOOD_FIGHT,
    GOLDEN,
    HAND,
    JOKER,
    NUMBER,
    PIZZA,
    SEATS,
    SOUS_CHEF,
    SPECIAL,
    TYPES,
    State,
    View,
    copy_public,
    seat_of,
)
from forno.rules.compiling import jit
from forno.rules.counts import listed, total
from forno.rules.game import HIDDEN
from forno.rules.records import Int8s

_HURTS = 1 << 20  # what one unexplained number adds to the strain; less is only a preference


@jit
def resample(v: View, rng: Rng, deduce: bool, s: State) -> None:
    copy_public(v, s)
    s.hand[:] = 0
    s.given[:] = -1
    pool = np.empty(TYPES, np.int8)  # what this seat has not seen
    put(pool, 0, DECK, TYPES)
    for seat in range(SEATS):
        take(pool, 0, v.placed[seat], TYPES)
    if v.seat >= 0:
        take(pool, 0, v.hand, TYPES)
        if v.phase == EXCHANGE:
            for card in v.gave:
                if card >= 0:
                    pool[card] -= 1
    pinned = np.zeros((SEATS, TYPES), np.int8)  # cards known to be in a hand
    floor = np.zeros(SEATS, np.int8)  # lowest type that can be among a hand's other cards
    exchanged = _has_exchanged(v)
    if exchanged and v.seat >= 0:
        _recall_gifts(v, s, deduce, pinned, floor)
    if v.phase == PIZZA and pool[GOLDEN] == 1:  # nothing is placed yet, so whoever begins holds it
        pinned[v.actor, GOLDEN] = 1
    _pin_jokers(v, s, rng, exchanged, pool[JOKER], pinned)
    _fill_hands(v, s, rng, pool, pinned, floor)
    if v.phase == EXCHANGE:
        _choose_pending_gifts(v, s, rng)
    if exchanged:
        for taker_role in (
            CHEF,
            SOUS_CHEF,
            CHEF,
        ):  # the Chef again: a swap for the Sous-Chef may have moved a card of the Dishwasher
            taker, giver = seat_of(s, taker_role), seat_of(s, 3 - taker_role)
            if v.seat != taker and v.seat != giver:
                _explain_gifts(s, v.seat, taker, giver, deduce, pinned, floor)
        if deduce:
            _settle(s, v.seat, pinned, floor)


@jit
def bounds(v: View, s: State, pinned: Int8s, floor: Int8s) -> None:
    """What cards may not leave the hands of a world (`pinned`), and the lowest type that each hand may get, for `exchange_cards`.

    Golden mozzarella stays where it is, and so do jokers if a special action showed them.
    """
    pinned[:] = 0
    floor[:] = 0
    if _has_exchanged(v) and v.seat >= 0:
        _recall_gifts(v, s, True, pinned, floor)
    for seat in range(SEATS):
        pinned[seat, GOLDEN] = s.hand[seat, GOLDEN]
        if v.announcer >= 0:
            pinned[seat, JOKER] = s.hand[seat, JOKER]


@jit
def exchange_cards(v: View, s: State, x: int, a: int, y: int, b: int, pinned: Int8s, floor: Int8s) -> bool:
    """Let two other hands of a world exchange cards of the types a and b. If the world would no longer agree with the view, nothing changes."""
    if s.hand[x, a] <= pinned[x, a] or s.hand[y, b] <= pinned[y, b] or a < floor[y] or b < floor[x]:
        return False
    _swap(s, x, a, y, b)
    if _has_exchanged(v) and _strain(s, v.seat) >= _HURTS:
        _swap(s, x, b, y, a)
        _strain(s, v.seat)  # sets the gifts
        return False
    return True


@jit
def _has_exchanged(v: View) -> bool:
    return bool(v.phase == PIZZA and v.role[0] >= 0 and v.special != DINNER)


@jit
def _recall_gifts(v: View, s: State, deduce: bool, pinned: Int8s, floor: Int8s) -> None:
    """The partner still holds what this seat gave and they have not placed. Whoever gave their rarest cards kept none rarer."""
    partner = seat_of(s, 3 - v.role[v.seat])
    put(s.given[v.seat], 0, v.gave, 2)
    put(s.given[partner], 0, v.got, 2)
    for card in v.gave:
        if card >= 0:
            pinned[partner, card] += 1
    for card in range(TYPES):
        pinned[partner, card] = max(0, pinned[partner, card] - v.placed[partner, card])
    if deduce and v.role[v.seat] <= SOUS_CHEF:
        floor[partner] = max(v.got[0], v.got[1])


@jit
def _pin_jokers(v: View, s: State, rng: Rng, exchanged: bool, unseen: int, pinned: Int8s) -> None:
    if v.actor == HIDDEN:  # this Chef is not asked for gifts yet, so another seat is asked about a special action
        s.phase = SPECIAL
        s.actor = below(rng, SEATS)
        while s.actor == v.seat:
            s.actor = below(rng, SEATS)
        pinned[s.actor, JOKER] = 2
    elif v.announcer >= 0 and v.announcer != v.seat:
        pinned[v.announcer, JOKER] = unseen
        if v.special == FOOD_FIGHT and exchanged:
            dishwasher = seat_of(s, DISHWASHER)
            if v.seat != dishwasher:  # the new Chef may have given it jokers
                room = v.held[dishwasher]
                moved = below(rng, min(unseen, room) + 1)
                moved = max(moved, unseen - v.held[v.announcer])
                pinned[dishwasher, JOKER] = moved
                pinned[v.announcer, JOKER] = unseen - moved


@jit
def _fill_hands(v: View, s: State, rng: Rng, pool: Int8s, pinned: Int8s, floor: Int8s) -> None:
    for seat in range(SEATS):
        if seat == v.seat:
            put(s.hand[seat], 0, v.hand, TYPES)
        else:
            put(s.hand[seat], 0, pinned[seat], TYPES)
            take(pool, 0, pinned[seat], TYPES)
    loose = listed(pool)
    begin = 0
    for picky in (True, False):  # hands with a floor first, the others from the rest, shuffled again:
        if picky or begin > 0:  # so all worlds are equally likely
            shuffle(rng, loose[begin:])
        for seat in range(SEATS):
            if seat == v.seat or (floor[seat] > 0) != picky:
                continue
            room = HAND if v.phase == EXCHANGE else v.held[seat]
            room -= total(pinned[seat])
            k = begin
            while room > 0:
                card = loose[k]
                if card >= floor[seat]:
                    s.hand[seat, card] += 1
                    loose[k] = loose[begin]
                    begin += 1
                    room -= 1
                k += 1


@jit
def _choose_pending_gifts(v: View, s: State, rng: Rng) -> None:
    """During the exchange: take the cards that a seat has already given out of its hand."""
    for seat in range(SEATS):
        if seat == v.seat:
            put(s.given[seat], 0, v.gave, 2)
            continue
        for k in range(HAND - v.held[seat]):
            nth = below(rng, HAND - k)
            card = 0
            while nth >= s.hand[seat, card]:
                nth -= s.hand[seat, card]
                card += 1
            s.hand[seat, card] -= 1
            s.given[seat, k] = card


@jit
def _explain_gifts(s: State, seat: int, taker: int, giver: int, deduce: bool, pinned: Int8s, floor: Int8s) -> None:
    """Set the gifts between two other seats such that they agree with their cards.

    The giver gave their rarest cards. So each card that they have or had, except those from the taker, must be at least as common as
    what the taker got. Until it is so, swap the taker's commonest cards for the rarest of others.
    """
    while True:
        if _write_gifts(s, taker, giver) == 0 or not deduce:
            return
        if not _improve(s, seat, taker, pinned, floor):
            if s.given[taker, 0] != JOKER or s.hand[giver, JOKER] == 0:
                return
            pinned[giver, JOKER] -= 1  # how the jokers are split was a guess: take one back
            pinned[taker, JOKER] += 1
            s.hand[giver, JOKER] -= 1
            s.hand[taker, JOKER] += 1
            for card in range(TYPES - 1, -1, -1):
                if s.hand[taker, card] > pinned[taker, card]:
                    s.hand[taker, card] -= 1
                    s.hand[giver, card] += 1
                    break


@jit
def _write_gifts(s: State, taker: int, giver: int) -> int:
    """Set the likeliest gifts between two seats. Returns by how much the giver's rarest other card is too rare for them."""
    n = 2 if s.role[taker] == CHEF else 1
    got, kept = np.empty(TYPES, np.int8), np.empty(TYPES, np.int8)
    for card in range(TYPES):
        got[card] = s.hand[taker, card] + s.placed[taker, card]
        kept[card] = s.hand[giver, card] + s.placed[giver, card]
    returned = min(n, kept[JOKER]) if s.special == FOOD_FIGHT and n == 2 else 0
    for k in range(returned):  # the new Chef had both jokers, so these came from them
        s.given[taker, k] = JOKER
        kept[JOKER] -= 1
    for k in range(n):
        s.given[giver, k] = _take_lowest(got)
    for k in range(returned, n):
        s.given[taker, k] = _take_lowest(kept)
    return max(0, int(NUMBER[s.given[giver, n - 1]]) - int(NUMBER[_take_lowest(kept)]))


@jit
def _take_lowest(counts: Int8s) -> int:
    card = 0
    while counts[card] == 0:
        card += 1
    counts[card] -= 1
    return card


@jit
def _improve(s: State, seat: int, taker: int, pinned: Int8s, floor: Int8s) -> bool:
    """Swap the taker's commonest loose card for the rarest loose card of another hand. False if none is rarer."""
    common = TYPES - 1
    while common >= 0 and s.hand[taker, common] <= pinned[taker, common]:
        common -= 1
    for rare in range(common):
        for other in range(SEATS):
            if other == seat or other == taker or common < floor[other]:  # noqa: SIM109  Numba wants tuples of one type
                continue
            if s.role[taker] == SOUS_CHEF and seat < 0 and s.role[other] == CHEF:
                continue  # for a spectator, the Chef's gifts are already explained
            if s.hand[other, rare] > pinned[other, rare]:
                _swap(s, other, rare, taker, common)
                return True
    return False


@jit
def _settle(s: State, seat: int, pinned: Int8s, floor: Int8s) -> None:
    """Swaps for one pair may leave another unexplained: make the swap that helps most, until all gifts are explained."""
    strain = _strain(s, seat)
    while strain >= _HURTS:
        best, best_x, best_y, best_a, best_b = strain, -1, -1, -1, -1
        for x in range(SEATS):
            for y in range(SEATS):
                if x == y or seat in (x, y):
                    continue
                for a in range(TYPES):
                    if s.hand[x, a] <= pinned[x, a] or a < floor[y]:
                        continue
                    for b in range(a + 1, TYPES):
                        if s.hand[y, b] > pinned[y, b]:
                            _swap(s, x, a, y, b)
                            found = _strain(s, seat)
                            _swap(s, x, b, y, a)
                            if found < best:
                                best, best_x, best_y, best_a, best_b = found, x, y, a, b
        if best_x < 0:
            break
        _swap(s, best_x, best_a, best_y, best_b)
        strain = best
    _strain(s, seat)  # sets the gifts


@jit
def _strain(s: State, seat: int) -> int:
    """How much is unexplained between other seats; then, how common the takers' cards are compared with the givers'."""
    strain = _HURTS // 2
    for taker_role in (CHEF, SOUS_CHEF):
        taker, giver = seat_of(s, taker_role), seat_of(s, 3 - taker_role)
        if seat != taker and seat != giver:
            strain += _HURTS * _write_gifts(s, taker, giver)
            for card in range(TYPES):
                strain += card * (int(s.hand[taker, card]) - int(s.hand[giver, card]))
    return strain


@jit
def _swap(s: State, x: int, a: int, y: int, b: int) -> None:
    """Seat x gives card a to seat y for card b."""
    s.hand[x, a] -= 1
    s.hand[y, b] -= 1
    s.hand[x, b] += 1
    s.hand[y, a] += 1
