"""Chef's Hat: the end of a shift and of the game (CH-13, CH-14)."""

from typing import Any

import pytest

from forno.rules.chefs_hat.rules import DEAL
from forno.rules.game import CHANCE, NOBODY
from positions.chefs_hat import GAME, ChefsHatPosition, set_up

LAST_CARDS = "5 / 4 / 3 / 2 6"


def finished(**settings: Any) -> ChefsHatPosition:
    """Seats 0, 1, 2 place their last cards in that order."""
    position = set_up(LAST_CARDS, **settings)
    return position.do("5x1", "4x1", "3x1")


@pytest.mark.rule("CH-13")
def test_roles_and_points_follow_the_order_of_finishing() -> None:
    position = finished()
    assert position.roles == "chef sous-chef waiter dishwasher"
    assert position.points == [3, 2, 1, 0]
    assert position.events("shift") == [{"finish": [0, 1, 2, 3], "points": [3, 2, 1, 0]}]
    assert [told["role"] for told in position.events("finished")] == ["chef", "sous-chef", "waiter"]


@pytest.mark.rule("CH-13")
def test_roles_depend_on_the_order_not_on_the_seats() -> None:
    position = set_up("2 6 / 3 / 5 / 4", actor=2).do("5x1", "4x1", "pass", "3x1")
    assert position.events("shift")[0]["finish"] == [2, 3, 1, 0]
    assert position.roles == "dishwasher waiter chef sous-chef"
    assert position.points == [0, 1, 3, 2]


@pytest.mark.rule("CH-13")
def test_the_shift_ends_when_three_hands_are_empty() -> None:
    position = set_up(LAST_CARDS).do("5x1", "4x1")
    assert position.state.out == 2
    assert position.actor == 2
    position.do("3x1")
    assert position.actor == CHANCE  # seat 3 could top the 3 but is not asked
    assert position.state.phase == DEAL
    assert position.hand(3) == "2 6"


@pytest.mark.rule("CH-13")
def test_the_shift_does_not_end_with_two_empty_hands() -> None:
    position = set_up(LAST_CARDS).do("5x1", "4x1", "pass", "pass")
    assert position.actor == 2  # left of seat 1, which wins the pizza but has no cards
    assert not position.events("shift")


@pytest.mark.rule("CH-13")
def test_points_add_up_over_shifts() -> None:
    position = finished(points=(1, 2, 3, 4), shift=3)
    assert position.points == [4, 4, 4, 4]
    assert position.state.shift == 4


@pytest.mark.rule("CH-13")
def test_new_roles_depend_only_on_the_last_shift() -> None:
    position = finished(roles="dishwasher waiter sous-chef chef", points=(0, 0, 0, 9))
    assert position.roles == "chef sous-chef waiter dishwasher"


@pytest.mark.rule("CH-14")
def test_the_game_ends_after_the_shift_in_which_a_seat_reaches_15() -> None:
    assert finished(points=(12, 0, 0, 0)).is_over
    assert finished(points=(0, 13, 0, 0)).is_over
    assert not finished(points=(11, 12, 13, 14)).is_over


@pytest.mark.rule("CH-14")
def test_nobody_acts_after_the_end() -> None:
    position = finished(points=(12, 0, 0, 0))
    assert position.actor == NOBODY
    assert position.legal() == []


@pytest.mark.rule("CH-14")
@pytest.mark.parametrize(("target", "over"), [(3, True), (4, False), (1000, False)])
def test_option_target(target: int, over: bool) -> None:
    assert finished(target=target).is_over == over


@pytest.mark.rule("CH-14")
def test_the_default_is_a_target_of_15_and_no_limit_of_shifts() -> None:
    assert GAME.check(4, {}) == {"target": 15, "shifts": None}
    assert not finished(shift=500).is_over


@pytest.mark.rule("CH-14")
@pytest.mark.parametrize(("shift", "over"), [(0, False), (1, True)])
def test_option_shifts_limits_the_number_of_shifts(shift: int, over: bool) -> None:
    assert finished(shift=shift, shifts=2).is_over == over


@pytest.mark.rule("CH-14")
def test_option_shifts_replaces_the_target() -> None:
    assert not finished(points=(20, 0, 0, 0), shift=0, shifts=2).is_over


@pytest.mark.rule("CH-14")
def test_most_points_win_even_if_another_seat_reached_15_first() -> None:
    position = finished(points=(12, 14, 0, 0))
    assert position.points == [15, 16, 1, 0]
    assert position.ranks == [1, 0, 2, 3]


@pytest.mark.rule("CH-14")
def test_ties_go_to_the_seat_that_finished_earlier_in_the_last_shift() -> None:
    position = finished(points=(13, 14, 15, 0))
    assert position.points == [16, 16, 16, 0]
    assert position.ranks == [0, 1, 2, 3]
    other = set_up("2 6 / 3 / 5 / 4", actor=2, points=(16, 15, 13, 0)).do("5x1", "4x1", "pass", "3x1")
    assert other.points == [16, 16, 16, 2]
    assert other.ranks == [2, 1, 0, 3]


@pytest.mark.rule("CH-13")
def test_after_the_shift_nobody_sees_gifts_by_the_new_roles() -> None:
    """The exchange was between the old roles. With the new roles a view would show the gifts of others."""
    position = set_up("2 6 / 3 / 5 / 4", actor=2, roles="chef sous-chef waiter dishwasher", points=(15, 0, 0, 0))
    position.state.given[:] = [[3, 4], [5, -1], [1, -1], [0, 2]]
    assert position.view(0)[0].got.tolist() == [0, 2]
    position.do("5x1", "4x1", "pass", "3x1")
    assert position.is_over
    for seat in range(4):
        assert position.view(seat)[0].got.tolist() == [-1, -1]
