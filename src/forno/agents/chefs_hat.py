"""Agents for Chef's Hat, compiled. They read a view (`forno.rules.chefs_hat.SEEN`) and choose among the legal actions."""

import numpy as np

from forno.rules.chefs_hat import (
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
)
from forno.rules.game import Actions, Numbers
from forno.rules.kernel import Record, Records, jit


@jit
def larger_value(views: Records, j: int, legal: Actions, n: int, rng: Records) -> int:
    """Sheds the commonest cards, as many as it can, jokers with them; passes only if it must.

    Gives the commonest cards away, and takes every special action.
    """
    if views[j].phase == SPECIAL:
        return int(legal[n - 1])
    if views[j].phase == EXCHANGE:
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


# The greedy agent rates what each action leaves in hand, in about the points that it will bring. The weights were fitted to the outcomes of
# simulated shifts, against itself and against `larger_value`.
_LEAD = 0.64  # to win the pizza, and so to start the next one,
_LEAD_LOST = 0.09  # less this for each group in hand that would then be topped
_GROUP = -0.82  # cards of one number are a turn to find, however many they are
_CARD = 0.06  # so each of them that goes along with others goes for nothing;
_SINGLE = -0.16  # one alone tops little, and as a lead sheds little
_RARE = 0.70  # a rare number can be placed on other people's pizzas (1 in full, 11 not at all),
_RARE_SET = 0.51  # most of all in a set of four or more
_HOLDS = 0.18  # a group that nobody can top brings the lead back
_JOKER = 0.43
_ALMOST = 0.33  # one group left: the next lead ends it
_DONE = 10.0  # nothing left beats all

_PARTS = 16
_FEWER = np.zeros((_PARTS + 1, 14, 14))  # [part, m, k]: the chance that a hand with so many sixteenths of all unseen
_FEWER[:, 0, 1:] = 1  # cards has fewer than k of some m of them: each is in it or not
_share = np.arange(_PARTS + 1)[:, np.newaxis] / _PARTS
for _m in range(1, 14):
    _FEWER[:, _m, 1:] = (1 - _share) * _FEWER[:, _m - 1, 1:] + _share * _FEWER[:, _m - 1, :-1]


@jit
def greedy(views: Records, j: int, legal: Actions, n: int, rng: Records) -> int:
    """A sensible person: counts what is out, sheds common cards in whole sets, keeps jokers and rare cards for when they win a pizza."""
    v = views[j]
    if n == 1:
        return int(legal[0])
    if v.phase == SPECIAL:
        return int(legal[n - 1 if v.role[v.seat] >= WAITER else 0])
    unseen = np.empty(TYPES, np.int64)
    _count_unseen(v, unseen)
    if v.phase == EXCHANGE:
        return _gift(v, unseen, legal, n)
    return _placement(v, unseen, legal, n)


@jit
def _placement(v: Record, unseen: Numbers, legal: Actions, n: int) -> int:
    groups, lost, worth = 0, 0.0, 0.0
    for number in range(1, 12):
        count = _own(v, number)
        if count > 0:
            holds = _holds(v, unseen, number, count, True)
            groups += 1
            lost += 1 - holds
            worth += _worth(number, count, holds)
    best, choice = -np.inf, 0
    for action in legal[:n]:
        number, naturals, jokers = PLACED_NUMBER[action], PLACED_NATURALS[action], PLACED_JOKERS[action]
        left_groups, left_lost, value = groups, lost, worth
        lead = 0.0
        if action != PASS:
            lead = _holds(v, unseen, number, naturals + jokers, False)
            if naturals > 0:
                count = _own(v, number)
                holds = _holds(v, unseen, number, count, True)
                left_groups -= 1
                left_lost -= 1 - holds
                value -= _worth(number, count, holds)
                count -= naturals
                if count > 0:
                    holds = _holds(v, unseen, number, count, True)
                    left_groups += 1
                    left_lost += 1 - holds
                    value += _worth(number, count, holds)
        value += lead * (_LEAD - _LEAD_LOST * left_lost) + _JOKER * (v.hand[JOKER] - jokers)
        if left_groups <= 1:
            value += _ALMOST
        if naturals + jokers == v.size[v.seat]:
            value += _DONE
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _worth(number: int, count: int, holds: float) -> float:
    """What a group adds to its hand."""
    rare = (11 - number) / 10
    worth = _GROUP + _CARD * count + rare * (_RARE + _RARE_SET * min(count, 4) / 4) + _HOLDS * holds
    return worth + _SINGLE if count == 1 else worth


@jit
def _gift(v: Record, unseen: Numbers, legal: Actions, n: int) -> int:
    """The card that the hand is best without."""
    best, choice = -np.inf, 0
    for action in legal[:n]:
        card = action - GIVE
        value = -_JOKER
        if card != JOKER:
            number = NUMBER[card]
            count = _own(v, number)
            value = -_worth(number, count, _holds(v, unseen, number, count, True))
            if count > 1:
                value += _worth(number, count - 1, _holds(v, unseen, number, count - 1, True))
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _own(v: Record, number: int) -> int:
    return int(v.hand[number - 1] + v.hand[GOLDEN] if number == 11 else v.hand[number - 1])


@jit
def _count_unseen(v: Record, unseen: Numbers) -> None:
    """By type: what the others hold."""
    for card in range(TYPES):
        unseen[card] = DECK[card] - v.hand[card]
        for seat in range(SEATS):
            unseen[card] -= v.placed[seat, card]


@jit
def _holds(v: Record, unseen: Numbers, number: int, count: int, everybody: bool) -> float:
    """About the chance that no other player (of those who have not passed, or of everybody) can top this placement.

    Jokers count as cards of each number, and numbers as independent of each other.
    """
    cards = -v.size[v.seat]
    for seat in range(SEATS):
        cards += v.size[seat]
    chance = 1.0
    for seat in range(SEATS):
        if seat != v.seat and v.size[seat] >= count and (everybody or v.passed[seat] == 0):
            part = max(1, (_PARTS * v.size[seat] + cards // 2) // cards)
            for card in range(number - 1):
                if unseen[card] > 0:
                    chance *= _FEWER[part, unseen[card] + unseen[JOKER], count]
    return chance
