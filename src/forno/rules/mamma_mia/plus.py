"""Mamma Mia! Plus, for two to six: a sixth ingredient, more orders, no Mamma Mia! card, and helping.

Placing and drawing are those of Mamma Mia! with other numbers. What is new: an owner who cannot or does not want to complete an order
alone may ask the others for cards, and the helper delivers an order too. Rule numbers (MP-n) are those of docs/rules.md.
"""

from forno.rules.blocks import put
from forno.rules.chance import Rng
from forno.rules.compiling import inlined, jit
from forno.rules.counts import total
from forno.rules.game import Actions, Options
from forno.rules.log import EVERYBODY, Log, emit
from forno.rules.mamma_mia.classic import begin_turns, legal_bakes, legal_placing, shuffle_and_deal, step_placing
from forno.rules.mamma_mia.classic import forget as forget_classic
from forno.rules.mamma_mia.decks import Printed
from forno.rules.mamma_mia.decks import build as build_deck
from forno.rules.mamma_mia.events import ASKS, ASKS_CARDS, BEGINS, HELPS, TAKES_OUT
from forno.rules.mamma_mia.oven import add, begin_bake, end_round, fail, is_bombastica, lacks, list_ways, needs, reveal
from forno.rules.mamma_mia.state import (
    ADD,
    CHOOSE,
    DRAW,
    HELP,
    OVER,
    REQUEST,
    Edition,
    State,
    View,
    bound,
    fill,
    layout,
)
from forno.rules.records import Records, new_records

PLUS = Edition.of(kinds=6, n_orders=15, dealt=8, limit=9, most=5, skip=5, card=0)  # MP-1, MP-3, MP-5, MP-6
KINDS = PLUS.kinds

# Further actions: ask (+ bit set of chosen kinds), request (+ 16 * kind + number), help, refuse.
ASK = PLUS.add + KINDS
NAME = ASK + 2**KINDS
GIVE_HELP = NAME + 16 * KINDS
REFUSE = GIVE_HELP + 1
N_ACTIONS = REFUSE + 1

COPIES = 15
REMOVED = {2: 7, 3: 5, 4: 3, 5: 1, 6: 0}  # MP-2, by players
_COUNTS = {
    "bombastica": 15,
    "monotoni": 6,
    "monotoni-junior": 5,
    "minipizza": 3,
    "minimale": 4,
    "mamma-mia": 5,
}  # MP-10 to MP-13
PRINTED = {
    edition: Printed("mamma-mia-plus", PLUS.kinds, PLUS.n_orders, {**_COUNTS, "ghiottona": count})
    for edition, count in (("en", 4), ("it", 5), ("fr", 5))  # MP-11
}

STATE, VIEW = layout(PLUS, COPIES)


def make(players: int, options: Options) -> Records[State]:
    deck = build_deck(PRINTED[str(options["edition"])], str(options["deck"]))
    helping = bool(options["helping"]) and players > 2
    states = fill(new_records(1, STATE), players, options, deck, COPIES - REMOVED[players], _rounds(helping))
    states[0].helping = helping
    return states


def _rounds(helping: bool) -> int:
    """MP-17."""
    return 3 if helping else 4


def max_decisions(players: int, options: Options) -> int:
    """See `bound`. An order takes one choice, and at most six requests, five helpers and 15 cards added."""
    return bound(_rounds(bool(options["helping"]) and players > 2), 90, 15 * players, 1 + 6 + 5 + 15)


@jit
def deal(s: State, rng: Rng, log: Log) -> None:
    shuffle_and_deal(s, PLUS, rng, log)
    if begin_turns(s, PLUS, log):
        _take_out(s, log)


@inlined
def legal(s: State, actions: Actions) -> int:
    if s.phase == CHOOSE:
        return _legal_choices(s, actions)
    if s.phase == REQUEST:
        low, high = _requests(s)
        first = NAME + 16 * int(s.asking)
        for n in range(low, high + 1):
            actions[n - low] = first + n
        return high - low + 1
    if s.phase == HELP:
        actions[0] = GIVE_HELP
        actions[1] = REFUSE
        return 2
    return legal_placing(s, PLUS, actions)


@inlined
def _legal_choices(s: State, actions: Actions) -> int:
    """MM-24. With helping and no free way, the owner may also ask for any way (MP-14)."""
    n, free = legal_bakes(s, PLUS, actions)
    if free > 0:
        return n
    actions[n] = PLUS.decline
    n += 1
    if s.helping == 1:
        last = n + list_ways(s, actions[n:])
        while n < last:
            actions[n] += ASK
            n += 1
    return n


@inlined
def _short(s: State, kind: int) -> int:
    """How many cards of a kind the table lacks for the way that the owner asks for. For Bombastica: how many are not asked for yet."""
    if is_bombastica(s):
        return int(lacks(s) - total(s.asked))
    return int(max(0, needs(s, s.chosen, kind) - s.table[kind]))


