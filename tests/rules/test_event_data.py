"""Events are declared once: name, reader, columns and meanings follow from the declaration."""

from dataclasses import FrozenInstanceError
from typing import Annotated, Any

import pytest

from forno.rules import GAMES
from forno.rules.event_data import (
    ORDER,
    PLAIN,
    SEAT,
    Coding,
    CountFromOne,
    EventData,
    Number,
    Seat,
    SeatOrNone,
    counted_names,
    name_in,
    names_given,
    names_or_none,
    numbers,
)
from forno.rules.game import Game
from forno.rules.log import EVERYBODY, LOG_WIDTH, emit, new_log


class TakesTrick(EventData):
    """A trick is over."""

    from_: Seat
    partner: SeatOrNone
    trick: CountFromOne
    cards: Annotated[list[str], counted_names(("ace", "king", "ten"))]


class Packed(EventData, history=2):
    number: Annotated[int, Coding(lambda row, at, state: row[at] // 2)]
    is_odd: Annotated[bool, Coding(lambda row, at, state: row[at - 1] % 2 == 1, width=0)]
    suit: Annotated[str, name_in(("clubs", "hearts"))]
    left: Annotated[list[str], names_given(("a", "b"), 2)]
    right: Annotated[list[str | None], names_or_none(("a", "b"), 2)]
    points: Annotated[list[int], numbers(2)]


class Wide(EventData, row=("order", "winner", "counts")):
    winner: Seat
    counts: Annotated[list[int], Coding(lambda row, at, state: list(row[at : at + state]), int)]
    order: Annotated[int, Coding(lambda row, at, state: row[at], meaning=ORDER)]


class Quiet(EventData, history=None):
    n: Number


def test_an_event_is_called_like_its_class() -> None:
    assert TakesTrick.name == "takes-trick"
    assert Packed.name == "packed"


def test_a_row_is_read_field_by_field() -> None:
    assert TakesTrick.read([2, -1, 4, 1, 0, 2, 9], None) == TakesTrick(2, None, 5, ["ace", "ten", "ten"])
    assert Packed.read([7, 1, -1, 0, -1, 1, 8, 9], None) == Packed(3, True, "hearts", ["a"], [None, "b"], [8, 9])


def test_a_row_may_hold_the_fields_in_another_order() -> None:
    assert Wide.read([30, 1, 5, 6, 7], 3) == Wide(winner=1, counts=[5, 6, 7], order=30)


def test_events_cannot_be_changed() -> None:
    event: Any = Quiet(1)
    with pytest.raises(FrozenInstanceError):
        event.n = 2


def test_columns_begin_after_code_and_audience() -> None:
    log = new_log(1)
    row = emit(log, 0, EVERYBODY, 2, -1, 4)
    at = TakesTrick.column("cards")
    log[row, at : at + 3] = 1, 0, 2
    assert TakesTrick.read(log[row, 2:].tolist(), None) == TakesTrick(2, None, 5, ["ace", "ten", "ten"])
    with pytest.raises(KeyError):
        TakesTrick.column("card")


def test_a_keyword_has_its_own_name_in_json() -> None:
    event = TakesTrick(2, None, 5, ["ace"])
    assert list(event.as_json().items()) == [("from", 2), ("partner", None), ("trick", 5), ("cards", ["ace"])]


def test_seats_are_known_by_their_fields() -> None:
    assert TakesTrick.seat_fields() == {"from_", "partner"}


def test_numbers_have_meanings_up_to_where_the_history_ends() -> None:
    assert TakesTrick.meanings() == [SEAT, SEAT, PLAIN, PLAIN, PLAIN, PLAIN]
    assert Packed.meanings() == [PLAIN, PLAIN]
    assert Wide.meanings() == [ORDER, SEAT, *[PLAIN] * 7]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_names_are_unique_within_a_game(game: Game) -> None:
    names = [event.name for event in game.event_types]
    assert len(set(names)) == len(names)
    assert "over" not in names


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_field_has_a_coding_and_every_row_fits(game: Game) -> None:
    state = game.new(game.players[-1])[0]
    for event in game.event_types:
        made = event.read([0] * LOG_WIDTH, state)
        assert type(made) is event
