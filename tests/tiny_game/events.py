"""The events of Tiny Game. Readers, observations, messages and the page's types follow from these classes."""

from typing import Annotated

from forno.rules.event_data import CountFromOne, EventData, Seat, counted_names, name_in, numbers

SEATS = 4  # at most
CARDS = tuple(str(number) for number in range(1, 13))  # names of the cards, by their numbers in the rules
Card = Annotated[str, name_in(CARDS)]


class Begins(EventData):
    round: CountFromOne
    leader: Seat


class Dealt(EventData):
    seat: Seat
    cards: Annotated[list[str], counted_names(CARDS)]


class Hides(EventData):
    seat: Seat


class Secret(EventData):
    """For the seat that hid the card."""

    seat: Seat
    card: Card


class Played(EventData):
    seat: Seat
    card: Card


class Trick(EventData):
    seat: Seat  # who takes it


class Shown(EventData):
    seat: Seat
    card: Card


class Round(EventData):
    """A round is over."""

    points: Annotated[list[int], numbers(SEATS)]


EVENT_TYPES = (Begins, Dealt, Hides, Secret, Played, Trick, Shown, Round)
BEGINS, DEALT, HIDES, SECRET, PLAYED, TRICK, SHOWN, ROUND = range(len(EVENT_TYPES))  # codes, for `emit`

# Columns of the log that the rules write after `emit`
DEALT_CARDS = Dealt.column("cards")
ROUND_POINTS = Round.column("points")
