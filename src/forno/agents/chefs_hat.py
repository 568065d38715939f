"""Agents for Chef's Hat, compiled. They read a view (`forno.rules.chefs_hat.rules.VIEW`) and choose among the legal actions."""

import numpy as np

from forno.rules.chance import Rng
from forno.rules.chefs_hat.rules import (
    DECK,
    EXCHANGE,
    GIVE,
    GOLDEN,
    JOKER,
    JOKERS_ALONE,
    NUMBER,
    PASS,
    PLACED_JOKERS,
    PLACED_NATURALS,
    PLACED_NUMBER,
    SEATS,
    SPECIAL,
    TYPES,
    WAITER,
    View,
)
from forno.rules.compiling import jit
from forno.rules.game import Actions, Numbers


@jit
def larger_value(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """Sheds the commonest cards, as many as it can, jokers with them; passes only if it must.

    Gives the commonest cards away, and takes every special action.
    """
    if v.phase == SPECIAL:
        return int(legal[n - 1])
    if v.phase == EXCHANGE:
        return _commonest_gift(legal, n)
    best = legal[0]
    for action in legal[:n]:
        if action < JOKERS_ALONE and _outweighs(action, best):
            best = action
    return int(best)


@jit
def _outweighs(action: int, other: int) -> bool:
    if PLACED_NUMBER[action] != PLACED_NUMBER[other]:
        return bool(PLACED_NUMBER[action] > PLACED_NUMBER[other])
    return bool(PLACED_NATURALS[action] + PLACED_JOKERS[action] >= PLACED_NATURALS[other] + PLACED_JOKERS[other])


@jit
def _commonest_gift(legal: Actions, n: int) -> int:
    """The highest number, a plain mozzarella before the golden one, never a joker."""
    best = legal[0]
    for action in legal[:n]:
        if action < GIVE + GOLDEN:
            best = action
    return int(best)


# The greedy agent rates what each action leaves in hand, in about the points that it will bring. The weights come from simulated shifts
# against itself and against `larger_value`: fitted to the outcomes, then moved while that won more.
_LEAD = 0.8  # to win the pizza, and so to start the next one,
_LEAD_TOPPED = 0.13  # less this for each group in hand that would then be topped
_RUN = 1.2  # to win it with at most one such group left: the others are led first, and it goes last
_GROUP = -0.77  # cards of one number are a turn to find, however many they are,
_CARD = 0.06  # so that each more of them is one fewer that needs a turn of its own
_SINGLE = -0.1  # one alone tops little, and as a lead sheds little
_RARE = 0.6  # a rare number can be placed on other people's pizzas (1 in full, 11 not at all),
_RARE_SET = 0.5  # most of all in a set of four or more
_HOLDS = 0.22  # a group that nobody can top brings the lead back
_JOKER = 0.5
_DONE = 10.0  # nothing left beats all

_PARTS = 16
_FEWER = np.zeros((_PARTS + 1, 14, 14))  # [part, m, k]: the chance that a hand with so many sixteenths of all unseen
_FEWER[:, 0, 1:] = 1  # cards has fewer than k of some m of them: each is in it or not
_share = np.arange(_PARTS + 1)[:, np.newaxis] / _PARTS
for _m in range(1, 14):
    _FEWER[:, _m, 1:] = (1 - _share) * _FEWER[:, _m - 1, 1:] + _share * _FEWER[:, _m - 1, :-1]


@jit
def greedy(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """A sensible person: counts what is out, sheds common cards in whole sets, keeps jokers and rare cards for when they win a pizza."""
    if n == 1:
        return int(legal[0])
    if v.phase == SPECIAL:
        return int(legal[n - 1 if v.role[v.seat] >= WAITER else 0])  # who gains by the exchange keeps it
    unseen = np.empty(TYPES, np.int64)
    _count_unseen(v, unseen)
    if v.phase == EXCHANGE:
        return _gift(v, unseen, legal, n)
    return _placement(v, unseen, legal, n)


@jit
def _placement(v: View, unseen: Numbers, legal: Actions, n: int) -> int:
    topped, worth = 0.0, 0.0
    for number in range(1, 12):
        group = _group(v, unseen, number, 0)
        topped, worth = topped + group[0], worth + group[1]
    best, choice = -np.inf, 0
    for action in legal[:n]:
        number, naturals, jokers = PLACED_NUMBER[action], PLACED_NATURALS[action], PLACED_JOKERS[action]
        left, value = topped, worth + _JOKER * (v.hand[JOKER] - jokers)
        if naturals > 0:
            whole, rest = _group(v, unseen, number, 0), _group(v, unseen, number, naturals)
            left, value = left + rest[0] - whole[0], value + rest[1] - whole[1]
        if action != PASS:
            lead = _holds(v, unseen, number, naturals + jokers, False)
            value += lead * (_LEAD - _LEAD_TOPPED * left)
            if left < 1.1:
                value += lead * _RUN
            if naturals + jokers == v.held[v.seat]:
                value += _DONE
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _group(v: View, unseen: Numbers, number: int, less: int) -> tuple[float, float]:
    """Of a group without some of its cards: the chance that it is topped when it is led, and what it is worth in hand."""
    count = v.hand[number - 1] - less
    if number == 11:
        count += v.hand[GOLDEN]
    if count == 0:
        return 0.0, 0.0
    holds = _holds(v, unseen, number, count, True)
    rare = (11 - number) / 10
    worth = _GROUP + _CARD * count + rare * (_RARE + _RARE_SET * min(count, 4) / 4) + _HOLDS * holds
    if count == 1:
        worth += _SINGLE
    return 1 - holds, worth


@jit
def _gift(v: View, unseen: Numbers, legal: Actions, n: int) -> int:
    """The card that the hand is best without."""
    best, choice = -np.inf, 0
    for action in legal[:n]:
        value = -_JOKER
        if action != GIVE + JOKER:
            number = NUMBER[action - GIVE]
            value = _group(v, unseen, number, 1)[1] - _group(v, unseen, number, 0)[1]
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _count_unseen(v: View, unseen: Numbers) -> None:
    """By type: what the others hold."""
    for card in range(TYPES):
        unseen[card] = DECK[card] - v.hand[card]
        for seat in range(SEATS):
            unseen[card] -= v.placed[seat, card]


@jit
def _holds(v: View, unseen: Numbers, number: int, count: int, everybody: bool) -> float:
    """About the chance that no other player (of those who have not passed, or of everybody) can top this placement.

    Jokers count as cards of each number, and numbers as independent of each other.
    """
    cards = -int(v.held[v.seat])
    for seat in range(SEATS):
        cards += int(v.held[seat])
    chance = 1.0
    for seat in range(SEATS):
        if seat != v.seat and v.held[seat] >= count and (everybody or v.passed[seat] == 0):
            part = max(1, (_PARTS * int(v.held[seat]) + cards // 2) // cards)
            for card in range(number - 1):
                if unseen[card] > 0:
                    chance *= _FEWER[part, unseen[card] + unseen[JOKER], count]
    return chance
