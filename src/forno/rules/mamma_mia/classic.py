"""Mamma Mia!, for two to five.

In turn everybody puts ingredients, and perhaps an order, on the oven, a stack of which only the top card is seen. When the supply runs
out, the oven is turned over and taken out card by card. An order is baked if its ingredients then lie on the table; its owner may add
what is missing from hand. After three rounds whoever has baked the most orders wins. Rule numbers (MM-n) are those of docs/rules.md.

Mamma Mia! Plus uses the same functions for placing and drawing. An `Edition` holds the numbers in which the games differ.
"""

from forno.rules.blocks import put
from forno.rules.chance import Rng, below, shuffle
from forno.rules.compiling import inlined, jit
from forno.rules.game import CHANCE, HIDDEN, NOBODY, SPECTATOR, Actions, Numbers, Options
from forno.rules.log import EVERYBODY, NOONE, Log, emit
from forno.rules.mamma_mia.decks import Printed
from forno.rules.mamma_mia.decks import build as build_deck
from forno.rules.mamma_mia.events import (
    BEGINS,
    DRAWS,
    DREW,
    DREW_INGREDIENTS,
    HAND,
    HAND_INGREDIENTS,
    MAMMA_MIA,
    ORDERED,
    PASSES,
    PLACED,
    STARTER,
    STOCK,
    STOCK_CARDS,
    TAKES_OUT,
    WAITER_ORDERS,
    WAITERS,
)
from forno.rules.mamma_mia.oven import add, begin_bake, end_round, fail, list_ways, price, reveal
from forno.rules.mamma_mia.state import (
    ADD,
    CHOOSE,
    DEAL,
    DRAW,
    HELP,
    ORDER,
    OVER,
    PLACE,
    SUPPLY,
    WAITER,
    Edition,
    State,
    View,
    bound,
    copy_public,
    fill,
    layout,
    number_of,
    spend,
)
from forno.rules.records import Records, new_records

CLASSIC = Edition.of(kinds=5, n_orders=8, dealt=6, limit=7, most=7, skip=0, card=1)
N_ACTIONS = CLASSIC.add + CLASSIC.kinds
PRINTED = Printed(
    "mamma-mia", CLASSIC.kinds, CLASSIC.n_orders, {"bombastica": 15, "monotoni": 6, "minimale": 3}
)  # MM-2, MM-21 to MM-23
COPIES = 13  # of each ingredient (MM-1)
REMOVED = {2: 5, 3: 3, 4: 1, 5: 0}  # MM-3, by players
ROUNDS = 3  # MM-26


STATE, VIEW = layout(CLASSIC, COPIES)


def make(players: int, options: Options) -> Records[State]:
    deck = build_deck(PRINTED, str(options["deck"]))
    return fill(new_records(1, STATE), players, options, deck, COPIES - REMOVED[players], ROUNDS)


def max_decisions(players: int, options: Options) -> int:
    """See `bound`. There are 65 ingredients and the Mamma Mia! card. An order takes one choice and at most 15 cards added."""
    return bound(ROUNDS, 65 + 1, 8 * players, 1 + 15)


@jit
def deal(s: State, rng: Rng, log: Log) -> None:
    shuffle_and_deal(s, CLASSIC, rng, log)
    if begin_turns(s, CLASSIC, log):
        _take_out(s, log)


@jit
def shuffle_and_deal(s: State, edition: Edition, rng: Rng, log: Log) -> None:
    """MM-4, MM-5, MM-6 in the first round, MM-25 in the later ones."""
    kinds = edition.kinds
    emit(log, BEGINS, EVERYBODY, s.emptied)
    first = s.emptied == 0
    if first:
        s.used[:] = s.copies
        s.actor = s.starter if s.starter >= 0 else below(rng, s.players)
    else:
        s.actor = s.holder
    n = s.n_supply  # left over by MM-15, without the Mamma Mia! card
    for kind in range(kinds):
        s.supply[n : n + s.used[kind]] = kind
        n += s.used[kind]
    s.used[:] = 0
    shuffle(rng, s.supply[:n])
    s.n_supply = n
    if first:
        for seat in range(s.players):
            _deal_hand(s, edition, seat, rng, log)
        emit(log, STARTER, EVERYBODY, s.actor)
        for seat in range(s.players):
            _log_waiter(s, edition, seat, log)
    for _ in range(edition.card):  # put the card at a random place among the shuffled ones
        at = below(rng, s.n_supply + 1)
        s.supply[s.n_supply] = s.supply[at]
        s.supply[at] = kinds
        s.n_supply += 1
    s.holder = -1
    s.idle = 0
    _log_supply(s, log)


