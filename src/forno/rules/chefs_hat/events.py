"""The events of Chef's Hat."""

from typing import Annotated

from forno.rules.chefs_hat.names import CARDS, ROLES, SPECIAL_ACTIONS
from forno.rules.event_data import (
    SEAT,
    Coding,
    CountFromOne,
    EventData,
    Number,
    Seat,
    counted_names,
    name_in,
    names_given,
    names_or_none,
    numbers,
)

_SEATS = 4
Roles = Annotated[list[str | None], names_or_none(ROLES, _SEATS)]  # by seat; None in the first shift


class Dealt(EventData):
    """A seat's hand, for the seat alone."""

    seat: Seat
    cards: Annotated[list[str], counted_names(CARDS)]


class Begins(EventData, history=1):
    """A shift begins."""

    shift: CountFromOne
    roles: Roles


class Special(EventData, history=2):
    """The holder of both jokers takes a special action. Roles are those after it."""

    seat: Seat
    action: Annotated[str, name_in(SPECIAL_ACTIONS)]
    roles: Roles


class Gave(EventData):
    """A gift of the exchange, for giver and receiver alone."""

    from_: Seat
    to: Seat
    cards: Annotated[list[str], names_given(CARDS, 2)]


class Exchanged(EventData):
    """All gifts have arrived."""


class Placed(EventData):
    """A seat places cards on the pizza."""

    seat: Seat
    number: Number  # 12 for jokers alone
    naturals: Number  # cards that are no jokers
    jokers: Annotated[int, Coding(lambda row, at, state: row[at] // 2)]
    golden: Annotated[bool, Coding(lambda row, at, state: row[at - 1] % 2 == 1, width=0)]


class Passed(EventData):
    """A seat passes for the rest of the pizza."""

    seat: Seat


class Pizza(EventData):
    """A pizza is done."""

    seat: Seat  # who placed last
    next: Seat  # who begins the next one


class Finished(EventData):
    """A seat has run out of cards."""

    seat: Seat
    role: Annotated[str, name_in(ROLES)]


class Shift(EventData, history=_SEATS):
    """A shift is over."""

    finish: Annotated[list[int], numbers(_SEATS, SEAT)]  # seats, in the order in which their hands ran empty
    points: Annotated[list[int], numbers(_SEATS)]


EVENT_TYPES = (Dealt, Begins, Special, Gave, Exchanged, Placed, Passed, Pizza, Finished, Shift)
DEALT, BEGINS, SPECIAL_ACTION, GAVE, EXCHANGED, PLACEMENT, PASSES, BAKED, FINISHED, SHIFT = range(len(EVENT_TYPES))

# Columns that the rules write after `emit`
DEALT_CARDS = Dealt.column("cards")
BEGINS_ROLES = Begins.column("roles")
SPECIAL_ROLES = Special.column("roles")
SHIFT_FINISH = Shift.column("finish")
SHIFT_POINTS = Shift.column("points")
