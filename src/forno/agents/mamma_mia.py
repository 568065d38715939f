"""A compiled agent for the Mamma Mia! games."""

from typing import NamedTuple

import numpy as np

from forno.rules.chance import Rng
from forno.rules.compiling import jit
from forno.rules.game import Actions, Numbers
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
    needed,
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
    orders: float  # how many orders in hand are welcome
    crowd: float  # how many are the most


_CLASSIC = Weights(
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
    orders=3.0,
    crowd=5.0,
)
_PLUS = _CLASSIC._replace(
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
    return decide(v, CLASSIC, _CLASSIC, legal, n)


@jit
def greedy_plus(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """The same for Plus. Bakes alone if it can, asks for what it lacks, and helps unless it needs the cards more."""
    return decide(v, PLUS, _PLUS, legal, n)


@jit
def decide(v: View, edition: Edition, w: Weights, legal: Actions, n: int) -> int:
    if n == 1:
        return int(legal[0])
    if v.phase == DRAW:
        return edition.draw + _pile(v, edition, w)
    table, hand = v.table.astype(np.int64), v.hand.astype(np.int64)
    if v.phase == PLACE:
        return _placement(v, edition, w, table, hand, legal, n)
    if v.phase == ORDER:
        _forecast(v, edition, w, table, hand)
        order = _best_order(v, edition, w, table, hand)[1]
        return int(edition.order + order if order >= 0 else edition.no_order)
    if v.phase == ADD:
        return edition.add + _least_useful(v, edition, w, table, hand)
    if v.phase == CHOOSE:
        return _way_to_bake(v, edition, w, legal, n)
    if v.phase == HELP:
        return int(GIVE_HELP if _helps(v, edition, w, table, hand) else REFUSE)
    return _request(v, hand, legal, n)


# An order is judged by how many cards it lacks on the table, and how many it lacks on the table and in hand.


@jit
def _fit(recipe: int, choice: int, table: Numbers, hand: Numbers) -> tuple[int, int, int]:
    """For the best way to bake an order: cards that the table lacks, cards that table and hand lack, and the chosen kinds."""
    recipe, choice = int(recipe), int(choice)
    form, count = form_of(recipe), count_of(recipe)
    if form == BOMBASTICA:
        short = max(0, count - int(table.sum()))
        return short, max(0, short - int(hand.sum())), 0
    crossed = crossed_out(recipe)
    if crossed != NOTHING and table[crossed] > 0:
        return _IMPOSSIBLE, _IMPOSSIBLE, 0
    fewest = 0
    if form == MINIMALE:
        fewest = _IMPOSSIBLE
        for kind in range(table.shape[0]):
            if (choice >> kind) & 1 and table[kind] > 0:
                fewest = min(fewest, table[kind])
    short, beyond, way = 0, 0, 0
    for kind in range(table.shape[0]):
        need = needed(recipe, kind)
        if need > table[kind]:
            short += need - table[kind]
            beyond += max(0, need - table[kind] - hand[kind])
    for _ in range(chosen_kinds(recipe)):  # no order needs a kind that can also be chosen
        best, best_short, best_beyond = -1, _IMPOSSIBLE, _IMPOSSIBLE
        for kind in range(table.shape[0]):
            if ((choice & ~way) >> kind) & 1 and (fewest == 0 or table[kind] == fewest):
                lacks = max(0, count - table[kind])
                nowhere = max(0, lacks - hand[kind])
                if nowhere < best_beyond or (nowhere == best_beyond and lacks < best_short):
                    best, best_short, best_beyond = kind, lacks, nowhere
        if best < 0:
            return _IMPOSSIBLE, _IMPOSSIBLE, 0
        way |= 1 << best
        short += best_short
        beyond += best_beyond
    return int(short), int(beyond), way


@jit
def _use(recipe: int, way: int, table: Numbers, hand: Numbers) -> int:
    """Take an order's ingredients from the table and the rest from the hand. Returns how many the hand gives."""
    recipe = int(recipe)
    given = 0
    if is_bombastica(recipe):
        given = max(0, count_of(recipe) - int(table.sum()))
        table[:] = 0
        for _ in range(given):  # of the commonest kind
            commonest = hand.argmax()
            hand[commonest] = max(0, hand[commonest] - 1)
        return int(given)
    for kind in range(table.shape[0]):
        need = taken(recipe, way, kind)
        given += max(0, need - table[kind])
        hand[kind] = max(0, hand[kind] - max(0, need - table[kind]))
        table[kind] = max(0, table[kind] - need)
    return int(given)


@jit
def _forecast(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> float:
    """Play out the rest of the oven. Returns the own orders baked, less what those of others cost.

    Leaves in `table` and `hand` what no order uses.
    """
    points = 0.0
    nothing = np.zeros_like(hand)
    for k in range(v.at, v.n_oven):
        card = int(v.oven[k])
        if card < 0:  # forgotten
            continue
        if card < edition.kinds:
            table[card] += 1
            continue
        owner, order = (card - edition.kinds) // edition.n_orders, (card - edition.kinds) % edition.n_orders
        recipe, choice = v.recipe[owner, order], v.choice[owner, order]
        if owner == v.seat:
            _, beyond, way = _fit(recipe, choice, table, hand)
            if beyond == 0:
                _use(recipe, way, table, hand)
                points += 1
        else:
            short, _, way = _fit(recipe, choice, table, nothing)
            if short <= min(w.slack, v.n_ingredients[owner]):
                _use(recipe, way, table, nothing)
                points -= w.rival
    return points


# Placing: a placement is rated together with the best order to place on it.


@jit
def _placement(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers, legal: Actions, n: int) -> int:
    _forecast(v, edition, w, table, hand)
    best, choice = -np.inf, 0
    for action in legal[:n]:
        kind, many = action // edition.limit, action % edition.limit + 1
        spare = hand[kind]
        table[kind] += many
        hand[kind] = max(0, spare - many)
        value = _best_order(v, edition, w, table, hand)[0] + w.fresh * many - _BROKEN * max(0, many - spare)
        table[kind] -= many
        hand[kind] = spare
        if value > best + _EVEN:
            best, choice = value, action
    return int(choice)


@jit
def _turns(v: View, w: Weights) -> float:
    """Roughly how many turns a player still has in this round."""
    return float(v.n_supply / (w.pace * v.players))


@jit
def _best_order(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> tuple[float, int]:
    """What a position is worth, and the order to place there, or -1."""
    turns = _turns(v, w)
    time = turns / (turns + 1)
    find = max(w.draw * time, w.help * v.helping)
    later = w.later * (time if v.emptied + 1 == v.rounds else 1.0)
    worth, gain, choice = 0.0, 0.0, -1
    for order in range(edition.n_orders):
        if (int(v.menu) >> order) & 1:
            recipe = int(v.recipe[v.seat, order])
            short, beyond, _ = _fit(recipe, v.choice[v.seat, order], table, hand)
            if beyond == _IMPOSSIBLE:
                continue
            size = _size(recipe, table)
            wait = later * w.find**beyond * w.trust ** (size - short)
            chance = find**beyond if beyond <= w.reach else 0.0
            place = chance * (1 - w.reserve * short + w.gift * (size - short)) - w.fail * (1 - chance)
            worth += wait
            if place - wait > gain + _EVEN:
                gain, choice = place - wait, order
    for kind in range(edition.kinds):
        cost = w.gift
        if kind < v.players and kind != v.seat:
            cost += w.dish
        worth -= cost * table[kind]
    return worth + gain, choice


@jit
def _size(recipe: int, table: Numbers) -> int:
    """How many cards an order takes."""
    if is_bombastica(recipe):
        return max(count_of(recipe), int(table.sum()))
    size = chosen_kinds(recipe) * count_of(recipe)
    for kind in range(table.shape[0]):
        size += needed(recipe, kind)
    return size


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
        table, hand = v.table.astype(np.int64), v.hand.astype(np.int64)
        value = 0.0
        if action >= ASK:
            lacks = _lacks(recipe, int(action) - ASK, table, hand)
            chance = w.help ** max(1, lacks)
            value = chance * (1 - w.rival - _card(v, w) * _use(recipe, int(action) - ASK, table, hand))
        elif action != edition.decline:
            value = 1 - _card(v, w) * _use(recipe, int(action) - edition.bake, table, hand)
        value += _forecast(v, edition, w, table, hand)
        if value > best + _EVEN:
            best, choice = value, action
    return int(choice)


@jit
def _lacks(recipe: int, way: int, table: Numbers, hand: Numbers) -> int:
    """How many cards a way lacks on the table and in hand."""
    if is_bombastica(recipe):
        return max(0, count_of(recipe) - int(table.sum()) - int(hand.sum()))
    lacks = 0
    for kind in range(table.shape[0]):
        need = taken(recipe, way, kind)
        lacks += max(0, need - table[kind] - hand[kind])
    return int(lacks)


@jit
def _least_useful(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> int:
    """The kind to add to a Bombastica: the commonest that no later order needs, the personal one last."""
    table[:] = 0
    _forecast(v, edition, w, table, hand)
    best, choice = -np.inf, 0
    for kind in range(edition.kinds):
        if v.hand[kind] > 0:
            value = 4.0 * hand[kind] - (6 if kind == v.seat else 0)
            if value > best + _EVEN:
                best, choice = value, kind
    return choice


@jit
def _helps(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> bool:
    """Helping delivers an own order, but also the owner's, and costs cards."""
    refused = _forecast(v, edition, w, table, hand)
    table, hand = v.table.astype(np.int64), v.hand.astype(np.int64)
    given = 0
    for kind in range(edition.kinds):
        given += int(v.asked[kind])
        hand[kind] -= v.asked[kind]
    _use(v.recipe[v.owner, v.order], int(v.chosen), table, np.zeros_like(hand))
    return 1 - w.rival - _card(v, w) * given + _forecast(v, edition, w, table, hand) > refused


@jit
def _request(v: View, hand: Numbers, legal: Actions, n: int) -> int:
    """As few as possible. For Bombastica an equal share of each kind, because few players hold many of one."""
    recipe = int(v.recipe[v.seat, v.order])
    if not is_bombastica(recipe):
        return int(legal[0])
    missing = max(1, count_of(recipe) - int(v.table.sum()) - int(hand.sum())) - int(v.asked.sum())
    kinds = v.table.shape[0] - int(v.asking)
    share = (missing + kinds - 1) // kinds
    return int(legal[max(0, min(n - 1, share - int(legal[0]) % 16))])