@jit
def _deal_hand(s: State, edition: Edition, seat: int, rng: Rng, log: Log) -> None:
    for _ in range(edition.dealt):
        s.n_supply -= 1
        s.hand[seat, s.supply[s.n_supply]] += 1
    for order in range(edition.n_orders):
        s.waiter[seat, order] = order
    shuffle(rng, s.waiter[seat])
    order = int(s.waiter[seat, edition.n_orders - 1])
    s.menu[seat] = 1 << order
    s.n_ingredients[seat] = edition.dealt
    s.n_orders[seat] = 1
    s.waiting[seat] = edition.n_orders - 1
    row = emit(log, HAND, 1 << seat, seat, number_of(edition, seat, order))
    if row > 0:
        put(log[row], HAND_INGREDIENTS, s.hand[seat], edition.kinds)


@jit
def _log_waiter(s: State, edition: Edition, seat: int, log: Log) -> None:
    row = emit(log, WAITERS, NOONE, seat, s.waiting[seat])
    if row > 0:
        for k in range(s.waiting[seat]):
            log[row, WAITER_ORDERS + k] = number_of(edition, seat, s.waiter[seat, s.waiting[seat] - 1 - k])


@jit
def _log_supply(s: State, log: Log) -> None:
    """For traces. A row has room for 17 cards."""
    k = 0
    while k < s.n_supply:
        n = min(17, s.n_supply - k)
        row = emit(log, STOCK, NOONE, n)
        if row > 0:
            for m in range(n):
                log[row, STOCK_CARDS + m] = s.supply[s.n_supply - 1 - k - m]
        k += n


@jit
def begin_turns(s: State, edition: Edition, log: Log) -> bool:
    """Play turns, beginning with the actor's, until a seat must decide. True if the placing phase is over instead."""
    while True:
        if s.n_ingredients[s.actor] > 0:
            s.phase = PLACE
            return False
        emit(log, PASSES, EVERYBODY, s.actor)  # MM-12, MP-6
        if edition.skip == 0:
            if _must_choose_pile(s, edition):
                return False
            drawn = _draw_what_there_is(s, edition, log)
        else:
            drawn = draw_supply(s, edition.skip, edition, log)
        s.idle = 0 if drawn > 0 else s.idle + 1
        if _end_turn(s, edition):
            return True


@inlined
def continue_drawing(s: State, edition: Edition, log: Log) -> bool:
    """After placing: draw, and play the next turns. True if the placing phase is over."""
    s.idle = 0
    if _must_choose_pile(s, edition):
        return False
    _draw_what_there_is(s, edition, log)
    return _end_turn(s, edition) or begin_turns(s, edition, log)


@jit
def _wanted(s: State, edition: Edition) -> int:
    """MM-9."""
    hand = s.n_ingredients[s.actor] + s.n_orders[s.actor]
    return int(max(0, min(edition.limit - hand, edition.most)))


@jit
def _must_choose_pile(s: State, edition: Edition) -> bool:
    if _wanted(s, edition) > 0 and s.n_supply > 0 and s.waiting[s.actor] > 0:
        s.phase = DRAW
        return True
    return False


@jit
def _draw_what_there_is(s: State, edition: Edition, log: Log) -> int:
    if s.n_supply > 0:
        return draw_supply(s, _wanted(s, edition), edition, log)
    return draw_waiter(s, _wanted(s, edition), edition, log)


