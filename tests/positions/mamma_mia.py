"""Mamma Mia! positions, written as text.

- Hands: "3 salami 1 olive | 4-salami minimale / 2 pepper / …", seat 0 first, ingredients before orders.
- Waiters: orders from the top, also with a slash between seats. "rest" means all orders of the colour that are nowhere else.
  An order that is nowhere counts as delivered.
- The oven, in the order of placing: "2 olive, 1 salami, 2:4-salami". The last is an order of seat 2.
- The supply, in the order of drawing: "1 olive, mamma-mia, 2 pepper".
"""

from collections import Counter
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from forno.rules import find
from forno.rules.game import SPECTATOR, Game, Value
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import DRAW, PLACE, State, View
from positions.position import Position

CLASSIC = find("mamma-mia")
PLUS = find("mamma-mia-plus")


def count_ingredients(text: str, kinds: int = 6) -> NDArray[np.int8]:
    """Ingredients by kind, from "3 salami 1 olive"."""
    found = np.zeros(kinds, np.int8)
    words = text.replace(",", " ").split()
    for n, kind in zip(words[::2], words[1::2], strict=True):
        found[KINDS.index(kind)] += int(n)
    return found


def ingredients_text(numbers: Any) -> str:
    """The inverse of `count_ingredients`."""
    return " ".join(f"{n} {kind}" for kind, n in zip(KINDS, numbers, strict=False) if n)


class MammaMiaPosition(Position[State, View]):
    @property
    def players(self) -> int:
        return int(self.state.players)

    @property
    def seats(self) -> range:
        """All seats, and the spectators."""
        return range(SPECTATOR, self.players)

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        return decks.names(self.state.recipe)

    @property
    def used(self) -> str:
        return ingredients_text(self.state.used)

    @property
    def oven(self) -> str:
        """From the bottom, with a count for equal cards in a row."""
        kinds, n_orders = self.state.hand.shape[1], self.state.waiter.shape[1]
        found: list[str] = []
        for card in self.state.oven[: self.state.n_oven].tolist():
            if card >= kinds:
                seat, order = divmod(card - kinds, n_orders)
                found.append(f"{seat}:{self.names[seat][order]}")
            elif found and found[-1].endswith(f" {KINDS[card]}"):
                found[-1] = f"{int(found[-1].split()[0]) + 1} {KINDS[card]}"
            else:
                found.append(f"1 {KINDS[card]}")
        return ", ".join(found)

    @property
    def supply(self) -> list[str]:
        """In the order of drawing."""
        names = (*KINDS[: self.state.hand.shape[1]], "mamma-mia")
        return [names[card] for card in self.state.supply[: self.state.n_supply][::-1]]

    @property
    def done(self) -> list[int]:
        return list(self.state.done[: self.players].tolist())

    def hand(self, seat: int) -> str:
        orders = [name for k, name in enumerate(self.names[seat]) if self.state.menu[seat] >> k & 1]
        return " ".join([ingredients_text(self.state.hand[seat]), "|", *orders]).strip()

    def size(self, seat: int) -> int:
        """The number of cards in hand."""
        return int(self.state.n_ingredients[seat] + self.state.n_orders[seat])

    def waiter(self, seat: int) -> list[str]:
        """From the top."""
        return [self.names[seat][order] for order in self.state.waiter[seat, : self.state.waiting[seat]][::-1]]

    def check(self) -> Self:
        """The public counts match the cards, and every order is in exactly one place."""
        s = self.state
        assert s.n_ingredients.tolist() == s.hand.sum(axis=1).tolist()
        assert s.n_orders.tolist() == [int(menu).bit_count() for menu in s.menu]
        assert (s.hand >= 0).all()
        assert (s.table >= 0).all()
        assert (s.holds <= s.hand).all()
        kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
        for seat in range(s.players):
            found: Counter[int] = Counter(s.waiter[seat, : s.waiting[seat]].tolist())
            for bits in (s.menu[seat], s.baked[seat], s.reward[seat]):
                found.update(k for k in range(n_orders) if int(bits) >> k & 1)
            first = kinds + seat * n_orders
            found.update(int(card) - first for card in s.oven[s.at : s.n_oven] if first <= card < first + n_orders)
            found.update([int(s.order)] if s.owner == seat else [])
            if s.emptied > 0 or s.phase != 0:
                assert found == Counter(range(n_orders)), f"seat {seat}: {found}"
        return self


