"""Chef's Hat, for four.

Everybody sheds cards onto a common pizza. Each placement must be rarer (a lower number) than the one before it, and have at least as
many cards. The order in which hands run empty decides who is Chef, Sous-Chef, Waiter and Dishwasher. That brings points, and an
exchange of cards before the next shift. Rule numbers (CH-n) are those of docs/rules.md.

Cards are counted by type: 0 to 9 are the numbers 1 to 10, then plain mozzarella (11), the golden one (also 11), and the joker.
"""

from typing import Annotated

import numpy as np

from forno.rules.blocks import comparer, copier, put, word
from forno.rules.chance import Rng, shuffle
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
from forno.rules.game import CHANCE, HIDDEN, NOBODY, Actions, Numbers, Options
from forno.rules.log import EVERYBODY, Log, emit
from forno.rules.records import Int8, Int8s, Int16, Int16s, Record, Records, dtype_of, field_names, new_records
from forno.rules.verbs import mask_of_list

SEATS = 4
TYPES = 13
MOZZARELLA, GOLDEN, JOKER = 10, 11, 12
DECK = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 1, 2], np.int8)  # CH-1
SHUFFLED = np.repeat(np.arange(TYPES), DECK).astype(np.int8)
HAND = 17  # CH-2
NUMBER = np.array([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 12], np.int8)  # by type; CH-4, CH-9
EMPTY = 13  # the number of a pizza without cards: all others are lower

CHEF, SOUS_CHEF, WAITER, DISHWASHER = 0, 1, 2, 3
POINTS = np.array([3, 2, 1, 0], np.int16)  # CH-13, by role

DEAL, SPECIAL, EXCHANGE, PIZZA, OVER = 0, 1, 2, 3, 4  # phases
KEPT_STILL, DINNER, FOOD_FIGHT = 0, 1, 2  # special actions

# Actions: pass; naturals of a number with jokers; jokers alone; gifts by type; special actions.
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
# The mask of the placements: an action needs cards in its slot of a hand. Slots are types of cards, but the golden mozzarella counts as a plain one;
# one more slot is for the pass, and one is always empty.
_PASS_SLOT, _NO_SLOT = 13, 15
_SLOTS = np.full(N_ACTIONS, _NO_SLOT)
_SLOTS[PASS] = _PASS_SLOT
_SLOTS[PLACE:GIVE] = PLACED_NUMBER[PLACE:GIVE] - 1
_SLOTS[JOKERS_ALONE:GIVE] = JOKER
_NEEDED = np.maximum(PLACED_NATURALS, 1)
_NEEDED[JOKERS_ALONE:GIVE] = PLACED_JOKERS[JOKERS_ALONE:GIVE]
_put_mask = comparer(tuple(_SLOTS.tolist()), tuple(_NEEDED.tolist()))
# CH-8, CH-9: which placements have enough cards and not too many jokers, by the count of the last one (0: an empty pizza) and own jokers.
_FITS = np.zeros((16, 4, N_ACTIONS), np.int8)
for _count, _jokers in np.ndindex(_FITS.shape[:2]):
    _FITS[_count, _jokers] = (_jokers >= PLACED_JOKERS) & (_count <= PLACED_NATURALS + PLACED_JOKERS)
_FITS[:, :, PASS] = 1
# The slots that can top a number, as bytes in two words. CH-7: 0 stands for the golden mozzarella in hand, which must be placed.
_TOPPING = np.zeros((EMPTY + 1, 16), np.int8)
for _number in range(1, EMPTY + 1):
    _TOPPING[_number, : min(_number, 12) - 1] = -1
_TOPPING[0, MOZZARELLA] = -1
_TOPPING_WORDS = _TOPPING.view(np.int64)


