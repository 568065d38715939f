"""Compiled agents for Chef's Hat."""

import numpy as np

from forno.agents.rating import Values, favourite
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
from forno.rules.compiling import compilable, jit
from forno.rules.game import Actions

TWO_JOKERS = JOKERS_ALONE + 1
_SPECIAL_WORTH = 0.5  # of the right answer, in points, for those who judge badly


@jit
def larger_value(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """Places the highest number, as many cards as possible, with jokers; passes only if it must.

    It gives the highest numbers away, and takes every special action.
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
def club_larger_value(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """Plays as the agent of the name LARGER_VALUE in ChefsHatGYM's Players Club does through `forno.chefshatgym`.

    It takes the last but one of the actions that it can name: a joker alone if it has one, otherwise the highest number with as many cards as
    possible. Where it may not pass, that is the second largest placement. It gives the highest cards away, jokers first, and takes every special
    action.
    """
    if v.phase == SPECIAL or v.phase == EXCHANGE:
        if legal[n - 1] == GIVE + GOLDEN and n > 1 and legal[n - 2] == GIVE + GOLDEN - 1:
            return int(legal[n - 2])  # a plain mozzarella before the golden one
        return int(legal[n - 1])
    last = n - 1
    if legal[last] == TWO_JOKERS:  # which it cannot name
        last -= 1
    if legal[0] == PASS:  # comes last in its list
        return int(legal[last])
    return int(legal[max(0, last - 1)])


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


# The greedy agent rates what each action leaves in hand, in roughly the points that it will bring. The weights were fitted to the
# outcomes of simulated shifts against itself and `larger_value`, then tuned one by one as long as that won more.
_LEAD = 0.8  # for winning the pizza, and so starting the next one,
_LEAD_TOPPED = 0.13  # less this for each group in hand that would be topped
_RUN = 1.2  # for winning it with at most one such group left, which can be placed last
_GROUP = -0.77  # cards of one number need a turn, however many they are,
_CARD = 0.06  # so each further card of a group saves a turn
_SINGLE = -0.1  # a single card tops little, and sheds little
_RARE = 0.6  # a rare number can top others (1 always, 11 never),
_RARE_SET = 0.5  # and more so in a set of four or more
_HOLDS = 0.22  # a group that nobody can top brings the lead back
_JOKER = 0.5
_DONE = 10.0  # an empty hand beats everything

_PARTS = 16
# _FEWER[part, m, k]: the chance that a hand with part/16 of all unseen cards has fewer than k of m given ones.
_FEWER = np.zeros((_PARTS + 1, 14, 14))
_FEWER[:, 0, 1:] = 1
_share = np.arange(_PARTS + 1)[:, np.newaxis] / _PARTS
for _m in range(1, 14):
    _FEWER[:, _m, 1:] = (1 - _share) * _FEWER[:, _m - 1, 1:] + _share * _FEWER[:, _m - 1, :-1]


@jit
def greedy(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """Counts what is out, sheds common cards in whole sets, and keeps jokers and rare cards until they win a pizza."""
    if n == 1:
        return int(legal[0])
    if v.phase == SPECIAL:
        return int(legal[n - 1 if v.role[v.seat] >= WAITER else 0])  # Chef and Sous-Chef gain by the exchange
    unseen = _unseen(v)
    if v.phase == EXCHANGE:
        return _gift(v, unseen, legal, n)
    return _placement(v, unseen, legal, n)


@jit
def _placement(v: View, unseen: int, legal: Actions, n: int) -> int:
    topped, worth = _hand_worth(v, unseen)
    best, choice = -np.inf, 0
    for action in legal[:n]:
        value = _placement_worth(v, unseen, action, topped, worth)
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _hand_worth(v: View, unseen: int) -> tuple[float, float]:
    """How many groups in hand would be topped, and what all groups are worth."""
    topped, worth = 0.0, 0.0
    for number in range(1, 12):
        group = _group(v, unseen, number, 0)
        topped, worth = topped + group[0], worth + group[1]
    return topped, worth


@jit
def _placement_worth(v: View, unseen: int, action: int, topped: float, worth: float) -> float:
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
    return float(value)


@jit
def rate(v: View, legal: Actions, n: int, values: Values) -> int:
    """What `greedy` thinks of each action, in points. It takes the best."""
    unseen = _unseen(v)
    if v.phase == SPECIAL:
        values[:n] = 0.0
        values[n - 1 if v.role[v.seat] >= WAITER else 0] = _SPECIAL_WORTH
    elif v.phase == EXCHANGE:
        for k in range(n):
            values[k] = _gift_worth(v, unseen, legal[k])
    else:
        topped, worth = _hand_worth(v, unseen)
        for k in range(n):
            values[k] = _placement_worth(v, unseen, legal[k], topped, worth)
    return favourite(values, n, 0.0)


@jit
def _group(v: View, unseen: int, number: int, less: int) -> tuple[float, float]:
    """For a group, less some of its cards: the chance that it is topped if it opens a pizza, and what it is worth in hand."""
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
def _gift(v: View, unseen: int, legal: Actions, n: int) -> int:
    """The card without which the hand is worth most."""
    best, choice = -np.inf, 0
    for action in legal[:n]:
        value = _gift_worth(v, unseen, action)
        if value > best:
            best, choice = value, action
    return int(choice)


@jit
def _gift_worth(v: View, unseen: int, action: int) -> float:
    """What giving a card away adds to the hand."""
    if action == GIVE + JOKER:
        return -_JOKER
    number = NUMBER[action - GIVE]
    return float(_group(v, unseen, number, 1)[1] - _group(v, unseen, number, 0)[1])


# The cards that the others hold are counted by type in one number. An array would need memory, and its references would be counted at each call.
_BITS = 4


@jit
def _unseen(v: View) -> int:
    cards = 0
    for card in range(TYPES):
        n = int(DECK[card]) - int(v.hand[card])
        for seat in range(SEATS):
            n -= int(v.placed[seat, card])
        cards |= n << (_BITS * card)
    return cards


@compilable
def _count(cards: int, card: int) -> int:
    return (cards >> (_BITS * card)) & 15


@jit
def _holds(v: View, unseen: int, number: int, count: int, everybody: bool) -> float:
    """Roughly the chance that nobody else (of those who have not passed, or of all) can top this placement.

    Jokers count as cards of every number, and the numbers as independent.
    """
    cards = -int(v.held[v.seat])
    for seat in range(SEATS):
        cards += int(v.held[seat])
    chance, jokers = 1.0, _count(unseen, JOKER)
    for seat in range(SEATS):
        if seat != v.seat and v.held[seat] >= count and (everybody or v.passed[seat] == 0):
            part = max(1, (_PARTS * int(v.held[seat]) + cards // 2) // cards)
            for card in range(number - 1):
                n = _count(unseen, card)
                if n > 0:
                    chance *= _FEWER[part, n + jokers, count]
    return chance
