"""An agent for the Mamma Mia! games, compiled. It reads a view (`VIEW` of either game) and chooses among the legal actions."""

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

    Found by changing one at a time, for one seat against three and against two that play by the old ones, and against `uniform`.
    """

    slack: float  # cards that another owner is taken to add from a hand that is not known
    reach: float  # cards that an order may lack to be placed all the same
    draw: float  # the chance to draw a card that an order lacks, if there is time enough
    help: float  # the chance that somebody gives it
    rival: float  # what another's order costs
    fail: float  # what it costs if an own order fails
    reserve: float  # what a card costs that must wait in hand for an order in the oven
    card: float  # what a card in hand is worth at the reveal, while rounds are to come
    later: float  # the chance to bake an order later that table and hand complete now,
    find: float  # times this for each card that it lacks,
    trust: float  # and this for each card that only the table has: others may use it up
    gift: float  # what a card costs that is left on the table for the others,
    dish: float  # more if it is somebody's personal ingredient
    fresh: float  # what it is worth to draw a card
    pace: float  # cards of the supply that a player draws in a turn
    orders: float  # in hand that are welcome
    crowd: float  # that are too many


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
_EVEN = 1e-9  # less does not count: sums are not rounded alike when not compiled
_BROKEN = 0.5  # for each card that is placed although an order in the oven waits for it


@jit
def greedy(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """A sensible person with a good memory: knows what lies in the oven, and places an order when it expects it to bake."""
    return decide(v, CLASSIC, _CLASSIC, legal, n)


@jit
def greedy_plus(v: View, legal: Actions, n: int, rng: Rng) -> int:
    """The same for Plus; bakes alone if it can, asks for what it lacks, and helps unless the cards are worth more to itself."""
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


# An order is judged by the cards that it lacks on the table, and those that it lacks on table and in hand together.


@jit
def _fit(recipe: int, choice: int, table: Numbers, hand: Numbers) -> tuple[int, int, int]:
    """For the best way to bake an order: cards from the hand, cards that are in neither, and the set of kinds chosen."""
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
    for _ in range(chosen_kinds(recipe)):  # no order takes of a kind both in any case and by choice
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
    """Take an order's ingredients from the table, what it lacks from the hand; how many the hand gives."""
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
    """Take out what is left in the oven: own orders baked, less what those of others cost.

    Leaves in `table` and `hand` what none of them uses.
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


# Placing: every placement is rated together with the best order to place on it.


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
    """About how many turns a player still has in this round."""
    return float(v.n_supply / (w.pace * v.players))


@jit
def _best_order(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> tuple[float, int]:
    """What a position is worth, and the order to place there (-1: none)."""
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
    """Cards that an order takes."""
    if is_bombastica(recipe):
        return max(count_of(recipe), int(table.sum()))
    size = chosen_kinds(recipe) * count_of(recipe)
    for kind in range(table.shape[0]):
        size += needed(recipe, kind)
    return size


@jit
def _pile(v: View, edition: Edition, w: Weights) -> int:
    """Orders while they are few, and while there is time to place them."""
    orders = int(v.n_orders[v.seat])
    drawn = min(edition.limit - orders - int(v.n_ingredients[v.seat]), edition.most, int(v.waiting[v.seat]))
    welcome = min(w.orders, _turns(v, w)) if v.emptied + 1 == v.rounds else w.orders
    return WAITER if orders < welcome and orders + drawn <= w.crowd else SUPPLY


# Taking out: what each choice brings now and by the orders that follow.


@jit
def _card(v: View, w: Weights) -> float:
    """What a card in hand is worth: at the end it decides ties only."""
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
    """Cards that a way lacks on the table and in hand."""
    if is_bombastica(recipe):
        return max(0, count_of(recipe) - int(table.sum()) - int(hand.sum()))
    lacks = 0
    for kind in range(table.shape[0]):
        need = taken(recipe, way, kind)
        lacks += max(0, need - table[kind] - hand[kind])
    return int(lacks)


@jit
def _least_useful(v: View, edition: Edition, w: Weights, table: Numbers, hand: Numbers) -> int:
    """The kind to add to a Bombastica: of those that no later order needs the commonest, the personal one last."""
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
    """A reward is an order delivered, but the owner's is too, and the cards may be missed."""
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
    """As few as can be asked for. For Bombastica, where the kinds are free, a share of them: few hold many of one."""
    recipe = int(v.recipe[v.seat, v.order])
    if not is_bombastica(recipe):
        return int(legal[0])
    missing = max(1, count_of(recipe) - int(v.table.sum()) - int(hand.sum())) - int(v.asked.sum())
    kinds = v.table.shape[0] - int(v.asking)
    share = (missing + kinds - 1) // kinds
    return int(legal[max(0, min(n - 1, share - int(legal[0]) % 16))])
