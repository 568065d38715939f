"""The belief for the Mamma Mia! games: cards that explain what the others have placed and ordered in this round.

What somebody held at an earlier decision depends on which of their cards they drew when. A `Past` therefore has the cards of each seat in the order
in which they came: first those that it had at the beginning of the round, then those that it drew. A random walk exchanges cards between
the seats, with the supply, and between earlier and later draws of one seat; and orders between hand and waiter.
"""

import math
from typing import NamedTuple

import numpy as np

from forno.agents.beliefs.moves import accepts, log_chance
from forno.agents.rating import Values, rate
from forno.rules.chance import Rng, below, shuffle
from forno.rules.compiling import jit
from forno.rules.game import Actions, Numbers
from forno.rules.mamma_mia.classic import CLASSIC, legal_placing
from forno.rules.mamma_mia.plus import PLUS
from forno.rules.mamma_mia.state import DRAW, ORDER, PLACE, Edition, State, View
from forno.rules.records import Int8s, Records

_NEVER = 30_000  # later than every decision
_STARTS = 4  # random worlds, of which the walk begins at the best


class Past(NamedTuple):
    """The hidden cards of a round. Times are numbers of decisions; a card that came at time t is there for decision t."""

    cards: Int8s  # by seat, as they came
    came: Numbers  # when, by seat; ascending
    size: Numbers  # how many, by seat
    hand: Numbers  # what is left of them, by seat and kind
    orders: Int8s  # by seat: those in hand at first, the waiter from the top, those delivered unseen
    drawn: Numbers  # when they came into the hand, or _NEVER
    known: Int8s  # 1: everybody knows that this order is there
    length: Numbers  # how many orders, by seat
    placed: Numbers  # by seat and order: when it was placed in this round, or _NEVER
    chances: Values  # by decision: the logarithm of its chance
    fresh: Values  # the same after the exchange that is being considered


@jit
def explain(
    v: View,
    past: Records[View],
    moves: Actions,
    tries: int,
    pool: Records[State],
    scratch: Records[View],
    walk: Records[State],
    rng: Rng,
    blur: float,
) -> None:
    explain_placing(v, CLASSIC, past, moves, tries, pool, scratch, walk, rng, blur)


@jit
def explain_plus(
    v: View,
    past: Records[View],
    moves: Actions,
    tries: int,
    pool: Records[State],
    scratch: Records[View],
    walk: Records[State],
    rng: Rng,
    blur: float,
) -> None:
    explain_placing(v, PLUS, past, moves, tries, pool, scratch, walk, rng, blur)


@jit
def explain_placing(
    v: View,
    edition: Edition,
    past: Records[View],
    moves: Actions,
    tries: int,
    pool: Records[State],
    scratch: Records[View],
    walk: Records[State],
    rng: Rng,
    blur: float,
) -> None:
    """Turn a pool of worlds into worlds that explain the moves of the others in this round, as long as they place."""
    begin = 0
    while begin < past.shape[0] and past[begin].emptied != v.emptied:
        begin += 1
    times = past.shape[0] - begin
    if v.phase > DRAW or times == 0 or pool.shape[0] == 0:
        return
    past, moves = past[begin:], moves[begin:]
    seats, room, positions = v.n_orders.shape[0], v.oven.shape[0], edition.n_orders
    p = Past(
        np.zeros((seats, room), np.int8),
        np.zeros((seats, room), np.int64),
        np.zeros(seats, np.int64),
        np.zeros((seats, edition.kinds), np.int64),
        np.zeros((seats, positions), np.int8),
        np.zeros((seats, positions), np.int64),
        np.zeros((seats, positions), np.int8),
        np.zeros(seats, np.int64),
        np.zeros((seats, positions), np.int64),
        np.zeros(times),
        np.zeros(times),
    )
    best, start = -math.inf, 0
    for k in range(_STARTS + 1):
        walk[0] = pool[(k if k < _STARTS else start) % pool.shape[0]]  # the last is the best one once more
        _begin(v, edition, past, moves, walk[0], p)
        total = 0.0
        for seat in range(v.players):
            if seat != v.seat:
                p.chances[:] = 0.0
                total += _judge(v, edition, past, moves, p, seat, 0, times, scratch, walk, blur)
        if total > best:
            best, start = total, k
    for t in range(times):
        p.chances[t] = p.fresh[t]
    here = walk[0]
    first, written = tries // 5, 0
    for t in range(tries):
        _try(v, edition, past, moves, p, here, scratch, walk, rng, blur)
        while t >= first and (written + 1) * (tries - first) <= (t + 1 - first) * pool.shape[0]:
            _write(v, moves, past, edition, p, here)
            pool[written] = here
            world = pool[written]
            shuffle(rng, world.supply[: v.n_supply])
            for seat in range(v.players):
                shuffle(rng, world.waiter[seat, v.under[seat] : v.waiting[seat]])
            written += 1


