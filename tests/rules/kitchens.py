"""Positions of the Mamma Mia! games, written readably.

Hands are texts, seat 0 first: "3 salami 1 olive | 4-salami minimale / 2 pepper / …". Waiters are lists of orders, top first, also with a slash
between seats; "rest" stands for all orders of the colour that are nowhere else, and orders that are nowhere count as delivered. An oven or a
supply is a list in the order of placing or drawing: "2 olive, 1 salami, 2:4-salami" (order of seat 2), "1 olive, mamma-mia, 2 pepper".
"""

from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np

from forno.rules import chance, find
from forno.rules.game import SPECTATOR, Game, Value
from forno.rules.log import new_log
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import DRAW, ORDER, OVER, PLACE, State, View
from forno.rules.records import Records, new_records
from forno.table.event import read_log

if TYPE_CHECKING:
    from forno.table import Event

CLASSIC = find("mamma-mia")
PLUS = find("mamma-mia-plus")


def key(number: int) -> bytes:
    return number.to_bytes(32, "little")


def counts(text: str, kinds: int = 6) -> "np.ndarray[Any, np.dtype[np.int8]]":
    """Ingredients by kind, from "3 salami 1 olive"."""
    found = np.zeros(kinds, np.int8)
    words = text.replace(",", " ").split()
    for n, kind in zip(words[::2], words[1::2], strict=True):
        found[KINDS.index(kind)] += int(n)
    return found


def text(numbers: Any) -> str:
    """The inverse of `counts`."""
    return " ".join(f"{n} {kind}" for kind, n in zip(KINDS, numbers, strict=False) if n)


class Kitchen:
    """One state, and what has happened to it since it was set up."""

    def __init__(self, game: Game, states: Records[State]) -> None:
        self.game = game
        self.states = states
        self.events: list[Event] = []

    @property
    def s(self) -> Any:
        return self.states[0]

    @property
    def actor(self) -> int:
        return self.game.actor(self.states, 0)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.states, 0)

    @property
    def seats(self) -> range:
        return range(SPECTATOR, int(self.s.players))

    @property
    def names(self) -> tuple[tuple[str, ...], ...]:
        return decks.names(self.s.recipe)

    @property
    def table(self) -> str:
        return text(self.s.table)

    @property
    def used(self) -> str:
        return text(self.s.used)

    @property
    def oven(self) -> str:
        """From the bottom, equal cards together."""
        kinds, n_orders = self.s.hand.shape[1], self.s.waiter.shape[1]
        found: list[str] = []
        for card in self.s.oven[: self.s.n_oven].tolist():
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
        """In drawing order."""
        names = (*KINDS[: self.s.hand.shape[1]], "mamma-mia")
        return [names[card] for card in self.s.supply[: self.s.n_supply][::-1]]

    @property
    def done(self) -> list[int]:
        return list(self.s.done[: self.s.players].tolist())

    @property
    def ranks(self) -> list[int]:
        ranks = np.zeros(self.s.players, np.int64)
        self.game.rank(self.states, 0, ranks)
        return list(ranks.tolist())

    @property
    def scores(self) -> list[int]:
        scores = np.zeros(self.s.players, np.int64)
        self.game.score(self.states, 0, scores)
        return list(scores.tolist())

    def hand(self, seat: int) -> str:
        orders = [name for k, name in enumerate(self.names[seat]) if self.s.menu[seat] >> k & 1]
        return " ".join([text(self.s.hand[seat]), "|", *orders]).strip()

    def size(self, seat: int) -> int:
        """Cards in hand."""
        return int(self.s.n_ingredients[seat] + self.s.n_orders[seat])

    def waiter(self, seat: int) -> list[str]:
        """Top first."""
        return [self.names[seat][order] for order in self.s.waiter[seat, : self.s.waiting[seat]][::-1]]

    def legal(self) -> list[str]:
        actions = np.zeros(self.game.n_actions, np.int16)
        n = self.game.legal(self.states, 0, actions)
        return [self.game.describe(self.states, 0, int(action)) for action in actions[:n]]

    def do(self, *texts: str) -> "Kitchen":
        """Do actions one after another, each by the seat whose turn it is. They must be legal."""
        for action in texts:
            assert action in self.legal(), f"{action} is not among {self.legal()}"
            log = new_log(self.game.max_events)
            self.game.step(self.states, 0, self.game.parse(self.states, 0, action), log)
            self._listen(log)
            self.check()
        return self

    def deal(self, number: int) -> "Kitchen":
        log = new_log(self.game.max_events)
        self.game.deal(self.states, 0, chance.stream(key(number)), log)
        self._listen(log)
        self.check()
        return self

    def _listen(self, log: Any) -> None:
        self.events += read_log(self.game, self.states, log, len(self.events))

    def heard(self, name: str) -> list[dict[str, Any]]:
        return [event.data.as_json() for event in self.events if event.name == name]

    def hears(self, seat: int, name: str) -> list[dict[str, Any]]:
        """What a seat (or SPECTATOR) hears."""
        return [event.data.as_json() for event in self.events if event.name == name and event.reaches(seat)]

    def view(self, seat: int) -> Records[View]:
        views = new_records(1, self.game.view_dtype)
        self.game.view(self.states, 0, seat, views, 0)
        return views

    def world(self, seat: int, stream: int, *, deduce: bool = True) -> "Kitchen":
        """A random state that agrees with what a seat knows."""
        states = new_records(1, self.game.state_dtype)
        self.game.resample(self.view(seat), 0, chance.stream(key(99), stream), deduce, states, 0)
        return Kitchen(self.game, states)

    def copy(self) -> "Kitchen":
        return Kitchen(self.game, self.states.copy())

    def check(self) -> "Kitchen":
        """The public counts are those of the cards, and no order is in two places."""
        s = self.s
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