@inlined
def _next_asked(s: State, kind: int) -> int:
    """The next kind to be named, from `kind` on, or KINDS after the last. For Bombastica every kind is named."""
    while kind < KINDS and not is_bombastica(s) and _short(s, kind) == 0:
        kind += 1
    return kind


@inlined
def _requests(s: State) -> tuple[int, int]:
    """MP-14: how many of the kind may be asked for, at least and at most. The owner must hold what is not asked for."""
    kind = s.asking
    high = _short(s, kind)
    last = _next_asked(s, kind + 1) == KINDS
    if is_bombastica(s):
        low = max(0, high - s.n_ingredients[s.owner]) if last else 0
    else:
        low = max(0, high - s.hand[s.owner, kind])
    if last and total(s.asked) == 0:
        low = max(low, 1)
    return low, high


@inlined
def step(s: State, action: int, log: Log) -> None:
    if s.phase <= DRAW:
        going_on = step_placing(s, action, PLUS, log)
    elif s.phase == ADD:
        going_on = add(s, action - PLUS.add, PLUS, log)
    elif s.phase == CHOOSE:
        going_on = _choose(s, action, log)
    elif s.phase == REQUEST:
        going_on = _request(s, action - NAME - 16 * int(s.asking), log)
    elif action == GIVE_HELP:
        going_on = _help(s, log)
    else:
        s.refused |= 1 << s.actor
        going_on = _seek_help(s, log)
    if going_on:
        _take_out(s, log)


# Each of these returns whether the reveal goes on: False if a seat must decide first.


@inlined
def _choose(s: State, action: int, log: Log) -> bool:
    if action >= ASK:
        s.chosen = action - ASK
        s.asking = _next_asked(s, 0)
        s.phase = REQUEST
        return False
    if action == PLUS.decline:
        fail(s, PLUS, log)
        return True
    return begin_bake(s, action - PLUS.bake, PLUS, log)


@inlined
def _request(s: State, n: int, log: Log) -> bool:
    kind = s.asking
    if not is_bombastica(s):
        s.holds[s.owner, kind] = max(s.holds[s.owner, kind], _short(s, kind) - n)
    s.asked[kind] = n
    s.asking = _next_asked(s, kind + 1)
    if s.asking < KINDS:
        return False
    row = emit(log, ASKS, EVERYBODY, s.owner, s.owner * PLUS.n_orders + s.order)
    if row > 0:
        put(log[row], ASKS_CARDS, s.asked, KINDS)
    s.actor = s.owner
    return _seek_help(s, log)


@inlined
def _left(s: State, seat: int) -> int:
    return 0 if seat + 1 == s.players else int(seat + 1)


@inlined
def _seek_help(s: State, log: Log) -> bool:
    """MP-15: ask the next to the left who can help. MP-16: if there is none, the pizza is not baked."""
    seat = _left(s, s.actor)
    while seat != s.owner:
        if s.waiting[seat] > 0 and _has_what_is_asked(s, seat):
            s.phase = HELP
            s.actor = seat
            return False
        seat = _left(s, seat)
    emit(log, HELPS, EVERYBODY, s.owner, -1)
    fail(s, PLUS, log)
    return True


@inlined
def _has_what_is_asked(s: State, seat: int) -> bool:
    for kind in range(KINDS):  # noqa: SIM110  Numba has no generators
        if s.hand[seat, kind] < s.asked[kind]:
            return False
    return True


@inlined
def _help(s: State, log: Log) -> bool:
    helper = s.actor
    s.helper = helper
    for kind in range(KINDS):
        s.holds[helper, kind] = max(s.holds[helper, kind], s.asked[kind])
    emit(log, HELPS, EVERYBODY, s.owner, helper)
    s.waiting[helper] -= 1  # the reward
    order = int(s.waiter[helper, s.waiting[helper]])
    s.done[helper] += 1
    if s.waiting[helper] < s.under[helper]:
        s.under[helper] -= 1
        s.baked[helper] |= 1 << order
    else:
        s.reward[helper] |= 1 << order
    return begin_bake(s, s.chosen, PLUS, log)


@jit
def forget(v: View) -> None:
    """As in Mamma Mia!; besides, delivered orders lie face down on one pile (MP-9)."""
    forget_classic(v)
    v.done[:] = 0
    v.baked[:] = 0


@jit
def _take_out(s: State, log: Log) -> None:
    while True:
        if s.at == 0:
            emit(log, TAKES_OUT, EVERYBODY, s.holder)
        own = reveal(s, PLUS, log)
        while own >= 0:
            if own > 0 or s.helping == 1:
                s.phase = CHOOSE
                s.actor = s.owner
                return
            fail(s, PLUS, log)
            own = reveal(s, PLUS, log)
        end_round(s, PLUS, log)
        if s.phase == OVER or total(s.used) > 0:
            return
        emit(log, BEGINS, EVERYBODY, s.emptied)  # MP-8: nothing to shuffle
        s.actor = s.holder
        if not begin_turns(s, PLUS, log):
            return