@jit
def _begin(v: View, edition: Edition, past: Records[View], moves: Actions, s: State, p: Past) -> None:
    """Let the hands of a world have come about somehow: what was placed early came early."""
    times = past.shape[0]
    for seat in range(v.players):
        n, drawn = 0, 0
        for _ in range(past[0].n_ingredients[seat]):
            p.came[seat, n] = 0
            n += 1
        in_hand, waiting = int(past[0].n_orders[seat]), int(past[0].waiting[seat])
        for k in range(in_hand + waiting):
            p.drawn[seat, k] = 0 if k < in_hand else _NEVER
        p.placed[seat, :] = _NEVER
        for t in range(times):
            nxt = past[t + 1] if t + 1 < times else v
            gain, orders = (
                nxt.n_ingredients[seat] - past[t].n_ingredients[seat],
                nxt.n_orders[seat] - past[t].n_orders[seat],
            )
            if past[t].actor == seat:
                if past[t].phase == PLACE:
                    gain += moves[t] % edition.limit + 1
                elif past[t].phase == ORDER and moves[t] != edition.no_order:
                    orders += 1
                    p.placed[seat, moves[t] - edition.order] = t
            for _ in range(gain):
                p.came[seat, n] = t + 1
                n += 1
            for _ in range(orders):
                p.drawn[seat, in_hand + drawn] = t + 1
                drawn += 1
        p.size[seat] = n
        if seat != v.seat:
            _deal_cards(seat, edition, past, moves, s, p)
            _deal_orders(seat, in_hand, waiting, drawn, edition, past, moves, s, p)


@jit
def _deal_cards(seat: int, edition: Edition, past: Records[View], moves: Actions, s: State, p: Past) -> None:
    n = 0
    for t in range(past.shape[0]):
        if past[t].actor == seat and past[t].phase == PLACE:
            for _ in range(moves[t] % edition.limit + 1):
                p.cards[seat, n] = moves[t] // edition.limit
                n += 1
    for kind in range(edition.kinds):
        p.hand[seat, kind] = s.hand[seat, kind]
        for _ in range(s.hand[seat, kind]):
            p.cards[seat, n] = kind
            n += 1


