"""The Mamma Mia! games on the wire."""

from functools import lru_cache
from typing import Any, Literal

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
from forno.server.views.parts import Json, Part
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
    deck = _deck(v)
    return {"delivered": [Delivered(v.done[seat], deck.chosen(seat, v.baked[seat])) for seat in range(v.players)]}


def _delivered_plus(v: Any) -> Json:
    """Delivered orders are face down (MP-9). A good memory can count them, so the option memory_aid shows them."""
    return _delivered(v) if v.memory_aid or v.phase == OVER else {"delivered": [Delivered(None, [])] * v.players}


def _oven(v: Any) -> Json:
    """Only its top card is seen. While the oven is emptied, its next card is face down."""
    cards = _deck(v).cards
    top = cards[v.oven[v.n_oven - 1]] if v.n_oven > 0 and v.at == 0 else None
    contents = [cards[card] for card in v.oven[v.at : v.n_oven]] if v.memory_aid else None
    return {"oven": Oven(v.n_oven - v.at, top, contents)}


def _said(v: Any) -> Json:
    said = None if v.said[0] < 0 else Said(v.said[0], KINDS[v.said[1]], v.said[2])
    return {"said": said, "holder": seat_or_none(v.holder)}


def _reveal(v: Any) -> Json:
    if v.owner < 0:
        return {"reveal": None}
    order = _deck(v).orders[v.owner][v.order]
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


def _own(v: Any) -> Json:
    if v.seat < 0:
        return {"hand": None, "orders": None}
    return {"hand": by_kind(v.hand), "orders": _deck(v).chosen(v.seat, v.menu)}


_DECK = "recipe", "choice"
_DELIVERED = "players", "done", "baked", *_DECK


def _public(delivered: Part) -> tuple[Part, ...]:
    return (
        Part(("phase", "actor", "emptied", "rounds", "helping", "memory_aid", "players"), _game),
        Part(("players", "n_ingredients", "n_orders"), _held),
        Part(("players", "waiting"), lambda v: {"waiters": v.waiting[: v.players]}),
        delivered,
        Part(("n_supply",), lambda v: {"supply": v.n_supply}),
        Part(("n_oven", "at", "oven", "memory_aid", *_DECK), _oven),
        Part(("said", "holder"), _said),
        Part(("table", "used"), lambda v: {"pool": by_kind(v.table), "used": by_kind(v.used)}),
        Part(("owner", "order", "table", "added", "missing", *_DECK), _reveal),
        Part(("owner", "phase", "helper", "chosen", "asking", "asked"), _request),
    )


PUBLIC = _public(Part(_DELIVERED, _delivered))
PUBLIC_PLUS = _public(Part(("phase", "memory_aid", *_DELIVERED), _delivered_plus))
OWN = Part(("seat", "hand", "menu", *_DECK), _own)


class _Deck:
    """The orders of a game. Tables with the same deck share it, and nobody changes its orders."""

    def __init__(self, recipes: Matrix, choices: Matrix) -> None:
        self.recipe, self.choice = recipes.array, choices.array
        names = decks.names(self.recipe)
        self.orders = [
            [Order(name=name, seat=seat, **vars(recipe(self, seat, order))) for order, name in enumerate(colour)]
            for seat, colour in enumerate(names)
        ]
        self.cards = [OvenCard(KINDS[kind], None) for kind in range(len(self.recipe))]
        self.cards += [OvenCard(None, order) for colour in self.orders for order in colour]
        self._chosen: dict[tuple[int, int], list[Order]] = {}

    def chosen(self, seat: int, menu: int) -> list[Order]:
        """The orders whose bits are set in `menu`."""
        if (seat, menu) not in self._chosen:
            self._chosen[seat, menu] = [one for number, one in enumerate(self.orders[seat]) if menu >> number & 1]
        return self._chosen[seat, menu]


def _deck(v: Any) -> _Deck:
    return _deck_of(v.recipe, v.choice)


_deck_of = lru_cache(maxsize=256)(_Deck)
