"""What a network sees of the Mamma Mia! games: the observation, and what will come of the oven.

Kinds are counted from the own one, which is 0, and so are orders for one kind: the orders of all colours are then alike. An observation says
where in the oven the orders are, but not what lies before those of others. The forecast says what all of them will leave.
"""

import numpy as np
from numpy.typing import NDArray

from forno.agents.card_counts import count, of_kind, packed
from forno.agents.mamma_mia import CLASSIC_WEIGHTS, PLUS_WEIGHTS, Weights, fit, take_out
from forno.observations.layout import Layout, Slice, Vector
from forno.observations.mamma_mia import LAYOUT as OBSERVED
from forno.observations.mamma_mia import LAYOUT_PLUS as OBSERVED_PLUS
from forno.observations.mamma_mia import observe, observe_plus
from forno.rules.compiling import jit
from forno.rules.game import Actions
from forno.rules.mamma_mia.classic import CLASSIC
from forno.rules.mamma_mia.plus import ASK, GIVE_HELP, NAME, PLUS
from forno.rules.mamma_mia.state import Edition, View

_NEAR = 8  # an order that lacks so many cards or more is as good as impossible
_TURNS = 12  # more are not told apart
# Slices of an observation whose last axis is kinds, and those whose first or only axis is own orders.
_BY_KIND = (
    *("hand", "unseen", "holds", "oven", "before", "table", "used", "said_kind", "needs", "chooses"),
    *("order_needs", "order_chooses", "chosen", "asking", "asked", "added"),
)
_BY_ORDER = ("menu", "before", "needs", "chooses", "groups")
_BY_SEAT_AND_ORDER = ("shown", "under", "baked", "queue")
_ALIKE = 4  # of Mamma Mia!: its first orders, one for each other kind. In Plus all orders are numbered from the own kind already


def _layout(observed: Layout, edition: Edition) -> Layout:
    kinds, orders = edition.kinds, edition.n_orders
    most = next(part.high for part in observed.slices if part.name == "hand")
    return Layout(
        observed.game,
        observed.version,
        (
            *observed.slices,
            Slice("turns", (1,), 0, _TURNS, "how often everybody can draw a card in this round"),
            Slice("left", (kinds,), 0, most, "what lies on the table when all of the oven has been taken out"),
            Slice("spare", (kinds,), 0, most, "what the own orders in it leave in hand"),
            Slice("baking", (edition.kinds,), 0, orders, "how many orders of each player are baked until then"),
            Slice("sure", (orders,), 0, 1, "which of the own ones"),
            Slice(
                "laid", (orders,), 0, _NEAR, "own orders in hand: 8 if `left` has all of their cards, 7 if it lacks one"
            ),
            Slice("ready", (orders,), 0, _NEAR, "the same for `left` and `spare`"),
        ),
    )


def _rows(observed: Layout, names: tuple[str, ...], length: int) -> NDArray[np.int64]:
    """Where each row of so many numbers begins."""
    found: list[int] = []
    for part in observed.slices:
        if part.name in names:
            at = observed.offsets[part.name]
            found += range(at, at + part.size, length)
    return np.array(found)