@jit
def _deal_orders(
    seat: int,
    in_hand: int,
    waiting: int,
    drawn: int,
    edition: Edition,
    past: Records[View],
    moves: Actions,
    s: State,
    p: Past,
) -> None:
    first = past[0]
    taken = int(first.shown[seat])
    p.known[seat, :] = 0
    k = 0
    for order in range(edition.n_orders):  # known ones in hand
        if (taken >> order) & 1:
            p.orders[seat, k] = order
            p.known[seat, k] = 1
            k += 1
    for below_it in range(first.under[seat]):  # known ones in the waiter: its bottom
        at = in_hand + waiting - 1 - below_it
        p.orders[seat, at] = first.waiter[seat, below_it]
        p.known[seat, at] = 1
        taken |= 1 << int(first.waiter[seat, below_it])
    for t in range(past.shape[0]):  # then what was placed, in this order
        if past[t].actor == seat and past[t].phase == ORDER and moves[t] != edition.no_order:
            order = int(moves[t]) - edition.order
            if not (taken >> order) & 1:
                while p.known[seat, k] == 1:
                    k += 1
                p.orders[seat, k] = order
                taken |= 1 << order
                k += 1
    for order in range(edition.n_orders):  # what is in hand now
        if (int(s.menu[seat]) >> order) & 1 and not (taken >> order) & 1:
            while p.known[seat, k] == 1:
                k += 1
            p.orders[seat, k] = order
            k += 1
    for d in range(drawn, waiting):
        at = in_hand + d
        if p.known[seat, at] == 0:
            p.orders[seat, at] = s.waiter[seat, waiting - 1 - d]
    n = in_hand + waiting
    for order in range(edition.n_orders):
        if (int(s.reward[seat]) >> order) & 1:
            p.orders[seat, n] = order
            p.drawn[seat, n] = _NEVER
            p.known[seat, n] = 0
            n += 1
    p.length[seat] = n


@jit
def _try(
    v: View,
    edition: Edition,
    past: Records[View],
    moves: Actions,
    p: Past,
    s: State,
    scratch: Records[View],
    walk: Records[State],
    rng: Rng,
    blur: float,
) -> None:
    """Exchange two cards, and keep that if it explains the moves as well; if it explains them worse, perhaps."""
    times = past.shape[0]
    x = below(rng, v.players)
    if x == v.seat or p.size[x] == 0:
        return
    what = below(rng, 8)
    if what < 2:
        i, j = below(rng, p.length[x]), below(rng, p.length[x])
        if p.known[x, i] == 1 or p.known[x, j] == 1 or p.drawn[x, i] == p.drawn[x, j]:
            return
        if p.drawn[x, i] > p.placed[x, p.orders[x, j]] or p.drawn[x, j] > p.placed[x, p.orders[x, i]]:
            return
        _swap_orders(p, x, i, j)
        gain = _judge(v, edition, past, moves, p, x, min(p.drawn[x, i], p.drawn[x, j]), times, scratch, walk, blur)
        if accepts(gain, rng):
            _keep(past, p, x, min(p.drawn[x, i], p.drawn[x, j]))
        else:
            _swap_orders(p, x, i, j)
        return
    i = below(rng, p.size[x])
    y = x if what < 4 else below(rng, v.players)
    if what >= 4 and (y == x or y == v.seat):  # with the supply
        if v.n_supply == 0:
            return
        at = below(rng, v.n_supply)
        card, other = p.cards[x, i], s.supply[at]
        if card == other or other == edition.kinds or p.hand[x, card] <= v.holds[x, card]:
            return
        p.cards[x, i] = other
        if accepts(_judge(v, edition, past, moves, p, x, p.came[x, i], times, scratch, walk, blur), rng):
            s.supply[at] = card
            _change(p, x, card, other)
            _keep(past, p, x, p.came[x, i])
        else:
            p.cards[x, i] = card
        return
    if p.size[y] == 0:
        return
    j = below(rng, p.size[y])
    card, other = p.cards[x, i], p.cards[y, j]
    if card == other or (x == y and p.came[x, i] == p.came[x, j]):
        return
    if x != y and (p.hand[x, card] <= v.holds[x, card] or p.hand[y, other] <= v.holds[y, other]):
        return
    p.cards[x, i], p.cards[y, j] = other, card
    early = min(p.came[x, i], p.came[y, j])
    if x == y:
        gain = _judge(v, edition, past, moves, p, x, early, max(p.came[x, i], p.came[x, j]), scratch, walk, blur)
    else:
        gain = _judge(v, edition, past, moves, p, x, p.came[x, i], times, scratch, walk, blur)
        if gain > -math.inf:
            gain += _judge(v, edition, past, moves, p, y, p.came[y, j], times, scratch, walk, blur)
    if not accepts(gain, rng):
        p.cards[x, i], p.cards[y, j] = card, other
    elif x == y:
        _keep_until(past, p, x, early, max(p.came[x, i], p.came[x, j]))
    else:
        _change(p, x, card, other)
        _change(p, y, other, card)
        _keep(past, p, x, p.came[x, i])
        _keep(past, p, y, p.came[y, j])