@jit
def draw_supply(s: State, wanted: int, edition: Edition, log: Log) -> int:
    seat = s.actor
    drawn = 0
    row = emit(log, DREW, 1 << seat, seat, SUPPLY) if wanted > 0 and s.n_supply > 0 else 0
    while wanted > 0 and s.n_supply > 0:
        s.n_supply -= 1
        card = s.supply[s.n_supply]
        drawn += 1
        if card == edition.kinds:  # MM-11
            s.holder = seat
            emit(log, MAMMA_MIA, EVERYBODY, seat)
        else:
            s.hand[seat, card] += 1
            s.n_ingredients[seat] += 1
            wanted -= 1
            if row > 0:
                log[row, DREW_INGREDIENTS + card] += 1
    if drawn > 0:
        emit(log, DRAWS, EVERYBODY, seat, SUPPLY, drawn)
    return drawn


@jit
def draw_waiter(s: State, wanted: int, edition: Edition, log: Log) -> int:
    seat = s.actor
    drawn = min(wanted, s.waiting[seat])
    orders = 0
    for _ in range(drawn):
        s.waiting[seat] -= 1
        order = int(s.waiter[seat, s.waiting[seat]])
        orders |= 1 << order
        s.n_orders[seat] += 1
        if s.waiting[seat] < s.under[seat]:
            s.under[seat] -= 1
            s.shown[seat] |= 1 << order
    s.menu[seat] |= orders
    if drawn > 0:
        emit(log, DREW, 1 << seat, seat, WAITER, orders)
        emit(log, DRAWS, EVERYBODY, seat, WAITER, drawn)
    return int(drawn)


@jit
def _end_turn(s: State, edition: Edition) -> bool:
    """Pass the turn on. True if the placing phase is over."""
    if s.n_supply == 0:  # MM-14, MP-7, MP-8
        if edition.card == 0:
            s.holder = s.actor
        return True
    s.actor += 1
    if s.actor == s.players:
        s.actor = 0
    if s.idle == s.players:  # MM-15
        if s.holder < 0:
            s.holder = s.actor
            _take_card_out(s, edition.kinds)
        return True
    return False


@jit
def _take_card_out(s: State, card: int) -> None:
    """Remove the Mamma Mia! card from the supply."""
    for k in range(s.n_supply):
        if s.supply[k] == card:
            s.n_supply -= 1
            s.supply[k] = s.supply[s.n_supply]
            return


@inlined
def place(s: State, kind: int, n: int, log: Log) -> None:
    """MM-7."""
    seat = s.actor
    for _ in range(n):
        s.oven[s.n_oven] = kind
        s.n_oven += 1
    s.said[0], s.said[1], s.said[2] = seat, kind, n
    spend(s, seat, kind, n)
    emit(log, PLACED, EVERYBODY, seat, kind, n)


@inlined
def place_order(s: State, order: int, edition: Edition, log: Log) -> None:
    """MM-8."""
    seat = s.actor
    s.menu[seat] &= ~(1 << order)
    s.shown[seat] &= ~(1 << order)
    s.n_orders[seat] -= 1
    s.oven[s.n_oven] = edition.kinds + number_of(edition, seat, order)
    s.n_oven += 1
    emit(log, ORDERED, EVERYBODY, seat, number_of(edition, seat, order))


@inlined
def actor(s: State) -> int:
    if s.phase == DEAL:
        return CHANCE
    if s.phase == OVER:
        return NOBODY
    return int(s.actor)


@inlined
def legal(s: State, actions: Actions) -> int:
    n = legal_placing(s, CLASSIC, actions)
    if s.phase == CHOOSE:
        n, free = legal_bakes(s, CLASSIC, actions)
        if free == 0:
            actions[n] = CLASSIC.decline
            n += 1
    return n


@inlined
def legal_placing(s: State, edition: Edition, actions: Actions) -> int:
    """The legal actions in the phases that are the same in both games."""
    n = 0
    if s.phase == PLACE:
        for kind in range(edition.kinds):
            for k in range(s.hand[s.actor, kind]):
                actions[n] = kind * edition.limit + k
                n += 1
    elif s.phase == ORDER:
        for order in range(edition.n_orders):
            if (s.menu[s.actor] >> order) & 1:
                actions[n] = edition.order + order
                n += 1
        actions[n] = edition.no_order
        n += 1
    elif s.phase == DRAW:
        actions[0] = edition.draw + SUPPLY
        actions[1] = edition.draw + WAITER
        n = 2
    elif s.phase == ADD:
        for kind in range(edition.kinds):
            if s.hand[s.actor, kind] > 0:
                actions[n] = edition.add + kind
                n += 1
    return n


