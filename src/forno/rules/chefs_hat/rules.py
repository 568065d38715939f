"""Chef's Hat, for four.

Everybody sheds cards onto a common pizza: each placement must be rarer (a lower number) than the one before it and of at least as
many cards. In the order in which hands run empty the players become Chef, Sous-Chef, Waiter and Dishwasher, which brings points, and
an exchange of cards before the next shift. Rule numbers (CH-n) are those of docs/rules.md.

Cards are counted by type: 0 to 9 are the numbers 1 to 10, then come plain mozzarella (11), the golden one (11 too), and the joker.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules.blocks import copier, put
from forno.rules.chance import shuffle
from forno.rules.chefs_hat.events import (
    BAKED,
    BEGINS,
    BEGINS_ROLES,
    DEALT,
    DEALT_CARDS,
    EXCHANGED,
    FINISHED,
    GAVE,
    PASSES,
    PLACEMENT,
    SHIFT,
    SHIFT_FINISH,
    SHIFT_POINTS,
    SPECIAL_ACTION,
    SPECIAL_ROLES,
)
from forno.rules.compiling import inlined, jit
from forno.rules.events import EVERYBODY, Log, emit
from forno.rules.game import CHANCE, HIDDEN, NOBODY, Actions, Numbers, Options
from forno.rules.records import Record, Records, record

Counts = NDArray[np.int8]

SEATS = 4
TYPES = 13
MOZZARELLA, GOLDEN, JOKER = 10, 11, 12
DECK = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 1, 2], np.int8)  # CH-1
SHUFFLED = np.repeat(np.arange(TYPES), DECK).astype(np.int8)
HAND = 17  # CH-2
NUMBER = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12], np.int8)  # by type; CH-4, CH-9
EMPTY = 13  # the number of a pizza without cards: everything is lower

CHEF, SOUS_CHEF, WAITER, DISHWASHER = 0, 1, 2, 3
POINTS = np.array([3, 2, 1, 0], np.int16)  # CH-13, by role

DEAL, SPECIAL, EXCHANGE, PIZZA, OVER = 0, 1, 2, 3, 4  # phases
KEPT_STILL, DINNER, FOOD_FIGHT = 0, 1, 2  # special actions

# Actions: pass; number x naturals + jokers; jokers alone; gifts by type; special actions.
PASS = 0
PLACE = 1  # + 3 (naturals of all lower numbers) + 3 (naturals - 1) + jokers
OFFSET = np.array([PLACE + 3 * (n * (n - 1) // 2) for n in range(13)], np.int16)  # by number
JOKERS_ALONE = int(OFFSET[12])  # one joker, then two
GIVE = JOKERS_ALONE + 2
SPECIALS = GIVE + TYPES
N_ACTIONS = SPECIALS + 3
PLACED_NUMBER = np.zeros(N_ACTIONS, np.int8)
PLACED_NATURALS = np.zeros(N_ACTIONS, np.int8)
PLACED_JOKERS = np.zeros(N_ACTIONS, np.int8)
for _number in range(1, 12):
    for _naturals in range(1, _number + 1):
        for _jokers in range(3):
            _action = OFFSET[_number] + 3 * (_naturals - 1) + _jokers
            PLACED_NUMBER[_action], PLACED_NATURALS[_action], PLACED_JOKERS[_action] = _number, _naturals, _jokers
PLACED_NUMBER[JOKERS_ALONE : JOKERS_ALONE + 2] = 12
PLACED_JOKERS[JOKERS_ALONE : JOKERS_ALONE + 2] = 1, 2

_PUBLIC: tuple[Any, ...] = (
    ("phase", np.int8),
    ("actor", np.int8),  # seat to decide in this phase; in a view HIDDEN while another seat ponders a special action
    ("special", np.int8),  # action taken at the start of this shift; KEPT_STILL also if there was none to take
    ("announcer", np.int8),  # who took it; -1
    ("shift", np.int16),  # shifts finished
    ("target", np.int16),  # points that end the game
    ("shifts", np.int16),  # shifts that end the game instead; -1
    ("points", np.int16, (SEATS,)),
    ("role", np.int8, (SEATS,)),  # by seat; -1 in the first shift
    ("held", np.int8, (SEATS,)),  # cards in hand
    ("placed", np.int8, (SEATS, TYPES)),  # in this shift, by whom
    ("number", np.int8),  # of the last placement on this pizza; EMPTY
    ("count", np.int8),  # its cards, jokers included; 0
    ("last", np.int8),  # who made it; -1
    ("passed", np.int8, (SEATS,)),  # 1: for the rest of this pizza
    ("out", np.int8),  # hands that have run empty in this shift
    ("finish", np.int8, (SEATS,)),  # seats in that order (at the end of a shift all four); -1
)
STATE = record(
    *_PUBLIC,
    ("hand", np.int8, (SEATS, TYPES)),
    ("given", np.int8, (SEATS, 2)),  # in this shift's exchange, by giver; -1
)
VIEW = record(
    *_PUBLIC,
    ("seat", np.int8),
    ("hand", np.int8, (TYPES,)),  # own
    ("gave", np.int8, (2,)),  # own gifts; -1
    ("got", np.int8, (2,)),  # gifts to the own seat, once all have given; -1
)

copy_public = copier([name for name, *_ in _PUBLIC])  # all that lies open, from a state to a view or back


def make(players: int, options: Options) -> Records:
    states = np.zeros(1, STATE)
    s = states[0]
    s.target = options["target"]
    s.shifts = -1 if options["shifts"] is None else options["shifts"]
    s.role[:] = s.finish[:] = -1
    _clear(s)
    return states


def max_decisions(players: int, options: Options) -> int:
    """A shift: at most one special action, three gifts, 68 placements, and three passes a pizza, which has a card.

    A shift hands out 6 points, and before the last one nobody has reached the target: at most 4 (target - 1) are out.
    """
    target, shifts = options["target"], options["shifts"]
    assert isinstance(target, int)
    return (1 + 3 + 68 + 3 * 68) * (shifts if isinstance(shifts, int) else 4 * (target - 1) // 6 + 1)


@jit
def _clear(s: Record) -> None:
    """An empty kitchen: no card dealt, given or placed."""
    s.special = KEPT_STILL
    s.announcer = -1
    s.placed[:] = 0
    s.hand[:] = 0
    s.given[:] = -1
    s.out = 0
    _new_pizza(s)


@jit
def _new_pizza(s: Record) -> None:
    s.number = EMPTY
    s.count = 0
    s.last = -1
    s.passed[:] = 0


@jit
def deal(s: Record, rng: Records, log: Log) -> None:
    """CH-2; then who holds both jokers is asked (CH-3), or the exchange or the first pizza begins."""
    _clear(s)
    s.finish[:] = -1
    cards = SHUFFLED.copy()
    shuffle(rng, cards)
    row = emit(log, BEGINS, EVERYBODY, s.shift)
    for seat in range(SEATS):
        for card in cards[seat * HAND : (seat + 1) * HAND]:
            s.hand[seat, card] += 1
        s.held[seat] = HAND
        if row > 0:
            log[row, BEGINS_ROLES + seat] = s.role[seat]
    for seat in range(SEATS):
        own = emit(log, DEALT, 1 << seat, seat)
        if own > 0:
            log[own, DEALT_CARDS : DEALT_CARDS + TYPES] = s.hand[seat]
    if s.role[0] < 0:
        _begin_pizzas(s)
        return
    for seat in range(SEATS):
        if s.hand[seat, JOKER] == 2:
            s.phase = SPECIAL
            s.actor = seat
            return
    _begin_exchange(s)


@jit
def seat_of(s: Record, role: int) -> int:
    found = -1
    for seat in range(SEATS):  # all of them: when to stop would be guessed wrongly
        found = seat if s.role[seat] == role else found
    return found


@jit
def _begin_exchange(s: Record) -> None:
    s.phase = EXCHANGE
    s.actor = seat_of(s, CHEF)


@jit
def _begin_pizzas(s: Record) -> None:
    """CH-7."""
    s.phase = PIZZA
    for seat in range(SEATS):
        if s.hand[seat, GOLDEN] == 1:
            s.actor = seat


@inlined
def actor(s: Record) -> int:
    if s.phase == DEAL:
        return CHANCE
    if s.phase == OVER:
        return NOBODY
    return int(s.actor)


@inlined
def legal(s: Record, actions: Actions) -> int:
    n = 0
    if s.phase == PIZZA:
        return _placements(s, actions)
    if s.phase == EXCHANGE:  # CH-4: Chef and Sous-Chef choose
        for card in range(TYPES):
            if s.hand[s.actor, card] > 0:
                actions[n] = GIVE + card
                n += 1
    elif s.phase == SPECIAL:  # CH-3
        actions[0] = SPECIALS + KEPT_STILL
        actions[1] = SPECIALS + (FOOD_FIGHT if s.role[s.actor] == DISHWASHER else DINNER)
        n = 2
    return n


@jit
def _placements(s: Record, actions: Actions) -> int:
    """Half of all the time that a game takes is spent here: hence the case of its own for a hand without jokers."""
    seat = s.actor & 3
    top, count, jokers = int(s.number), int(s.count), int(s.hand[seat, JOKER])
    n = 0
    if s.hand[seat, GOLDEN] == 1:  # CH-7: its holder opens the shift with it
        for naturals in range(1, s.hand[seat, MOZZARELLA] + 2):
            for extra in range(jokers + 1):
                actions[n] = OFFSET[11] + 3 * (naturals - 1) + extra
                n += 1
        return n
    if top != EMPTY:  # CH-10
        actions[0] = PASS
        n = 1
    least = max(1, count - jokers)
    if jokers == 0:  # CH-8
        for number in range(1, min(top, 12)):
            action = OFFSET[number] + 3 * (least - 1)
            for _ in range(least, s.hand[seat, number - 1] + 1):
                actions[n] = action
                action += 3
                n += 1
        return n
    for number in range(1, min(top, 12)):
        for naturals in range(least, s.hand[seat, number - 1] + 1):
            for extra in range(max(0, count - naturals), jokers + 1):
                actions[n] = OFFSET[number] + 3 * (naturals - 1) + extra
                n += 1
    if top == EMPTY:  # CH-9
        for extra in range(jokers):
            actions[n] = JOKERS_ALONE + extra
            n += 1
    return n


@inlined
def step(s: Record, action: int, log: Log) -> None:
    if action < GIVE:
        if action == PASS:
            s.passed[s.actor] = 1
            emit(log, PASSES, EVERYBODY, s.actor)
        else:
            _place(s, action, log)
            if s.out == 3:  # CH-13
                _end_shift(s, log)
                return
        _next_turn(s, log)
    elif action < SPECIALS:
        _give(s, action - GIVE, log)
    else:
        _special(s, action - SPECIALS, log)


@jit
def _place(s: Record, action: int, log: Log) -> None:
    seat = s.actor & 3
    number, naturals, jokers = int(PLACED_NUMBER[action]), int(PLACED_NATURALS[action]), int(PLACED_JOKERS[action])
    golden = int(s.hand[seat, GOLDEN])  # 1 only at the placement that opens the shift, and then it is among the cards
    if naturals > 0:
        s.hand[seat, number - 1] -= naturals - golden
        s.placed[seat, number - 1] += naturals - golden
    s.hand[seat, JOKER] -= jokers
    s.placed[seat, JOKER] += jokers
    s.hand[seat, GOLDEN] = 0
    s.placed[seat, GOLDEN] += golden
    s.held[seat] -= naturals + jokers
    s.number = number
    s.count = naturals + jokers
    s.last = seat
    emit(log, PLACEMENT, EVERYBODY, seat, number, naturals, 2 * jokers + golden)
    if s.held[seat] == 0:
        emit(log, FINISHED, EVERYBODY, seat, s.out)
        s.finish[s.out] = seat
        s.out += 1


@jit
def _next_turn(s: Record, log: Log) -> None:
    """The next who may top the last placement; if there is none, the pizza is done (CH-11)."""
    last = int(s.last)
    for ahead in range(1, SEATS):
        seat = (s.actor + ahead) & 3
        if seat != last and s.passed[seat] == 0 and s.held[seat] > 0:
            s.actor = seat
            return
    seat = last
    while s.held[seat] == 0:
        seat = (seat + 1) & 3
    emit(log, BAKED, EVERYBODY, last, seat)
    _new_pizza(s)
    s.actor = seat


@jit
def _end_shift(s: Record, log: Log) -> None:
    """CH-13, CH-14."""
    for seat in range(SEATS):
        if s.held[seat] > 0:
            s.finish[3] = seat
    s.special = KEPT_STILL  # with the new roles, gifts and jokers of this shift could only be misread
    s.announcer = -1
    s.given[:] = -1
    best = 0
    for place in range(SEATS):
        seat = s.finish[place]
        s.role[seat] = place
        s.points[seat] += POINTS[place]
        best = max(best, s.points[seat])
    s.shift += 1
    if s.shifts > 0:
        s.phase = OVER if s.shift >= s.shifts else DEAL
    else:
        s.phase = OVER if best >= s.target else DEAL
    row = emit(log, SHIFT, EVERYBODY)
    if row > 0:
        log[row, SHIFT_FINISH : SHIFT_FINISH + SEATS] = s.finish
        log[row, SHIFT_POINTS : SHIFT_POINTS + SEATS] = s.points


@jit
def _special(s: Record, action: int, log: Log) -> None:
    """CH-3. That somebody was asked and kept still is no event: the others may not know."""
    s.special = action
    if action != KEPT_STILL:
        s.announcer = s.actor
        if action == FOOD_FIGHT:
            for seat in range(SEATS):
                s.role[seat] = 3 - s.role[seat]
        row = emit(log, SPECIAL_ACTION, EVERYBODY, s.actor, action)
        if row > 0:
            log[row, SPECIAL_ROLES : SPECIAL_ROLES + SEATS] = s.role
    if action == DINNER:
        _begin_pizzas(s)
    else:
        _begin_exchange(s)


@jit
def _give(s: Record, card: int, log: Log) -> None:
    """CH-4, CH-5: gifts leave the hand when they are chosen, and all of them arrive together."""
    giver = s.actor
    first = s.given[giver, 0] < 0
    s.given[giver, 0 if first else 1] = card
    s.hand[giver, card] -= 1
    s.held[giver] -= 1
    if s.role[giver] == CHEF:
        if not first:
            s.actor = seat_of(s, SOUS_CHEF)
        return
    for role in (WAITER, DISHWASHER):
        seat = seat_of(s, role)
        for k in range(role - 1):  # one, two
            card = 0
            while s.hand[seat, card] == 0:
                card += 1
            s.given[seat, k] = card
            s.hand[seat, card] -= 1
            s.held[seat] -= 1
    for seat in range(SEATS):
        partner = seat_of(s, 3 - s.role[seat])
        for k in range(2):
            if s.given[seat, k] >= 0:
                s.hand[partner, s.given[seat, k]] += 1
                s.held[partner] += 1
        emit(log, GAVE, (1 << seat) | (1 << partner), seat, partner, s.given[seat, 0], s.given[seat, 1])
    emit(log, EXCHANGED, EVERYBODY)
    _begin_pizzas(s)


@jit
def score(s: Record, scores: Numbers) -> None:
    scores[:SEATS] = s.points


@jit
def rank(s: Record, ranks: Numbers) -> None:
    """Most points, then who finished earlier in the last shift (CH-14)."""
    for seat in range(SEATS):
        ranks[seat] = 0
        for other in range(SEATS):
            if s.points[other] > s.points[seat] or (s.points[other] == s.points[seat] and s.role[other] < s.role[seat]):
                ranks[seat] += 1


@jit
def view(s: Record, seat: int, v: Record) -> None:
    copy_public(s, v)
    v.seat = seat
    v.hand[:] = 0
    v.gave[:] = -1
    v.got[:] = -1
    if s.phase == SPECIAL and s.actor != seat:  # CH-3: to the others it looks like the exchange that follows
        v.phase = EXCHANGE
        v.actor = HIDDEN if seat >= 0 and s.role[seat] == CHEF else seat_of(s, CHEF)
    if seat >= 0:
        put(v.hand, 0, s.hand[seat], TYPES)
        put(v.gave, 0, s.given[seat], 2)
        if s.phase != EXCHANGE and s.given[seat, 0] >= 0:
            put(v.got, 0, s.given[seat_of(s, 3 - s.role[seat])], 2)


@jit
def forget(v: Record) -> None:
    """Pizzas that are done are in the oven; a gift is a card like any other."""
    v.placed[:] = 0
    v.gave[:] = -1
    v.got[:] = -1