def new(game: Game, players: int, **options: Value) -> Kitchen:
    """A game before its first deal."""
    return Kitchen(game, game.new(players, options))


def kitchen(
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
) -> Kitchen:
    """A turn under way. With `whole`, all ingredients that lie nowhere else count as used, so that none is missing."""
    parts = hands.split("/")
    made = new(game, len(parts), **options)
    s = made.s
    kinds = s.hand.shape[1]
    s.phase, s.actor, s.holder, s.emptied = phase, actor, holder, round - 1
    for seat, part in enumerate(parts):
        ingredients, _, orders = part.partition("|")
        s.hand[seat] = counts(ingredients, kinds)
        s.menu[seat] = sum(1 << made.names[seat].index(order) for order in orders.split())
    s.n_ingredients[:] = s.hand.sum(axis=1)
    s.n_orders[:] = [int(menu).bit_count() for menu in s.menu]
    s.used[:] = counts(used, kinds)
    _fill_oven(made, oven)
    _fill_supply(made, supply)
    _fill_waiters(made, waiters or "/".join(["rest"] * len(parts)))
    s.under[: len(under)] = under
    if whole:
        s.used[:] += np.int8(s.copies) - s.hand.sum(axis=0).astype(np.int8) - s.used
        for card in [*s.oven[: s.n_oven], *s.supply[: s.n_supply]]:
            if card < kinds:
                s.used[card] -= 1
        assert (s.used >= 0).all(), "more cards than the game has"
    return made.check()


def _fill_oven(made: Kitchen, oven: str) -> None:
    s = made.s
    kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
    for part in filter(None, map(str.strip, oven.split(","))):
        seat, colon, name = part.partition(":")
        cards = (
            [kinds + int(seat) * n_orders + made.names[int(seat)].index(name)]
            if colon
            else np.repeat(np.arange(kinds), counts(part, kinds)).tolist()
        )
        s.oven[s.n_oven : s.n_oven + len(cards)] = cards
        s.n_oven += len(cards)


def _fill_supply(made: Kitchen, supply: str) -> None:
    s = made.s
    kinds = s.hand.shape[1]
    cards: list[int] = []
    for part in filter(None, map(str.strip, supply.split(","))):
        cards += [kinds] if part == "mamma-mia" else np.repeat(np.arange(kinds), counts(part, kinds)).tolist()
    s.n_supply = len(cards)
    s.supply[: len(cards)] = cards[::-1]


def _fill_waiters(made: Kitchen, waiters: str) -> None:
    s = made.s
    kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
    for seat, part in enumerate(waiters.split("/")):
        elsewhere = {k for k in range(n_orders) if s.menu[seat] >> k & 1}
        first = kinds + seat * n_orders
        elsewhere |= {int(card) - first for card in s.oven[: s.n_oven] if first <= card < first + n_orders}
        named = {made.names[seat].index(name) for name in part.split() if name != "rest"}
        pile: list[int] = []
        for name in part.split():
            others = [k for k in range(n_orders) if k not in elsewhere | named]
            pile += others if name == "rest" else [made.names[seat].index(name)]
        s.waiting[seat] = len(pile)
        s.waiter[seat, : len(pile)] = pile[::-1]
        s.baked[seat] = sum(1 << k for k in range(n_orders) if k not in elsewhere and k not in pile)
        s.done[seat] = int(s.baked[seat]).bit_count()


def taken_out(game: Game, hands: str, oven: str, *, by: int = 0, **settings: Any) -> Kitchen:
    """Turn the oven over, and play to the first decision or the end of the round."""
    made = kitchen(game, hands, oven=oven, actor=by, holder=by, phase=DRAW, **settings)
    return made.do("draw supply")  # there is none, so the placing phase ends


__all__ = [
    "CLASSIC",
    "DRAW",
    "KINDS",
    "ORDER",
    "OVER",
    "PLACE",
    "PLUS",
    "Kitchen",
    "counts",
    "key",
    "kitchen",
    "new",
    "taken_out",
    "text",
]
