"""What a seat of Mamma Mia! or Mamma Mia! Plus knows, by name."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import Counts, Recipe, by_kind, recipe
from forno.rules.mamma_mia.state import HELP, OVER, REQUEST, View
from forno.table.views.base import GameView, seat_or_none

_PHASES = ("deal", "place", "order", "draw", "choose", "add", "over", "request", "help")


@dataclass(frozen=True, repr=False)
class Order(Recipe):
    """An order: its recipe, its name (as in the action `order NAME`) and the seat it belongs to."""

    name: str
    seat: int

    def __repr__(self) -> str:
        return f"<{self.name} of seat {self.seat}>"

    def lacks(self, cards: Counts) -> Counts:
        """What `cards` lack of what the order takes in any case. Cards of kinds that the owner chooses are not counted."""
        return {kind: n - cards.get(kind, 0) for kind, n in self.needs.items() if n > cards.get(kind, 0)}


@dataclass(frozen=True)
class Announcement:
    """The last placement, as it was announced."""

    seat: int
    kind: str
    number: int


@dataclass(frozen=True)
class Decision:
    """The order that has been taken out of the oven and is being decided."""

    order: Order
    missing: int  # cards that its owner still has to add
    added: Counts  # cards that the owner has added
    chosen: list[str]  # Plus: kinds that the owner chose before asking for help
    asking: str | None  # Plus: the kind that the owner is to ask for next
    asked: Counts  # Plus: what the owner asks for
    helper: int | None  # Plus: who gives it
    refused: bool  # Plus: whether the viewer has refused to help


class MammaMiaView(GameView):
    """What a seat of Mamma Mia! or Mamma Mia! Plus knows.

    Lists with an entry for each seat begin with seat 0, which need not be the own one. Ingredients are counted by name. The oven contains
    everything that was announced. The same facts as numbers are in the record `view[0]`; docs/games/mamma-mia.md explains them.
    """

    @property
    def _v(self) -> View:
        record: View = self[0]
        return record

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return seat_or_none(self._v.seat)

    @property
    def players(self) -> int:
        """How many play."""
        return int(self._v.players)

    @property
    def phase(self) -> str:
        """What is to be decided: `place`, `order`, `draw`, `choose`, `add`, in Plus also `request` and `help`; `over` at the end."""
        return _PHASES[int(self._v.phase)]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None at the end, and where that is a secret."""
        return None if self._v.phase == OVER else seat_or_none(self._v.actor)

    @property
    def personal(self) -> list[str]:
        """The personal ingredient, by seat."""
        return list(KINDS[: self.players])

    @property
    def hand(self) -> Counts:
        """Own ingredients."""
        return _counts(self._v.hand)

    @property
    def orders(self) -> list[Order]:
        """Own orders in hand."""
        return [] if self._v.seat < 0 else self._orders(int(self._v.seat), int(self._v.menu))

    @property
    def unseen(self) -> Counts:
        """Ingredients in other hands and in the supply, all together."""
        v = self._v
        gone = v.hand + v.table + v.used + v.added
        ingredients = np.asarray([card for card in v.oven[v.at : v.n_oven] if 0 <= card < len(gone)], np.int64)
        return _counts(v.copies - gone - np.bincount(ingredients, minlength=len(gone)))

    @property
    def oven(self) -> list["str | Order | None"]:
        """The cards in the oven, the one that is taken out next first: an ingredient, or an order. None for a card that was forgotten."""
        v = self._v
        return [self._card(int(card)) for card in v.oven[v.at : v.n_oven]]

    @property
    def oven_counts(self) -> Counts:
        """The ingredients in the oven, counted."""
        cards = self.oven
        return {kind: n for kind in KINDS if (n := cards.count(kind))}

    @property
    def said(self) -> Announcement | None:
        """The last placement of ingredients."""
        seat, kind, number = self._v.said.tolist()
        return None if seat < 0 else Announcement(seat, KINDS[kind], number)

    @property
    def table(self) -> Counts:
        """Ingredients that were taken out of the oven and not used yet."""
        return _counts(self._v.table)

    @property
    def used(self) -> Counts:
        """Ingredients used in this round."""
        return _counts(self._v.used)

    @property
    def decision(self) -> Decision | None:
        """The order that is being decided."""
        v = self._v
        if v.owner < 0:
            return None
        return Decision(
            order=self._order(int(v.owner), int(v.order)),
            missing=int(v.missing),
            added=_counts(v.added),
            chosen=[kind for k, kind in enumerate(KINDS) if int(v.chosen) >> k & 1],
            asking=KINDS[v.asking] if v.phase == REQUEST else None,
            asked=_counts(v.asked) if v.phase in {REQUEST, HELP} or v.helper >= 0 else {},
            helper=seat_or_none(v.helper),
            refused=bool(v.refused),
        )

    @property
    def n_ingredients(self) -> list[int]:
        """Ingredients in hand, by seat."""
        return self._by_seat(self._v.n_ingredients)

    @property
    def n_orders(self) -> list[int]:
        """Orders in hand, by seat."""
        return self._by_seat(self._v.n_orders)

    @property
    def known_hands(self) -> list[Counts]:
        """Ingredients that everybody knows to be in a hand, at least, by seat."""
        return [_counts(self._v.holds[seat]) for seat in range(self.players)]

    @property
    def known_orders(self) -> list[list[Order]]:
        """Orders that everybody knows to be in a hand, by seat: they were put back and drawn again."""
        return [self._orders(seat, int(self._v.shown[seat])) for seat in range(self.players)]

    @property
    def waiting(self) -> list[int]:
        """Orders in the waiter, by seat."""
        return self._by_seat(self._v.waiting)

    @property
    def put_back(self) -> list[list[Order]]:
        """Orders that everybody knows to lie in the waiter, the lowest one first, by seat."""
        v = self._v
        return [
            [self._order(seat, int(order)) for order in v.waiter[seat, : v.under[seat]]] for seat in range(self.players)
        ]

    @property
    def done(self) -> list[int]:
        """Orders delivered, by seat: the score."""
        return self._by_seat(self._v.done)

    @property
    def delivered(self) -> list[list[Order]]:
        """The orders that everybody saw being baked, by seat."""
        return [self._orders(seat, int(self._v.baked[seat])) for seat in range(self.players)]

    @property
    def supply(self) -> int:
        """Cards in the supply."""
        return int(self._v.n_supply)

    @property
    def holder(self) -> int | None:
        """Who has the Mamma Mia! card; in Plus, who takes the pizzas out."""
        return seat_or_none(self._v.holder)

    @property
    def rounds_finished(self) -> int:
        """Rounds finished."""
        return int(self._v.emptied)

    @property
    def rounds(self) -> int:
        """Rounds of the whole game."""
        return int(self._v.rounds)

    @property
    def idle(self) -> int:
        """Turns in a row in which no card was placed or drawn."""
        return int(self._v.idle)

    @property
    def helping(self) -> bool:
        """Plus: whether others can be asked for cards."""
        return bool(self._v.helping)

    def _by_seat(self, numbers: Any) -> list[int]:
        found: list[int] = numbers[: self.players].tolist()
        return found

    def _order(self, seat: int, order: int) -> Order:
        v = self._v
        return Order(name=decks.names(v.recipe)[seat][order], seat=seat, **vars(recipe(v, seat, order)))

    def _orders(self, seat: int, menu: int) -> list[Order]:
        """The orders whose bits are set in `menu`."""
        return [self._order(seat, order) for order in range(self._v.recipe.shape[1]) if menu >> order & 1]

    def _card(self, card: int) -> str | Order | None:
        if card < 0:
            return None
        kinds, n_orders = self._v.recipe.shape
        return KINDS[card] if card < kinds else self._order(*divmod(card - kinds, n_orders))


def _counts(numbers: Any) -> Counts:
    return by_kind([int(n) for n in numbers])