class Public(Record):
    """What everybody knows."""

    phase: Int8
    actor: Int8  # the seat to decide; in a view, HIDDEN while another seat is asked about a special action
    special: Int8  # the special action of this shift; KEPT_STILL also if nobody was asked
    announcer: Int8  # who took it, or -1
    shift: Int16  # shifts finished
    target: Int16  # points that end the game
    shifts: Int16  # shifts after which it ends instead, or -1
    points: Annotated[Int16s, (SEATS,)]
    role: Annotated[Int8s, (SEATS,)]  # -1 in the first shift
    held: Annotated[Int8s, (SEATS,)]  # cards in hand
    placed: Annotated[Int8s, (SEATS, TYPES)]  # in this shift, by whom
    number: Int8  # of the last placement on this pizza, or EMPTY
    count: Int8  # its cards, with jokers
    last: Int8  # who made it, or -1
    passed: Annotated[Int8s, (SEATS,)]  # 1: until the next pizza
    out: Int8  # how many hands are empty in this shift
    finish: Annotated[Int8s, (SEATS,)]  # the seats in that order (all four at the end of a shift), then -1


class State(Public):
    hand: Annotated[Int8s, (SEATS, TYPES)]
    given: Annotated[Int8s, (SEATS, 2)]  # in this shift's exchange, by giver, or -1


class View(Public):
    seat: Int8
    hand: Annotated[Int8s, (TYPES,)]  # own
    gave: Annotated[Int8s, (2,)]  # own gifts, or -1
    got: Annotated[Int8s, (2,)]  # gifts to this seat, after the exchange, or -1


STATE, VIEW = dtype_of(State), dtype_of(View)
copy_public = copier(field_names(Public))  # from a state to a view, or back


def make(players: int, options: Options) -> Records[State]:
    states = new_records(1, STATE)
    s = states[0]
    target, shifts = options["target"], options["shifts"]
    assert isinstance(target, int)
    s.target = target
    s.shifts = shifts if isinstance(shifts, int) else -1
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
def _clear(s: State) -> None:
    """No card is dealt, given or placed."""
    s.special = KEPT_STILL
    s.announcer = -1
    s.placed[:] = 0
    s.hand[:] = 0
    s.given[:] = -1
    s.out = 0
    _new_pizza(s)


@jit
def _new_pizza(s: State) -> None:
    s.number = EMPTY
    s.count = 0
    s.last = -1
    s.passed[:] = 0


@jit
def deal(s: State, rng: Rng, log: Log) -> None:
    """CH-2. Then the holder of both jokers is asked (CH-3), or the exchange or the first pizza begins."""
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
            put(log[own], DEALT_CARDS, s.hand[seat], TYPES)
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
def seat_of(s: State, role: int) -> int:
    found = -1
    for seat in range(SEATS):  # no early exit: the processor would mispredict it
        found = seat if s.role[seat] == role else found
    return found


@jit
def _begin_exchange(s: State) -> None:
    s.phase = EXCHANGE
    s.actor = seat_of(s, CHEF)


@jit
def _begin_pizzas(s: State) -> None:
    """CH-7."""
    s.phase = PIZZA
    for seat in range(SEATS):
        if s.hand[seat, GOLDEN] == 1:
            s.actor = seat


@inlined
def actor(s: State) -> int:
    if s.phase == DEAL:
        return CHANCE
    if s.phase == OVER:
        return NOBODY
    return int(s.actor)


@inlined
def legal(s: State, actions: Actions) -> int:
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


@inlined
def _placements(s: State, actions: Actions) -> int:
    """Half the time of a game is spent here, so hands without jokers have a separate, faster loop."""
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
def mask(s: State, actions: Actions, out: Int8s) -> None:
    """Write which actions are legal, as ones and zeros, faster than a list of them. `actions` is scratch space."""
    if s.phase == PIZZA:
        _mask_of_placements(s, out)
    else:
        mask_of_list(actions, legal(s, actions), out)


