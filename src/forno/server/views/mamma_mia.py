"""The Mamma Mia! games on the wire."""

from functools import lru_cache
from typing import Any, Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import by_kind, recipe
from forno.rules.mamma_mia.state import ADD, CHOOSE, DRAW, HELP, ORDER, OVER, PLACE, REQUEST
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
from forno.server.views.plain import Now
from forno.table.plain_record import PlainRecord
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


def public(v: PlainRecord, now: Now) -> MammaMiaView:
    """The view of spectators."""
    deck, open_now = _deck(v), now()
    return MammaMiaView(delivered=_delivered(open_now, deck), **_fields(v, open_now, deck))


def public_plus(v: PlainRecord, now: Now) -> MammaMiaPlusView:
    """Delivered orders are face down (MP-9). A good memory can count them, so the option memory_aid shows them."""
    deck, shown = _deck(v), v.memory_aid or v.phase == OVER
    delivered = _delivered(v, deck) if shown else [Delivered(None, [])] * v.players
    return MammaMiaPlusView(delivered=delivered, **_fields(v, now(), deck))


class Own(Struct):
    hand: Counts | None
    orders: list[Order] | None


def own(v: PlainRecord) -> Own:
    return Own(_counts(v.hand), _deck(v).chosen(v.seat, v.menu)) if v.seat >= 0 else Own(None, None)


def hand(v: PlainRecord) -> OpenHand:
    return OpenHand(_counts(v.hand), _deck(v).chosen(v.seat, v.menu))


def _fields(v: PlainRecord, now: PlainRecord, deck: "_Deck") -> dict[str, Any]:
    """What the two games have in common."""
    seats, over = range(v.players), v.phase == OVER
    return {
        "phase": _PHASES[v.phase],
        "actor": None if over else seat_or_none(v.actor),
        "round": min(v.emptied + 1, v.rounds),
        "rounds": v.rounds,
        "helping": bool(v.helping),
        "memory_aid": bool(v.memory_aid),
        "personal": [KINDS[seat] for seat in seats],
        "held": [Held(v.n_ingredients[seat], v.n_orders[seat]) for seat in seats],
        "waiters": v.waiting[: v.players],
        "supply": v.n_supply,
        "oven": _oven(v, now, deck),
        "said": None if v.said[0] < 0 else Said(v.said[0], KINDS[v.said[1]], v.said[2]),
        "holder": seat_or_none(v.holder),
        "pool": _counts(v.table),
        "used": _counts(v.used),
        "reveal": _reveal(v, deck) if v.owner >= 0 else None,
        "request": _request(v) if v.owner >= 0 and (v.phase in {REQUEST, HELP} or v.helper >= 0) else None,
        "hand": None,
        "orders": None,
    }


def _counts(numbers: list[int]) -> Counts:
    return by_kind(numbers)


class _Deck:
    """The orders of a game. Tables with the same deck share it, and nobody changes its orders."""

    def __init__(self, recipes: NDArray[np.int32], choices: NDArray[np.int8]) -> None:
        self.recipe, self.choice = recipes, choices
        names, (self.kinds, self.n_orders) = decks.names(recipes), recipes.shape
        self.orders = [
            [Order(name=name, seat=seat, **vars(recipe(self, seat, order))) for order, name in enumerate(colour)]
            for seat, colour in enumerate(names)
        ]
        self.cards = [OvenCard(KINDS[kind], None) for kind in range(self.kinds)]
        self.cards += [OvenCard(None, order) for colour in self.orders for order in colour]
        self._chosen: dict[tuple[int, int], list[Order]] = {}

    def chosen(self, seat: int, menu: int) -> list[Order]:
        """The orders whose bits are set in `menu`."""
        if (seat, menu) not in self._chosen:
            self._chosen[seat, menu] = [one for number, one in enumerate(self.orders[seat]) if menu >> number & 1]
        return self._chosen[seat, menu]


def _deck(v: PlainRecord) -> _Deck:
    recipes, choices = v.array("recipe"), v.array("choice")
    return _deck_of(recipes.tobytes(), choices.tobytes(), recipes.shape)


@lru_cache(maxsize=256)
def _deck_of(recipes: bytes, choices: bytes, shape: tuple[int, int]) -> _Deck:
    return _Deck(np.frombuffer(recipes, np.int32).reshape(shape), np.frombuffer(choices, np.int8).reshape(shape))


def _delivered(v: PlainRecord, deck: _Deck) -> list[Delivered]:
    return [Delivered(v.done[seat], deck.chosen(seat, v.baked[seat])) for seat in range(v.players)]


def _oven(v: PlainRecord, now: PlainRecord, deck: _Deck) -> Oven:
    """While the oven is emptied, its next card is face down."""
    cards = deck.cards
    top = cards[now.oven[now.n_oven - 1]] if now.n_oven > 0 and now.at == 0 else None
    contents = [cards[card] for card in v.oven[v.at : v.n_oven]] if v.memory_aid else None
    return Oven(v.n_oven - v.at, top, contents)


def _reveal(v: PlainRecord, deck: _Deck) -> Reveal:
    order = deck.orders[v.owner][v.order]
    pool = _counts(v.table)
    lacking = {kind: n - pool.get(kind, 0) for kind, n in order.needs.items() if n > pool.get(kind, 0)}
    short = max(0, order.cards - sum(pool.values())) if order.form == "bombastica" else 0
    return Reveal(order, lacking, short, _counts(v.added), v.missing)


def _request(v: PlainRecord) -> HelpRequest:
    kinds = [kind for k, kind in enumerate(KINDS) if v.chosen >> k & 1]
    asking = KINDS[v.asking] if v.phase == REQUEST else None
    return HelpRequest(v.owner, kinds, _counts(v.asked), asking, seat_or_none(v.helper))
