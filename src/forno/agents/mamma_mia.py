"""A compiled agent for the Mamma Mia! games."""

from typing import NamedTuple

import numpy as np

from forno.agents.card_counts import NO_CARDS, count, in_all, of_kind, packed, without
from forno.agents.mamma_mia_requests import may_be_met, may_hold, n_lacking, request, requested
from forno.agents.rating import Values, favourite
from forno.rules.chance import Rng
from forno.rules.compiling import inlined, jit
from forno.rules.game import Actions
from forno.rules.mamma_mia.classic import CLASSIC
from forno.rules.mamma_mia.plus import ASK, GIVE_HELP, PLUS, REFUSE
from forno.rules.mamma_mia.recipes import (
    BOMBASTICA,
    MINIMALE,
    NOTHING,
    chosen_kinds,
    count_of,
    crossed_out,
    form_of,
    is_bombastica,
    taken,
)
from forno.rules.mamma_mia.state import ADD, CHOOSE, DRAW, HELP, ORDER, PLACE, SUPPLY, WAITER, Edition, View


class Weights(NamedTuple):
    """What the agent believes, in delivered orders, chances and cards.

    Tuned one at a time, by one seat that plays with the new weights against two or three with the old ones, and against `uniform`.
    """

    slack: float  # cards that another owner is assumed to add from hand
    reach: float  # cards that an order may lack when it is placed
    draw: float  # the chance to draw a card that an order lacks, given time
    help: float  # the chance that somebody gives it
    rival: float  # what it costs if another's order is baked
    fail: float  # what it costs if an own order fails
    reserve: float  # the cost of a card that must stay in hand for an order in the oven
    card: float  # the worth of a card in hand at a reveal, except in the last round
    later: float  # the chance to bake an order later that table and hand complete now,
    find: float  # times this for each card that it lacks,
    trust: float  # and this for each card on the table, which others may use
    gift: float  # the cost of a card that is left on the table for the others,
    dish: float  # plus this if it is somebody's personal ingredient
    fresh: float  # the worth of drawing a card
    pace: float  # cards that a player draws from the supply in a turn
    base: float  # the share of its cards that an order must find in the oven,
    until: float  # as long as that holds fewer cards than this: nobody orders on an empty oven
    orders: float  # how many orders in hand are welcome
    crowd: float  # how many are the most


CLASSIC_WEIGHTS = Weights(
    slack=1.0,
    reach=4.0,
    draw=0.8,
    help=0.0,
    rival=0.3,
    fail=0.0125,
    reserve=0.1,
    card=0.06,
    later=0.7,
    find=0.4,
    trust=0.95,
    gift=0.02,
    dish=0.01,
    fresh=0.02,
    pace=0.75,
    base=1 / 3,
    until=8.0,
    orders=3.0,
    crowd=5.0,
)
PLUS_WEIGHTS = CLASSIC_WEIGHTS._replace(
    slack=2.0,
    help=0.5,
    rival=0.15,
    fail=0.025,
    later=0.35,
    find=0.2,
    trust=1.0,
    gift=0.04,
)
_IMPOSSIBLE = 99
_EVEN = 1e-9  # smaller differences do not count: plain Python rounds sums differently
_BROKEN = 0.5  # the cost of each placed card that an order in the oven needs