@inlined
def _mask_of_placements(s: State, out: Int8s) -> None:
    """The same as `_placements`, without a branch, which the processor would mispredict."""
    hand = s.hand[s.actor & 3]
    top, jokers, golden = int(s.number), int(hand[JOKER]), int(hand[GOLDEN])
    below = top * (1 - golden)
    low = word(hand, 0, 8) & _TOPPING_WORDS[below, 0]
    high = (word(hand, 8, 4) & _TOPPING_WORDS[below, 1]) + (golden << 8 * (MOZZARELLA - 8))
    high |= (jokers * int(below == EMPTY) << 8 * (JOKER - 8)) | (int(top != EMPTY) << 8 * (_PASS_SLOT - 8))
    _put_mask(out, low, high, _FITS[s.count & 15, jokers & 3])


@inlined
def step(s: State, action: int, log: Log) -> None:
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


@inlined
def _place(s: State, action: int, log: Log) -> None:
    seat = s.actor & 3
    number, naturals, jokers = int(PLACED_NUMBER[action]), int(PLACED_NATURALS[action]), int(PLACED_JOKERS[action])
    golden = int(s.hand[seat, GOLDEN])  # 1 only when the shift is opened, and then it is among the placed cards
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


@inlined
def _next_turn(s: State, log: Log) -> None:
    """The turn goes to the next seat that may top the last placement. If there is none, the pizza is done (CH-11)."""
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


@inlined
def _end_shift(s: State, log: Log) -> None:
    """CH-13, CH-14."""
    for seat in range(SEATS):
        if s.held[seat] > 0:
            s.finish[3] = seat
    s.special = KEPT_STILL  # the roles are new: what was announced and given under the old ones no longer makes sense
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
        put(log[row], SHIFT_FINISH, s.finish, SEATS)
        put(log[row], SHIFT_POINTS, s.points, SEATS)


@inlined
def _special(s: State, action: int, log: Log) -> None:
    """CH-3. Keeping still is no event: the others may not know that somebody was asked."""
    s.special = action
    if action != KEPT_STILL:
        s.announcer = s.actor
        if action == FOOD_FIGHT:
            for seat in range(SEATS):
                s.role[seat] = 3 - s.role[seat]
        row = emit(log, SPECIAL_ACTION, EVERYBODY, s.actor, action)
        if row > 0:
            put(log[row], SPECIAL_ROLES, s.role, SEATS)
    if action == DINNER:
        _begin_pizzas(s)
    else:
        _begin_exchange(s)


@inlined
def _give(s: State, card: int, log: Log) -> None:
    """CH-4, CH-5: a gift leaves the hand when it is chosen. All gifts arrive together."""
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
def score(s: State, scores: Numbers) -> None:
    put(scores, 0, s.points, SEATS)


@jit
def rank(s: State, ranks: Numbers) -> None:
    """By points, then by who finished earlier in the last shift (CH-14)."""
    for seat in range(SEATS):
        ranks[seat] = 0
        for other in range(SEATS):
            if s.points[other] > s.points[seat] or (s.points[other] == s.points[seat] and s.role[other] < s.role[seat]):
                ranks[seat] += 1


@jit
def view(s: State, seat: int, v: View) -> None:
    copy_public(s, v)
    v.seat = seat
    v.hand[:] = 0
    v.gave[:] = -1
    v.got[:] = -1
    if s.phase == SPECIAL and s.actor != seat:  # CH-3: the others see the exchange that follows
        v.phase = EXCHANGE
        v.actor = HIDDEN if seat >= 0 and s.role[seat] == CHEF else seat_of(s, CHEF)
    if seat >= 0:
        put(v.hand, 0, s.hand[seat], TYPES)
        put(v.gave, 0, s.given[seat], 2)
        if s.phase != EXCHANGE and s.given[seat, 0] >= 0:
            put(v.got, 0, s.given[seat_of(s, 3 - s.role[seat])], 2)


@jit
def forget(v: View) -> None:
    """Finished pizzas are out of sight, and gifts cannot be told from other cards."""
    v.placed[:] = 0
    v.gave[:] = -1
    v.got[:] = -1