LAYOUT, LAYOUT_PLUS = _layout(OBSERVED, CLASSIC), _layout(OBSERVED_PLUS, PLUS)
_KINDS, _KINDS_PLUS = _rows(OBSERVED, _BY_KIND, CLASSIC.kinds), _rows(OBSERVED_PLUS, _BY_KIND, PLUS.kinds)
_SEATS = np.array([OBSERVED.offsets[name] for name in _BY_SEAT_AND_ORDER])
_ORDERS = np.array(
    [[OBSERVED.offsets[part.name], part.size // CLASSIC.n_orders] for part in OBSERVED.slices if part.name in _BY_ORDER]
)  # where each begins, and how many numbers an order has
_ORDER = OBSERVED.offsets["order"]
_SIZE, _SIZE_PLUS = OBSERVED.size, OBSERVED_PLUS.size


@jit
def see(v: View, out: Vector) -> None:
    observe(v, out)
    own = max(0, int(v.seat))
    for k in range(_ORDERS.shape[0]):
        _turn(out, int(_ORDERS[k, 0]), _ALIKE, int(_ORDERS[k, 1]), own)
    for k in range(v.players):
        for at in _SEATS:
            _turn(out, int(at) + k * CLASSIC.n_orders, _ALIKE, 1, (own + k) % int(v.players))
    _turn(out, _ORDER, _ALIKE, 1, max(0, int(v.owner)))
    for at in _KINDS:
        _turn(out, int(at), CLASSIC.kinds, 1, own)
    _foresee(v, CLASSIC, CLASSIC_WEIGHTS, own, _ALIKE, out[_SIZE:])


@jit
def see_plus(v: View, out: Vector) -> None:
    observe_plus(v, out)
    own = max(0, int(v.seat))
    for at in _KINDS_PLUS:
        _turn(out, int(at), PLUS.kinds, 1, own)
    _foresee(v, PLUS, PLUS_WEIGHTS, own, 1, out[_SIZE_PLUS:])


@jit
def _turn(out: Vector, at: int, n: int, width: int, by: int) -> None:
    """Move the first `n` blocks of `width` numbers to the front by so many places, and what was there to the end."""
    for _ in range(by % n):
        for k in range(width):
            first = out[at + k]
            for j in range(n - 1):
                out[at + j * width + k] = out[at + (j + 1) * width + k]
            out[at + (n - 1) * width + k] = first


@jit
def _foresee(v: View, edition: Edition, w: Weights, own: int, alike: int, out: Vector) -> None:
    """Take out the rest of the oven, as `greedy` expects it."""
    kinds, orders = edition.kinds, edition.n_orders
    table, hand = packed(v.table), packed(v.hand)
    out[:] = 0
    left, spare, baking = 1, 1 + kinds, 1 + 2 * kinds
    sure = baking + kinds
    laid, ready = sure + orders, sure + 2 * orders
    out[0] = min(_TURNS, int(v.n_supply) // int(v.players))
    for k in range(v.at, v.n_oven):
        card = int(v.oven[k])
        if card < 0:  # forgotten
            continue
        if card < kinds:
            table += of_kind(card, 1)
        else:
            is_baked, table, hand = take_out(v, edition, w, card, table, hand)
            owner, order = (card - kinds) // orders, (card - kinds) % orders
            if is_baked:
                out[baking + (owner - own) % int(v.players)] += 1
            if is_baked and owner == own:
                out[sure + _own_order(order, own, alike)] = 1
    for kind in range(kinds):
        out[left + (kind - own) % kinds] = count(table, kind)
        out[spare + (kind - own) % kinds] = count(hand, kind)
    for order in range(orders):
        if (int(v.menu) >> order) & 1:
            at = _own_order(order, own, alike)
            short, beyond, _ = fit(v.recipe[own, order], v.choice[own, order], table, hand, kinds)
            out[laid + at] = max(1, _NEAR - short)
            out[ready + at] = max(1, _NEAR - beyond)


@jit
def _own_order(order: int, own: int, alike: int) -> int:
    return (order - own) % alike if order < alike else order


@jit
def rename(v: View, actions: Actions, n: int, out: Actions) -> None:
    for k in range(n):
        out[k] = _name(int(actions[k]), CLASSIC, max(0, int(v.seat)), _ALIKE)


@jit
def rename_plus(v: View, actions: Actions, n: int, out: Actions) -> None:
    for k in range(n):
        out[k] = _name(int(actions[k]), PLUS, max(0, int(v.seat)), 1)


@jit
def _name(action: int, edition: Edition, own: int, alike: int) -> int:
    kinds = edition.kinds
    if action < edition.order:
        return (action // edition.limit - own) % kinds * edition.limit + action % edition.limit
    if action < edition.no_order:
        return edition.order + _own_order(action - edition.order, own, alike)
    if action < edition.bake or action == edition.decline:
        return action
    if action < edition.decline:
        return edition.bake + _turned(action - edition.bake, own, kinds)
    if action < edition.add + kinds:
        return edition.add + (action - edition.add - own) % kinds
    if action < NAME:
        return ASK + _turned(action - ASK, own, kinds)
    if action < GIVE_HELP:
        return int(NAME + ((action - NAME) // 16 - own) % kinds * 16 + (action - NAME) % 16)
    return action


@jit
def _turned(ways: int, own: int, kinds: int) -> int:
    """A bit set of kinds."""
    found = 0
    for kind in range(kinds):
        if (ways >> kind) & 1:
            found |= 1 << ((kind - own) % kinds)
    return found