@jit
def greedy(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """Remembers what is in the oven, and places an order when it expects it to be baked."""
    return decide(v, CLASSIC, CLASSIC_WEIGHTS, legal, n)


@jit
def greedy_plus(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """The same for Plus. Bakes alone if it can, asks for what it lacks, and helps unless it needs the cards more."""
    return decide(v, PLUS, PLUS_WEIGHTS, legal, n)


@jit
def decide(v: View, edition: Edition, w: Weights, legal: Actions, n: int) -> int:
    if n == 1:
        return int(legal[0])
    if v.phase == DRAW:
        return edition.draw + _pile(v, edition, w)
    table, hand = packed(v.table), packed(v.hand)
    if v.phase == PLACE:
        return _placement(v, edition, w, table, hand, legal, n)
    if v.phase == ORDER:
        _, table, hand = _forecast(v, edition, w, table, hand)
        order = _best_order(v, edition, w, table, hand)[1]
        return int(edition.order + order if order >= 0 else edition.no_order)
    if v.phase == ADD:
        return edition.add + _least_useful(v, edition, w, hand)
    if v.phase == CHOOSE:
        return _way_to_bake(v, edition, w, legal, n)
    if v.phase == HELP:
        return int(GIVE_HELP if _help_worth(v, edition, w, table, hand) > 0 else REFUSE)
    return request(v, hand, legal, n)


# The rest of the decisions, rated for those who judge badly. The worths are guesses.
_DRAW_WORTH = 0.1  # of the right pile
_ADD_WORTH = 0.02  # of a point in `_spare_worth`
_ASKED_WORTH = 0.2  # of each card that is not asked for in vain
_SURE = 3.0  # how much clearer it is what to do with an order on the table


@jit
def rate(v: View, legal: Actions, n: int, values: Values) -> int:
    """What `greedy` thinks of each action, in delivered orders. It takes the best."""
    return rate_actions(v, CLASSIC, CLASSIC_WEIGHTS, legal, n, values)


@jit
def rate_plus(v: View, legal: Actions, n: int, values: Values) -> int:
    return rate_actions(v, PLUS, PLUS_WEIGHTS, legal, n, values)


@jit
def rate_actions(v: View, edition: Edition, w: Weights, legal: Actions, n: int, values: Values) -> int:
    table, hand = packed(v.table), packed(v.hand)
    for k in range(n):
        values[k] = 0.0
    if v.phase == DRAW:
        values[_pile(v, edition, w)] = _DRAW_WORTH
    elif v.phase == PLACE:
        _, table, hand = _forecast(v, edition, w, table, hand)
        for k in range(n):
            values[k] = _placement_worth(v, edition, w, table, hand, int(legal[k]))
    elif v.phase == ORDER:
        _, table, hand = _forecast(v, edition, w, table, hand)
        outlook = _outlook(v, w)
        for k in range(n):
            if legal[k] != edition.no_order:
                place, wait = _order_worth(v, edition, w, outlook, int(legal[k]) - edition.order, table, hand)
                values[k] = place - wait
        best = favourite(values, n, _EVEN)
        return best if values[best] > _EVEN else n - 1  # no order comes last
    elif v.phase == ADD:
        _, _, hand = _forecast(v, edition, w, NO_CARDS, hand)
        for k in range(n):
            values[k] = _ADD_WORTH * _spare_worth(v, hand, int(legal[k]) - edition.add)
    elif v.phase == CHOOSE:
        for k in range(n):
            values[k] = _SURE * _way_worth(v, edition, w, int(v.recipe[v.owner, v.order]), int(legal[k]))
    elif v.phase == HELP:
        values[0] = _help_worth(v, edition, w, table, hand)
        return 0 if values[0] > 0 else 1
    else:
        best = request(v, hand, legal, n)
        for k in range(n):
            is_possible = legal[k] == best or may_hold(v, edition, hand, requested(v, legal[k]))
            values[k] = -_ASKED_WORTH * abs(int(legal[k]) - best) if is_possible else -np.inf
    return favourite(values, n, _EVEN)


# An order is judged by how many cards it lacks on the table, and how many it lacks on the table and in hand.


@inlined
def needs(recipe: int, way: int, kinds: int) -> int:
    """The cards that an order takes if the kinds of the bit set `way` are chosen."""
    cards = NO_CARDS
    for kind in range(kinds):
        cards += of_kind(kind, taken(recipe, way, kind))
    return cards


@inlined
def fit(recipe: int, choice: int, table: int, hand: int, kinds: int) -> tuple[int, int, int]:
    """For the best way to bake an order: cards that the table lacks, cards that table and hand lack, and the chosen kinds."""
    recipe, choice = int(recipe), int(choice)
    form, number = form_of(recipe), count_of(recipe)
    if form == BOMBASTICA:
        short = max(0, number - in_all(table))
        return short, max(0, short - in_all(hand)), 0
    crossed = crossed_out(recipe)
    if crossed != NOTHING and count(table, crossed) > 0:
        return _IMPOSSIBLE, _IMPOSSIBLE, 0
    fewest = 0
    if form == MINIMALE:
        fewest = _IMPOSSIBLE
        for kind in range(kinds):
            if (choice >> kind) & 1 and count(table, kind) > 0:
                fewest = min(fewest, count(table, kind))
    lacking = without(needs(recipe, 0, kinds), table)
    short, beyond, way = in_all(lacking), in_all(without(lacking, hand)), 0
    for _ in range(chosen_kinds(recipe)):  # no order needs a kind that can also be chosen
        best, best_short, best_beyond = -1, _IMPOSSIBLE, _IMPOSSIBLE
        for kind in range(kinds):
            if ((choice & ~way) >> kind) & 1 and (fewest == 0 or count(table, kind) == fewest):
                lacks = max(0, number - count(table, kind))
                nowhere = max(0, lacks - count(hand, kind))
                if nowhere < best_beyond or (nowhere == best_beyond and lacks < best_short):
                    best, best_short, best_beyond = kind, lacks, nowhere
        if best < 0:
            return _IMPOSSIBLE, _IMPOSSIBLE, 0
        way |= 1 << best
        short += best_short
        beyond += best_beyond
    return int(short), int(beyond), way


@inlined
def _use(recipe: int, way: int, table: int, hand: int, kinds: int) -> tuple[int, int, int]:
    """Take an order's ingredients from the table and the rest from the hand. Returns how many the hand gives, and what is left of both."""
    recipe = int(recipe)
    if is_bombastica(recipe):
        given = max(0, count_of(recipe) - in_all(table))
        for _ in range(given):
            hand = without(hand, of_kind(_commonest(hand, kinds), 1))
        return int(given), NO_CARDS, hand
    cards = needs(recipe, way, kinds)
    rest = without(cards, table)
    return in_all(rest), without(table, cards), without(hand, rest)


@jit
def _commonest(cards: int, kinds: int) -> int:
    best = 0
    for kind in range(1, kinds):
        if count(cards, kind) > count(cards, best):
            best = kind
    return best


@jit
def _forecast(v: View, edition: Edition, w: Weights, table: int, hand: int) -> tuple[float, int, int]:
    """Play out the rest of the oven. Returns the own orders baked, less what those of others cost, and what no order uses of table and hand."""
    points = 0.0
    for k in range(v.at, v.n_oven):
        card = int(v.oven[k])
        if card < 0:  # forgotten
            continue
        if card < edition.kinds:
            table += of_kind(card, 1)
            continue
        is_baked, table, hand = take_out(v, edition, w, card, table, hand)
        if is_baked:
            points += 1 if (card - edition.kinds) // edition.n_orders == v.seat else -w.rival
    return points, table, hand


@inlined
def take_out(v: View, edition: Edition, w: Weights, card: int, table: int, hand: int) -> tuple[bool, int, int]:
    """Whether an order of the oven is expected to be baked, and what this leaves on the table and in the own hand."""
    owner, order = (card - edition.kinds) // edition.n_orders, (card - edition.kinds) % edition.n_orders
    recipe, choice = v.recipe[owner, order], v.choice[owner, order]
    is_own = owner == v.seat
    given = hand if is_own else NO_CARDS
    short, beyond, way = fit(recipe, choice, table, given, edition.kinds)
    if (beyond > 0) if is_own else (short > min(w.slack, v.n_ingredients[owner])):
        return False, table, hand
    _, table, given = _use(recipe, way, table, given, edition.kinds)
    return True, table, given if is_own else hand


# Placing: a placement is rated together with the best order to place on it.


@jit
def _placement(v: View, edition: Edition, w: Weights, table: int, hand: int, legal: Actions, n: int) -> int:
    _, table, hand = _forecast(v, edition, w, table, hand)
    best, choice = -np.inf, 0
    for action in legal[:n]:
        value = _placement_worth(v, edition, w, table, hand, int(action))
        if value > best + _EVEN:
            best, choice = value, action
    return int(choice)


@jit
def _placement_worth(v: View, edition: Edition, w: Weights, table: int, hand: int, action: int) -> float:
    kind, many = action // edition.limit, action % edition.limit + 1
    cards, broken = of_kind(kind, many), max(0, many - count(hand, kind))
    value = _best_order(v, edition, w, table + cards, without(hand, cards))[0]
    return float(value + w.fresh * many - _BROKEN * broken)


class Outlook(NamedTuple):
    """What is the same for all orders in hand."""

    later: float  # the chance to bake one later
    find: float  # the chance to get a card that one lacks


@jit
def _turns(v: View, w: Weights) -> float:
    """Roughly how many turns a player still has in this round."""
    return float(v.n_supply / (w.pace * v.players))


@inlined
def _outlook(v: View, w: Weights) -> Outlook:
    turns = _turns(v, w)
    time = turns / (turns + 1)
    later = w.later * (time if v.emptied + 1 == v.rounds else 1.0)
    return Outlook(later, max(w.draw * time, w.help * v.helping))


@jit
def _best_order(v: View, edition: Edition, w: Weights, table: int, hand: int) -> tuple[float, int]:
    """What a position is worth, and the order to place there, or -1."""
    worth, gain, choice = 0.0, 0.0, -1
    outlook = _outlook(v, w)
    for order in range(edition.n_orders):
        if (int(v.menu) >> order) & 1:
            place, wait = _order_worth(v, edition, w, outlook, order, table, hand)
            worth += wait
            if place - wait > gain + _EVEN:
                gain, choice = place - wait, order
    for kind in range(edition.kinds):
        cost = w.gift
        if kind < v.players and kind != v.seat:
            cost += w.dish
        worth -= cost * count(table, kind)
    return worth + gain, choice


@inlined
def _order_worth(
    v: View, edition: Edition, w: Weights, outlook: Outlook, order: int, table: int, hand: int
) -> tuple[float, float]:
    """What an order in hand is worth if it is placed now (-inf: it lacks too much), and if it is kept."""
    recipe = int(v.recipe[v.seat, order])
    short, beyond, _ = fit(recipe, v.choice[v.seat, order], table, hand, edition.kinds)
    if beyond == _IMPOSSIBLE:
        return -np.inf, 0.0
    size = _size(recipe, table, edition.kinds)
    wait = outlook.later * w.find**beyond * w.trust ** (size - short)
    if beyond > w.reach or (v.n_oven < w.until and size - short < w.base * size):
        return -np.inf, wait
    chance = outlook.find**beyond
    return chance * (1 - w.reserve * short + w.gift * (size - short)) - w.fail * (1 - chance), wait


@jit
def _size(recipe: int, table: int, kinds: int) -> int:
    """How many cards an order takes."""
    if is_bombastica(recipe):
        return max(count_of(recipe), in_all(table))
    return chosen_kinds(recipe) * count_of(recipe) + in_all(needs(recipe, 0, kinds))


@jit
def _pile(v: View, edition: Edition, w: Weights) -> int:
    """Draw orders while there are few in hand, and time to place them."""
    orders = int(v.n_orders[v.seat])
    drawn = min(edition.limit - orders - int(v.n_ingredients[v.seat]), edition.most, int(v.waiting[v.seat]))
    welcome = min(w.orders, _turns(v, w)) if v.emptied + 1 == v.rounds else w.orders
    return WAITER if orders < welcome and orders + drawn <= w.crowd else SUPPLY


# Taking out: what each choice brings now, and with the orders that follow.


@jit
def _card(v: View, w: Weights) -> float:
    """What a card in hand is worth. At the end of the game it only decides ties."""
    return w.card if v.emptied + 1 < v.rounds else 0.01


@jit
def _way_to_bake(v: View, edition: Edition, w: Weights, legal: Actions, n: int) -> int:
    recipe = int(v.recipe[v.owner, v.order])
    best, choice = -np.inf, 0
    for action in legal[:n]:
        value = _way_worth(v, edition, w, recipe, int(action))
        if value > best + _EVEN:
            best, choice = value, action
    return int(choice)


@jit
def _way_worth(v: View, edition: Edition, w: Weights, recipe: int, action: int) -> float:
    """What a way to bake is worth; -inf: to ask for what nobody can have."""
    table, hand = packed(v.table), packed(v.hand)
    value = 0.0
    if action >= ASK:
        if not may_be_met(v, edition, recipe, action - ASK, table, hand):
            return -np.inf
        lacks = n_lacking(recipe, action - ASK, table, hand, edition.kinds)
        chance = w.help ** max(1, lacks)
        given, table, hand = _use(recipe, action - ASK, table, hand, edition.kinds)
        value = chance * (1 - w.rival - _card(v, w) * given)
    elif action != edition.decline:
        given, table, hand = _use(recipe, action - edition.bake, table, hand, edition.kinds)
        value = 1 - _card(v, w) * given
    return float(value + _forecast(v, edition, w, table, hand)[0])


@jit
def _least_useful(v: View, edition: Edition, w: Weights, hand: int) -> int:
    """The kind to add to a Bombastica: the commonest that no later order needs, the personal one last."""
    _, _, hand = _forecast(v, edition, w, NO_CARDS, hand)
    best, choice = -np.inf, 0
    for kind in range(edition.kinds):
        if v.hand[kind] > 0:
            value = _spare_worth(v, hand, kind)
            if value > best + _EVEN:
                best, choice = value, kind
    return choice


@jit
def _spare_worth(v: View, hand: int, kind: int) -> float:
    return float(4.0 * count(hand, kind) - (6 if kind == v.seat else 0))


@jit
def _help_worth(v: View, edition: Edition, w: Weights, table: int, hand: int) -> float:
    """What helping is worth more than refusing. It delivers an own order, but also the owner's, and costs cards."""
    refused = _forecast(v, edition, w, table, hand)[0]
    given = packed(v.asked)
    _, table, _ = _use(v.recipe[v.owner, v.order], int(v.chosen), table, NO_CARDS, edition.kinds)
    return float(
        1 - w.rival - _card(v, w) * in_all(given) + _forecast(v, edition, w, table, without(hand, given))[0] - refused
    )
