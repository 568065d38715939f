"""The Mamma Mia! games on the wire."""

from typing import Any, Literal

from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import by_kind, recipe
from forno.rules.mamma_mia.state import ADD, CHOOSE, DRAW, HELP, ORDER, OVER, PLACE, REQUEST, View
from forno.server.messages import (
    Counts,
    Delivered,
    Held,
    HelpRequest,
    MammaMiaPlusView,
    MammaMiaView,
    OpenHand,
    Order,
    Oven,
    OvenCard,
    Reveal,
    Said,
)
from forno.server.views.numbers import as_ints, seat_or_none

_PHASES: dict[int, Literal["place", "order", "draw", "choose", "add", "request", "help", "over"]] = {
    PLACE: "place",
    ORDER: "order",
    DRAW: "draw",
    CHOOSE: "choose",
    ADD: "add",
    REQUEST: "request",
    HELP: "help",
    OVER: "over",
}


def view(v: View, now: View) -> MammaMiaView:
    return MammaMiaView(delivered=_delivered(now), **_fields(v, now))


def view_plus(v: View, now: View) -> MammaMiaPlusView:
    """Delivered orders are face down (MP-9). A good memory can count them, so the option memory_aid shows them."""
    shown = v.memory_aid or v.phase == OVER
    delivered = _delivered(v) if shown else [Delivered(None, []) for _ in range(v.players)]
    return MammaMiaPlusView(delivered=delivered, **_fields(v, now))


def hand(v: View) -> OpenHand:
    return OpenHand(_counts(v.hand), _orders(v, int(v.seat), int(v.menu)))


def _fields(v: View, now: View) -> dict[str, Any]:
    """What the two games have in common."""
    seats, is_seat, over = range(v.players), v.seat >= 0, v.phase == OVER
    return {
        "phase": _PHASES[int(v.phase)],
        "actor": None if over else seat_or_none(v.actor),
        "round": min(int(v.emptied) + 1, int(v.rounds)),
        "rounds": int(v.rounds),
        "helping": bool(v.helping),
        "memory_aid": bool(v.memory_aid),
        "personal": [KINDS[seat] for seat in seats],
        "held": [Held(int(v.n_ingredients[seat]), int(v.n_orders[seat])) for seat in seats],
        "waiters": [int(v.waiting[seat]) for seat in seats],
        "supply": int(v.n_supply),
        "oven": _oven(v, now),
        "said": None if v.said[0] < 0 else Said(int(v.said[0]), KINDS[v.said[1]], int(v.said[2])),
        "holder": seat_or_none(v.holder),
        "pool": _counts(v.table),
        "used": _counts(v.used),
        "reveal": _reveal(v) if v.owner >= 0 else None,
        "request": _request(v) if v.owner >= 0 and (v.phase in {REQUEST, HELP} or v.helper >= 0) else None,
        "hand": _counts(v.hand) if is_seat else None,
        "orders": _orders(v, int(v.seat), int(v.menu)) if is_seat else None,
    }


def _counts(numbers: Any) -> Counts:
    return by_kind(as_ints(numbers))


def _order(v: View, seat: int, order: int) -> Order:
    return Order(name=decks.names(v.recipe)[seat][order], seat=seat, **vars(recipe(v, seat, order)))


def _orders(v: View, seat: int, menu: int) -> list[Order]:
    """The orders whose bits are set in `menu`."""
    return [_order(v, seat, order) for order in range(v.recipe.shape[1]) if menu >> order & 1]


def _delivered(v: View) -> list[Delivered]:
    return [Delivered(int(v.done[seat]), _orders(v, seat, int(v.baked[seat]))) for seat in range(v.players)]


def _oven(v: View, now: View) -> Oven:
    """While the oven is emptied, its next card is face down."""
    top = _card(now, int(now.oven[now.n_oven - 1])) if now.n_oven > 0 and now.at == 0 else None
    contents = [_card(v, int(card)) for card in v.oven[v.at : v.n_oven]] if v.memory_aid else None
    return Oven(int(v.n_oven - v.at), top, contents)


def _card(v: View, card: int) -> OvenCard:
    kinds, n_orders = v.recipe.shape
    if card < kinds:
        return OvenCard(KINDS[card], None)
    return OvenCard(None, _order(v, *divmod(card - kinds, n_orders)))


def _reveal(v: View) -> Reveal:
    order = _order(v, int(v.owner), int(v.order))
    pool = _counts(v.table)
    lacking = {kind: n - pool.get(kind, 0) for kind, n in order.needs.items() if n > pool.get(kind, 0)}
    short = max(0, order.cards - sum(pool.values())) if order.form == "bombastica" else 0
    return Reveal(order, lacking, short, _counts(v.added), int(v.missing))


def _request(v: View) -> HelpRequest:
    kinds = [kind for k, kind in enumerate(KINDS) if int(v.chosen) >> k & 1]
    asking = KINDS[v.asking] if v.phase == REQUEST else None
    return HelpRequest(int(v.owner), kinds, _counts(v.asked), asking, seat_or_none(v.helper))
