"""Events are numbered, frozen, and reach only the seats that may know about them."""

from dataclasses import FrozenInstanceError
from typing import Any, TypeVar

import pytest

from forno.rules import find
from forno.rules.chefs_hat.events import Dealt, Gave, Special
from forno.rules.event_data import EventData
from forno.rules.game import SPECTATOR
from forno.table import Event, Table

GAME = find("chefs-hat")
E = TypeVar("E", bound=EventData)


def play(number: int, choice: int = 0) -> Table:
    """Play two shifts. `choice` is the index of the action taken when `keep-still` is legal; otherwise it is the last."""
    table = Table(GAME, 4, {"shifts": 2}, key=bytes([number]) * 32)
    while table.actor is not None:
        legal = table.legal()
        keep = table.text(legal[0]) == "keep-still"
        table.act(table.actor, int(legal[choice if keep else -1]))
    return table


def events_with(table: Table, kind: type[E]) -> list[tuple[Event, E]]:
    """The events of one type, with their data."""
    return [(event, event.data) for event in table.events if isinstance(event.data, kind)]


def test_numbers_count_up_from_0() -> None:
    table = play(1)
    assert [event.number for event in table.events] == list(range(len(table.events)))


def test_act_returns_the_new_events() -> None:
    table = Table(GAME, 4, key=bytes(32))
    before = len(table.events)
    new = table.act(1, "11x1")
    assert new == table.events[before:]
    assert [event.name for event in new] == ["placed"]


def test_each_seat_sees_its_own_deal_only() -> None:
    dealt = events_with(play(1), Dealt)
    assert len(dealt) == 8
    for event, data in dealt:
        assert sorted(event.audience or ()) == [data.seat]
        assert len(data.cards) == 17
        assert [seat for seat in range(SPECTATOR, 4) if event.reaches(seat)] == [data.seat]


def test_only_giver_and_receiver_see_a_gift() -> None:
    gave = events_with(play(1), Gave)
    assert len(gave) == 4
    for event, data in gave:
        assert sorted(event.audience or ()) == sorted([data.from_, data.to])
        assert not event.reaches(SPECTATOR)


def test_everybody_sees_all_other_events() -> None:
    table = play(1)
    others = [event for event in table.events if event.name not in ("dealt", "gave")]
    assert {"begins", "exchanged", "placed", "passed", "pizza", "finished", "shift", "over"} <= {e.name for e in others}
    for event in others:
        assert event.audience is None
        assert all(event.reaches(seat) for seat in range(SPECTATOR, 4))


def key_with_both_jokers() -> int:
    """The number of a key that deals both jokers to one seat in the second shift."""
    for number in range(60):
        if any(
            GAME.describe(table.state, 0, action) == "keep-still"
            for table in [play(number)]
            for _, action in table.moves
        ):
            return number
    raise AssertionError


def test_keeping_still_makes_no_event() -> None:
    number = key_with_both_jokers()
    table = Table(GAME, 4, {"shifts": 2}, key=bytes([number]) * 32)
    while table.text(table.legal()[0]) != "keep-still":
        table.act(table.actor or 0, int(table.legal()[-1]))
    assert table.act(table.actor or 0, "keep-still") == []


def test_everybody_sees_a_special_action() -> None:
    [(event, data)] = events_with(play(key_with_both_jokers(), choice=1), Special)
    assert event.audience is None
    assert data.action in ("food-fight", "dinner-is-served")


def test_events_for_a_seat_since_a_number() -> None:
    table = play(1)
    for seat in range(SPECTATOR, 4):
        mine = table.events_for(seat)
        assert [event for event in table.events if event.reaches(seat)] == mine
        assert table.events_for(seat, 50) == [event for event in mine if event.number >= 50]
    assert len(table.events_for(0)) > len(table.events_for(SPECTATOR))


def test_events_are_frozen() -> None:
    event: Any = play(1).events[0]
    with pytest.raises(FrozenInstanceError):
        event.name = "other"
    with pytest.raises(FrozenInstanceError):
        event.data.shift = 3


def test_spectators_see_no_dealt_cards() -> None:
    seen = Table(GAME, 4, key=bytes(32)).events_for(SPECTATOR)
    assert [event.name for event in seen] == ["begins"]


@pytest.mark.parametrize("since", range(0, 60, 7))
def test_a_seat_is_given_the_events_that_reach_it_and_a_list_of_its_own(since: int) -> None:
    """Seats that may know of all new events share a list inside the table."""
    table = Table(GAME, 4, {"shifts": 2}, key=bytes([3]) * 32)
    while table.actor is not None:
        table.act(table.actor, int(table.legal()[-1]))
        for seat in (SPECTATOR, 0, 1):
            found = table.events_for(seat, since)
            assert found == [event for event in table.events if event.number >= since and event.reaches(seat)]
            found.clear()
