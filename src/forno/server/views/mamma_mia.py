"""The Mamma Mia! games on the wire."""

from typing import Any, Literal, cast

from msgspec import Raw

from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import by_kind, recipe
from forno.rules.mamma_mia.state import ADD, CHOOSE, DRAW, HELP, ORDER, OVER, PLACE, REQUEST
from forno.server.messages import (
    Delivered,
    Held,
    HelpRequest,
    Order,
    Oven,
    OvenCard,
    Reveal,
    Said,
)
from forno.server.views.parts import Json, Part, Wire, encode
from forno.table.plain_record import Matrix
from forno.table.views import seat_or_none

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


def _game(v: Any) -> Json:
    return {
        "phase": _PHASES[v.phase],
        "actor": None if v.phase == OVER else seat_or_none(v.actor),
        "round": min(v.emptied + 1, v.rounds),
        "rounds": v.rounds,
        "helping": bool(v.helping),
        "memory_aid": bool(v.memory_aid),
        "personal": KINDS[: v.players],
    }


def _held(v: Any) -> Json:
    return {"held": [Held(v.n_ingredients[seat], v.n_orders[seat]) for seat in range(v.players)]}


def _delivered(v: Any) -> Json:
    return {"delivered": [Delivered(v.done[seat], v.deck.chosen(seat, v.baked[seat])) for seat in range(v.players)]}


def _delivered_plus(v: Any) -> Json:
    """Delivered orders are face down (MP-9). A good memory can count them, so the option memory_aid shows them."""
    return _delivered(v) if v.memory_aid or v.phase == OVER else {"delivered": [Delivered(None, [])] * v.players}


def _oven(v: Any) -> Json:
    """Only its top card is seen. While the oven is emptied, its next card is face down."""
    cards = v.deck.cards
    top = cards[v.oven[v.n_oven - 1]] if v.n_oven > 0 and v.at == 0 else None
    contents = [cards[card] for card in v.oven[v.at : v.n_oven]] if v.memory_aid else None
    return {"oven": Oven(v.n_oven - v.at, top, contents)}


def _said(v: Any) -> Json:
    said = None if v.said[0] < 0 else Said(v.said[0], KINDS[v.said[1]], v.said[2])
    return {"said": said, "holder": seat_or_none(v.holder)}


def _reveal(v: Any) -> Json:
    if v.owner < 0:
        return {"reveal": None}
    order = v.deck.orders[v.owner][v.order]
    pool = by_kind(v.table)
    lacking = {kind: n - pool.get(kind, 0) for kind, n in order.needs.items() if n > pool.get(kind, 0)}
    short = max(0, order.cards - sum(pool.values())) if order.form == "bombastica" else 0
    return {"reveal": Reveal(order, lacking, short, by_kind(v.added), v.missing)}


def _request(v: Any) -> Json:
    if v.owner < 0 or not (v.phase in {REQUEST, HELP} or v.helper >= 0):
        return {"request": None}
    kinds = [kind for k, kind in enumerate(KINDS) if v.chosen >> k & 1]
    asking = KINDS[v.asking] if v.phase == REQUEST else None
    return {"request": HelpRequest(v.owner, kinds, by_kind(v.asked), asking, seat_or_none(v.helper))}


def _hand(v: Any) -> Json:
    return {"hand": None if v.seat < 0 else by_kind(v.hand)}


def _orders(v: Any) -> Json:
    return {"orders": None if v.seat < 0 else v.deck.chosen(v.seat, v.menu)}


def _settings(v: Any) -> Json:
    numbers = {"players": v.players, "rounds": v.rounds, "helping": v.helping, "memory_aid": v.memory_aid}
    return {"deck": _Deck(v.recipe, v.choice), **numbers}


def _wire(delivered: Part) -> Wire:
    return Wire(
        public=(
            Part(("phase", "actor", "emptied"), _game),
            Part(("n_ingredients", "n_orders"), _held),
            Part(("waiting",), lambda v: {"waiters": v.waiting[: v.players]}),
            delivered,
            Part(("n_supply",), lambda v: {"supply": v.n_supply}),
            Part(("n_oven", "at", "oven"), _oven),
            Part(("said", "holder"), _said),
            Part(("table", "used"), lambda v: {"pool": by_kind(v.table), "used": by_kind(v.used)}),
            Part(("owner", "order", "table", "added", "missing"), _reveal),
            Part(("owner", "phase", "helper", "chosen", "asking", "asked"), _request),
        ),
        own=(Part(("seat", "hand"), _hand), Part(("seat", "menu"), _orders)),
        settings=Part(("players", "rounds", "helping", "memory_aid", "recipe", "choice"), _settings),
    )


WIRE = _wire(Part(("done", "baked"), _delivered))
WIRE_PLUS = _wire(Part(("phase", "done", "baked"), _delivered_plus))


class _Deck:
    """The orders of a game. Those that are sent unchanged are JSON already."""

    def __init__(self, recipes: Matrix, choices: Matrix) -> None:
        self.recipe, self.choice = recipes.array, choices.array
        names = decks.names(self.recipe)
        self.orders = [
            [Order(name=name, seat=seat, **vars(recipe(self, seat, order))) for order, name in enumerate(colour)]
            for seat, colour in enumerate(names)
        ]
        cards = [OvenCard(KINDS[kind], None) for kind in range(len(self.recipe))]
        cards += [OvenCard(None, order) for colour in self.orders for order in colour]
        self.cards = [cast("OvenCard", Raw(encode(card))) for card in cards]
        self._chosen: dict[tuple[int, int], list[Order]] = {}

    def chosen(self, seat: int, menu: int) -> list[Order]:
        """The orders whose bits are set in `menu`."""
        if (seat, menu) not in self._chosen:
            found = [one for number, one in enumerate(self.orders[seat]) if menu >> number & 1]
            self._chosen[seat, menu] = cast("list[Order]", Raw(encode(found)))
        return self._chosen[seat, menu]