@inlined
def legal_bakes(s: State, edition: Edition, actions: Actions) -> tuple[int, int]:
    """Write the ways that table and own hand complete. Returns how many they are, and how many of them are free."""
    n, free = 0, 0
    for k in range(list_ways(s, actions)):
        way = actions[k]
        cost = price(s, way)
        if cost >= 0:
            actions[n] = edition.bake + way
            n += 1
        if cost == 0:
            free += 1
    return n, free


@inlined
def step(s: State, action: int, log: Log) -> None:
    if s.phase <= DRAW:
        going_on = step_placing(s, action, CLASSIC, log)
    elif s.phase == ADD:
        going_on = add(s, action - CLASSIC.add, CLASSIC, log)
    elif action == CLASSIC.decline:
        fail(s, CLASSIC, log)
        going_on = True
    else:
        going_on = begin_bake(s, action - CLASSIC.bake, CLASSIC, log)
    if going_on:
        _take_out(s, log)


@inlined
def step_placing(s: State, action: int, edition: Edition, log: Log) -> bool:
    """A decision in the placing phase. True if the phase is over."""
    if s.phase == PLACE:
        place(s, action // edition.limit, action % edition.limit + 1, log)
        if s.n_orders[s.actor] > 0:
            s.phase = ORDER
            return False
    elif s.phase == ORDER:
        if action != edition.no_order:
            place_order(s, action - edition.order, edition, log)
    else:
        s.idle = 0
        if action - edition.draw == SUPPLY:
            draw_supply(s, _wanted(s, edition), edition, log)
        else:
            draw_waiter(s, _wanted(s, edition), edition, log)
        return _end_turn(s, edition) or begin_turns(s, edition, log)
    return continue_drawing(s, edition, log)


@jit
def _take_out(s: State, log: Log) -> None:
    if s.at == 0:
        emit(log, TAKES_OUT, EVERYBODY, s.holder)
    own = reveal(s, CLASSIC, log)
    while own >= 0:
        if own > 0:
            s.phase = CHOOSE
            s.actor = s.owner
            return
        fail(s, CLASSIC, log)
        own = reveal(s, CLASSIC, log)
    end_round(s, CLASSIC, log)


@jit
def score(s: State, scores: Numbers) -> None:
    put(scores, 0, s.done, s.players)


@jit
def rank(s: State, ranks: Numbers) -> None:
    """By delivered orders, then by ingredients in hand; then the victory is shared (MM-26)."""
    for seat in range(s.players):
        ranks[seat] = 0
        for other in range(s.players):
            more = s.done[other] - s.done[seat]
            if more > 0 or (more == 0 and s.n_ingredients[other] > s.n_ingredients[seat]):
                ranks[seat] += 1


@jit
def view(s: State, seat: int, v: View) -> None:
    copy_public(s, v)
    v.oven[s.n_oven :] = 0
    v.seat = seat
    v.menu = 0
    v.hand[:] = 0
    v.refused = 0
    v.waiter[:] = -1
    for owner in range(s.players):
        for k in range(s.under[owner]):
            v.waiter[owner, k] = s.waiter[owner, k]
    if seat != SPECTATOR:
        v.menu = s.menu[seat]
        put(v.hand, 0, s.hand[seat], v.hand.shape[0])
        v.refused = (s.refused >> seat) & 1
    if s.actor != seat and s.phase >= CHOOSE and is_secretly_asked(s):
        v.actor = HIDDEN


@jit
def forget(v: View) -> None:
    """Only the top card of the oven is seen. Orders put back under a waiter, and cards named in a request, are not visible."""
    for k in range(v.n_oven - 1):
        v.oven[k] = -1
    v.waiter[:] = -1
    v.under[:] = 0
    v.shown[:] = 0
    v.holds[:] = 0


@jit
def is_secretly_asked(s: State) -> bool:
    """A seat that cannot complete an order, or cannot help, is not asked. So being asked reveals something about its hand."""
    return bool(s.phase == HELP or (s.phase == CHOOSE and s.helping == 0))
