"""The events of Mamma Mia! and Mamma Mia! Plus.

The number of an order in a row is that of `number_of`: its colour and its place among the colour's orders.
"""

from typing import Annotated, Literal

from forno.rules.event_data import (
    ORDER,
    Coding,
    CountFromOne,
    EventData,
    Number,
    Row,
    Seat,
    SeatOrNone,
    State,
    name_in,
    repeated,
)
from forno.rules.mamma_mia import decks, orders
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import Counts, Recipe

PILES = ("supply", "waiter")


def _kinds(state: State) -> int:
    return int(state.recipe.shape[0])


def _name(number: int, state: State) -> str:
    seat, order = divmod(number, int(state.recipe.shape[1]))
    return decks.names(state.recipe)[seat][order]


def _counts(row: Row, at: int, state: State) -> Counts:
    return orders.by_kind(row[at : at + _kinds(state)])


def _takes(row: Row, at: int, state: State) -> Recipe:
    seat, order = divmod(row[at - 1], state.recipe.shape[1])
    return orders.recipe(state, seat, order)


def _hand(row: Row, at: int, state: State) -> list[str]:
    """An order, then ingredients by kind; the order is named last."""
    return [*repeated(KINDS[: _kinds(state)], row[at + 1 :]), _name(row[at], state)]


def _drawn(row: Row, at: int, state: State) -> list[str]:
    """Ingredients by kind, or a bit set of the seat's own orders, as the pile says."""
    seat, pile = row[0], row[1]
    if PILES[pile] == "supply":
        return repeated(KINDS[: _kinds(state)], row[at:])
    return [name for order, name in enumerate(decks.names(state.recipe)[seat]) if row[at] >> order & 1]


def _supply_card(number: int, state: State) -> str:
    return "mamma-mia" if number == _kinds(state) else KINDS[number]


Kind = Annotated[str, name_in(KINDS)]
Pile = Annotated[Literal["supply", "waiter"], name_in(PILES)]
OrderName = Annotated[str, Coding(lambda row, at, state: _name(row[at], state), meaning=ORDER)]
ByKind = Annotated[Counts, Coding(_counts, _kinds)]


class Begins(EventData):
    """A round begins."""

    round: CountFromOne


class Dealt(EventData):
    """A seat's first cards, for the seat alone. The order comes last."""

    seat: Seat
    cards: Annotated[list[str], Coding(_hand, lambda state: 1 + _kinds(state))]


class Starter(EventData):
    """Who has the first turn."""

    seat: Seat


class Waiter(EventData):
    """The orders in a seat's waiter, the top one first. Nobody sees this."""

    seat: Seat
    cards: Annotated[
        list[str],
        Coding(lambda row, at, state: [_name(number, state) for number in row[at + 1 : at + 1 + row[at]]]),
    ]  # how many there are, then the orders


class Supply(EventData):
    """Cards of the supply, in the order in which they will be drawn. Nobody sees this."""

    cards: Annotated[
        list[str],
        Coding(lambda row, at, state: [_supply_card(number, state) for number in row[at + 1 : at + 1 + row[at]]]),
    ]  # how many there are, then the cards


class Placed(EventData):
    """A seat puts ingredients of one kind into the oven."""

    seat: Seat
    kind: Kind
    n: Number


class Ordered(EventData):
    """A seat puts an order into the oven."""

    seat: Seat
    order: OrderName


class Draw(EventData):
    """A seat draws cards."""

    seat: Seat
    pile: Pile
    n: Number


class Drew(EventData):
    """Which cards a seat draws, for the seat alone."""

    seat: Seat
    pile: Pile
    cards: Annotated[list[str], Coding(_drawn, _kinds)]


class MammaMia(EventData):
    """A seat draws the Mamma Mia! card."""

    seat: Seat


class Pass(EventData):
    """A seat has no ingredient to place."""

    seat: Seat


class TakesOut(EventData):
    """A seat starts to take the pizzas out."""

    seat: Seat


class Laid(EventData, history=None):
    """An ingredient comes out of the oven."""

    kind: Kind
    n: Number  # of its kind on the table


class Revealed(EventData, history=2):
    """An order comes out of the oven."""

    seat: Seat
    order: OrderName
    takes: Annotated[Recipe, Coding(_takes, width=0)]
    table: ByKind


class Bake(EventData, row=("seat", "order", "helper", "used", "from_hand")):
    """The revealed order is baked."""

    seat: Seat
    order: OrderName
    used: ByKind  # all cards
    from_hand: ByKind  # the owner's cards among them
    helper: SeatOrNone


class Fail(EventData):
    """The revealed order is not baked and goes back to its owner."""

    seat: Seat
    order: OrderName


class Left(EventData, history=None):
    """The cards on the table once an order is decided."""

    table: ByKind


class Round(EventData, history=1):
    """A round is over."""

    by: Seat  # who took the pizzas out
    oven: ByKind  # what stays in it
    used: ByKind


class Ask(EventData):
    """An owner asks the others for cards."""

    seat: Seat
    order: OrderName
    cards: ByKind


class Help(EventData):
    """Who gives the cards that an owner asked for."""

    seat: Seat  # the owner
    helper: SeatOrNone  # None: nobody helps


EVENT_TYPES = (
    *(Begins, Dealt, Starter, Waiter, Supply, Placed, Ordered, Draw, Drew, MammaMia),
    *(Pass, TakesOut, Laid, Revealed, Bake, Fail, Left, Round, Ask, Help),
)
BEGINS, HAND, STARTER, WAITERS, STOCK, PLACED, ORDERED, DRAWS, DREW, MAMMA_MIA = range(10)
PASSES, TAKES_OUT, LAID, REVEALED, BAKED, FAILED, LEFT, ROUND, ASKS, HELPS = range(10, len(EVENT_TYPES))

# Columns that the rules write after `emit`
HAND_INGREDIENTS = Dealt.column("cards") + 1  # after the order
WAITER_ORDERS = Waiter.column("cards") + 1  # after their number
STOCK_CARDS = Supply.column("cards") + 1  # after their number
DREW_INGREDIENTS = Drew.column("cards")
REVEALED_TABLE = Revealed.column("table")
BAKED_USED = Bake.column("used")  # `from_hand` follows
LEFT_TABLE = Left.column("table")
ROUND_OVEN = Round.column("oven")  # `used` follows
ASKS_CARDS = Ask.column("cards")