@jit
def _change(p: Past, seat: int, card: int, other: int) -> None:
    p.hand[seat, card] -= 1
    p.hand[seat, other] += 1


@jit
def _swap_orders(p: Past, x: int, i: int, j: int) -> None:
    order = p.orders[x, i]
    p.orders[x, i] = p.orders[x, j]
    p.orders[x, j] = order


@jit
def _keep(past: Records[View], p: Past, seat: int, since: int) -> None:
    _keep_until(past, p, seat, since, past.shape[0])


@jit
def _keep_until(past: Records[View], p: Past, seat: int, since: int, until: int) -> None:
    for t in range(since, until):
        if past[t].actor == seat:
            p.chances[t] = p.fresh[t]


@jit
def _judge(
    v: View,
    edition: Edition,
    past: Records[View],
    moves: Actions,
    p: Past,
    seat: int,
    since: int,
    until: int,
    scratch: Records[View],
    walk: Records[State],
    blur: float,
) -> float:
    """How much likelier the decisions of a seat from `since` to `until` have become; -inf if it could not have made one of all."""
    gain = 0.0
    hand = np.zeros(edition.kinds, np.int64)
    actions, values = np.empty(64, np.int16), np.empty(64, np.float64)
    now, then = scratch[0], walk[1]
    j = 0
    for t in range(past.shape[0] + 1):
        while j < p.size[seat] and p.came[seat, j] <= t:
            hand[p.cards[seat, j]] += 1
            j += 1
        if t == past.shape[0]:
            break
        if past[t].actor != seat or past[t].phase == DRAW:  # which pile to draw from depends on what everybody sees
            continue
        if since <= t < until:
            scratch[0] = past[t]
            now.seat = seat
            menu = 0
            for k in range(p.length[seat]):
                if p.drawn[seat, k] <= t <= p.placed[seat, p.orders[seat, k]]:
                    menu |= 1 << int(p.orders[seat, k])
            now.menu = menu
            then.phase = now.phase
            then.actor = seat
            then.menu[seat] = menu
            for kind in range(edition.kinds):
                now.hand[kind] = hand[kind]
                then.hand[seat, kind] = hand[kind]
            n = legal_placing(then, edition, actions)
            choice = -1
            for k in range(n):
                if actions[k] == moves[t]:
                    choice = k
            if choice < 0:
                return -math.inf
            p.fresh[t] = 0.0
            if n > 1:
                rate(now, actions, n, values)
                p.fresh[t] = log_chance(values, n, choice, blur)
            gain += p.fresh[t] - p.chances[t]
        if past[t].phase == PLACE:
            kind = moves[t] // edition.limit
            hand[kind] -= moves[t] % edition.limit + 1
            if hand[kind] < 0:
                return -math.inf
    return gain


@jit
def _write(v: View, moves: Actions, past: Records[View], edition: Edition, p: Past, s: State) -> None:
    """The state that a past leads to."""
    for seat in range(v.players):
        if seat == v.seat:
            continue
        s.hand[seat, :] = 0
        for j in range(p.size[seat]):
            s.hand[seat, p.cards[seat, j]] += 1
        s.menu[seat] = 0
        s.reward[seat] = 0
        in_all = past[0].n_orders[seat] + past[0].waiting[seat]
        for k in range(p.length[seat]):
            order = int(p.orders[seat, k])
            if p.drawn[seat, k] == _NEVER:
                if k < in_all:
                    s.waiter[seat, in_all - 1 - k] = order
                else:
                    s.reward[seat] |= 1 << order
            elif p.placed[seat, order] == _NEVER:
                s.menu[seat] |= 1 << order
    for t in range(past.shape[0]):
        if past[t].phase == PLACE and past[t].actor != v.seat:
            s.hand[past[t].actor, moves[t] // edition.limit] -= moves[t] % edition.limit + 1
