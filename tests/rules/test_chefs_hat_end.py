"""Chef's Hat: the end of a shift and of the game (CH-13, CH-14)."""

from typing import Any

import pytest

from forno.rules.chefs_hat.rules import DEAL
from forno.rules.game import CHANCE, NOBODY
from positions import GAME, Kitchen, is_over, kitchen

LAST_CARDS = "5 / 4 / 3 / 2 6"


def finished(**settings: Any) -> Kitchen:
    """Seats 0, 1, 2 place their last cards in that order."""
    made = kitchen(LAST_CARDS, **settings)
    return made.do("5x1", "4x1", "3x1")


@pytest.mark.rule("CH-13")
def test_roles_and_points_by_the_order_in_which_hands_run_empty() -> None:
    made = finished()
    assert made.roles == "chef sous-chef waiter dishwasher"
    assert made.points == [3, 2, 1, 0]
    assert made.heard("shift") == [{"finish": [0, 1, 2, 3], "points": [3, 2, 1, 0]}]
    assert [told["role"] for told in made.heard("finished")] == ["chef", "sous-chef", "waiter"]


@pytest.mark.rule("CH-13")
def test_the_order_counts_not_the_seats() -> None:
    made = kitchen("2 6 / 3 / 5 / 4", actor=2).do("5x1", "4x1", "pass", "3x1")
    assert made.heard("shift")[0]["finish"] == [2, 3, 1, 0]
    assert made.roles == "dishwasher waiter chef sous-chef"
    assert made.points == [0, 1, 3, 2]


@pytest.mark.rule("CH-13")
def test_the_shift_ends_at_once_when_three_hands_are_empty() -> None:
    made = kitchen(LAST_CARDS).do("5x1", "4x1")
    assert made.s.out == 2
    assert made.actor == 2
    made.do("3x1")
    assert made.actor == CHANCE  # seat 3 could top the 3, and is not asked
    assert made.s.phase == DEAL
    assert made.hand(3) == "2 6"


@pytest.mark.rule("CH-13")
def test_it_does_not_end_before() -> None:
    made = kitchen(LAST_CARDS).do("5x1", "4x1", "pass", "pass")
    assert made.actor == 2  # left of seat 1, who has the claim and no cards
    assert not made.heard("shift")


@pytest.mark.rule("CH-13")
def test_points_add_up_over_shifts() -> None:
    made = finished(points=(1, 2, 3, 4), shift=3)
    assert made.points == [4, 4, 4, 4]
    assert made.s.shift == 4


@pytest.mark.rule("CH-13")
def test_new_roles_follow_from_the_last_shift_alone() -> None:
    made = finished(roles="dishwasher waiter sous-chef chef", points=(0, 0, 0, 9))
    assert made.roles == "chef sous-chef waiter dishwasher"


@pytest.mark.rule("CH-14")
def test_the_game_ends_with_the_shift_in_which_somebody_reaches_15() -> None:
    assert is_over(finished(points=(12, 0, 0, 0)))
    assert is_over(finished(points=(0, 13, 0, 0)))
    assert not is_over(finished(points=(11, 12, 13, 14)))


@pytest.mark.rule("CH-14")
def test_nobody_acts_when_it_is_over() -> None:
    made = finished(points=(12, 0, 0, 0))
    assert made.actor == NOBODY
    assert made.legal() == []


@pytest.mark.rule("CH-14")
@pytest.mark.parametrize(("target", "over"), [(3, True), (4, False), (1000, False)])
def test_option_target(target: int, over: bool) -> None:
    assert is_over(finished(target=target)) == over


@pytest.mark.rule("CH-14")
def test_the_default_target_is_15_and_shifts_do_not_count() -> None:
    assert GAME.check(4, {}) == {"target": 15, "shifts": None}
    assert not is_over(finished(shift=500))


@pytest.mark.rule("CH-14")
@pytest.mark.parametrize(("shift", "over"), [(0, False), (1, True)])
def test_option_shifts_ends_the_game_after_so_many(shift: int, over: bool) -> None:
    assert is_over(finished(shift=shift, shifts=2)) == over


@pytest.mark.rule("CH-14")
def test_option_shifts_ends_it_whatever_the_points() -> None:
    assert not is_over(finished(points=(20, 0, 0, 0), shift=0, shifts=2))


@pytest.mark.rule("CH-14")
def test_most_points_win_not_who_reached_15_first() -> None:
    made = finished(points=(12, 14, 0, 0))
    assert made.points == [15, 16, 1, 0]
    assert made.ranks == [1, 0, 2, 3]


@pytest.mark.rule("CH-14")
def test_ties_go_to_who_finished_earlier_in_the_last_shift() -> None:
    made = finished(points=(13, 14, 15, 0))
    assert made.points == [16, 16, 16, 0]
    assert made.ranks == [0, 1, 2, 3]
    other = kitchen("2 6 / 3 / 5 / 4", actor=2, points=(16, 15, 13, 0)).do("5x1", "4x1", "pass", "3x1")
    assert other.points == [16, 16, 16, 2]
    assert other.ranks == [2, 1, 0, 3]


@pytest.mark.rule("CH-13")
def test_after_the_shift_nobody_sees_gifts_by_the_new_roles() -> None:
    """The exchange was between the old roles. With the new roles a view would show the gifts of others."""
    made = kitchen("2 6 / 3 / 5 / 4", actor=2, roles="chef sous-chef waiter dishwasher", points=(15, 0, 0, 0))
    made.s.given[:] = [[3, 4], [5, -1], [1, -1], [0, 2]]
    assert made.view(0)[0].got.tolist() == [0, 2]
    made.do("5x1", "4x1", "pass", "3x1")
    assert is_over(made)
    for seat in range(4):
        assert made.view(seat)[0].got.tolist() == [-1, -1]