def new_game(game: Game, players: int, **options: Value) -> MammaMiaPosition:
    """A game before its first deal."""
    return MammaMiaPosition(game, game.new(players, options))


def set_up(
    game: Game,
    hands: str,
    *,
    waiters: str = "",
    under: tuple[int, ...] = (),
    oven: str = "",
    supply: str = "",
    used: str = "",
    actor: int = 0,
    phase: int = PLACE,
    round: int = 1,  # noqa: A002  the games' own word
    holder: int = -1,
    whole: bool = False,
    **options: Value,
) -> MammaMiaPosition:
    """Set up a turn. With `whole`, all ingredients that are nowhere else count as used, so that the deck is complete."""
    parts = hands.split("/")
    position = new_game(game, len(parts), **options)
    s = position.state
    kinds = s.hand.shape[1]
    s.phase, s.actor, s.holder, s.emptied = phase, actor, holder, round - 1
    for seat, part in enumerate(parts):
        ingredients, _, orders = part.partition("|")
        s.hand[seat] = count_ingredients(ingredients, kinds)
        s.menu[seat] = sum(1 << position.names[seat].index(order) for order in orders.split())
    s.n_ingredients[:] = s.hand.sum(axis=1)
    s.n_orders[:] = [int(menu).bit_count() for menu in s.menu]
    s.used[:] = count_ingredients(used, kinds)
    _fill_oven(position, oven)
    _fill_supply(position, supply)
    _fill_waiters(position, waiters or "/".join(["rest"] * len(parts)))
    s.under[: len(under)] = under
    if whole:
        s.used[:] += np.int8(s.copies) - s.hand.sum(axis=0).astype(np.int8) - s.used
        for card in [*s.oven[: s.n_oven], *s.supply[: s.n_supply]]:
            if card < kinds:
                s.used[card] -= 1
        assert (s.used >= 0).all(), "more cards than the game has"
    return position.check()


def _ingredients(text: str, kinds: int) -> list[int]:
    """One number for each card."""
    return list(np.repeat(np.arange(kinds), count_ingredients(text, kinds)).tolist())


def _fill_oven(position: MammaMiaPosition, oven: str) -> None:
    s = position.state
    kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
    for part in filter(None, map(str.strip, oven.split(","))):
        seat, colon, name = part.partition(":")
        cards = (
            [kinds + int(seat) * n_orders + position.names[int(seat)].index(name)]
            if colon
            else _ingredients(part, kinds)
        )
        s.oven[s.n_oven : s.n_oven + len(cards)] = cards
        s.n_oven += len(cards)


def _fill_supply(position: MammaMiaPosition, supply: str) -> None:
    s = position.state
    kinds = s.hand.shape[1]
    cards: list[int] = []
    for part in filter(None, map(str.strip, supply.split(","))):
        cards += [kinds] if part == "mamma-mia" else _ingredients(part, kinds)
    s.n_supply = len(cards)
    s.supply[: len(cards)] = cards[::-1]


def _fill_waiters(position: MammaMiaPosition, waiters: str) -> None:
    s = position.state
    kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
    for seat, part in enumerate(waiters.split("/")):
        elsewhere = {k for k in range(n_orders) if s.menu[seat] >> k & 1}
        first = kinds + seat * n_orders
        elsewhere |= {int(card) - first for card in s.oven[: s.n_oven] if first <= card < first + n_orders}
        named = {position.names[seat].index(name) for name in part.split() if name != "rest"}
        pile: list[int] = []
        for name in part.split():
            others = [k for k in range(n_orders) if k not in elsewhere | named]
            pile += others if name == "rest" else [position.names[seat].index(name)]
        s.waiting[seat] = len(pile)
        s.waiter[seat, : len(pile)] = pile[::-1]
        s.baked[seat] = sum(1 << k for k in range(n_orders) if k not in elsewhere and k not in pile)
        s.done[seat] = int(s.baked[seat]).bit_count()


def empty_oven(game: Game, hands: str, oven: str, *, by: int = 0, **settings: Any) -> MammaMiaPosition:
    """Let a seat take the pizzas out, up to the first decision or the end of the round."""
    position = set_up(game, hands, oven=oven, actor=by, holder=by, phase=DRAW, **settings)
    return position.do("draw supply")  # there is none, so the placing phase ends
