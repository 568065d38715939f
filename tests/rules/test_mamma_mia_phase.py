"""Mamma Mia!: how a placing phase ends (MM-14, MM-15)."""

from collections import Counter

import pytest

from forno.rules.mamma_mia.decks import KINDS
from positions.mamma_mia import CLASSIC, MammaMiaPosition, set_up

FIVE = KINDS[:5]


@pytest.mark.rule("MM-14")
@pytest.mark.parametrize(
    ("supply", "left"),
    [("2 olive", 5), ("4 olive", 7), ("mamma-mia, 1 olive", 4), ("1 olive, mamma-mia", 4), ("4 olive, mamma-mia", 7)],
    ids=["middle of a draw", "hand just full", "card first", "card last", "hand full before the card"],
)
def test_the_last_card_ends_the_phase(supply: str, left: int) -> None:
    holder = -1 if "mamma-mia" in supply else 1
    position = set_up(CLASSIC, "4 salami / 1 pepper", supply=supply, holder=holder).do("place 1 salami", "draw supply")
    assert position.size(0) == left
    if supply == "4 olive, mamma-mia":  # only the Mamma Mia! card is left, so the phase goes on
        assert position.supply == ["mamma-mia"]
        assert position.actor == 1
        return
    assert position.events("takes-out") == [{"seat": 0 if holder < 0 else 1}]
    assert position.events("round") == [{"by": 0 if holder < 0 else 1, "oven": {"salami": 1}, "used": {}}]


@pytest.mark.rule("MM-14")
def test_a_supply_of_only_the_mamma_mia_card_goes_to_the_next_who_draws() -> None:
    position = set_up(CLASSIC, "4 salami / 2 pepper / 3 olive", supply="mamma-mia")
    position.do("place 1 salami", "draw waiter", "place 1 pepper", "draw supply")
    assert position.events("mamma-mia") == [{"seat": 1}]
    assert position.events("draw")[-1] == {"seat": 1, "pile": "supply", "n": 1}
    assert position.hand(1) == "1 pepper |"  # it drew nothing else
    assert position.events("round") == [{"by": 1, "oven": {"pepper": 1, "salami": 1}, "used": {}}]


@pytest.mark.rule("MM-14")
def test_a_pass_that_draws_the_last_card_ends_the_phase() -> None:
    position = set_up(CLASSIC, "2 salami / | each", waiters="rest / ", supply="2 olive, mamma-mia").do(
        "place 1 salami", "draw waiter"
    )
    assert position.events("pass") == [{"seat": 1}]
    assert position.events("draw")[-1] == {"seat": 1, "pile": "supply", "n": 3}
    assert position.events("round")[0]["by"] == 1


def full_of_orders(players: int, supply: str, holder: int = -1) -> MammaMiaPosition:
    """Seat 0 places its last ingredient. Then every seat has seven orders and nothing else."""
    orders = "4-{} 4-{} 4-{} 4-{} each bombastica monotoni"
    hands = []
    for seat in range(players):
        others = [kind for kind in FIVE if kind != FIVE[seat]]
        hands.append("| " + orders.format(*others))
    hands[0] = f"1 salami {hands[0]}"
    position = set_up(CLASSIC, " / ".join(hands), supply=supply, holder=holder)
    return position.do("place 1 salami", "no order")


@pytest.mark.rule("MM-15")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_phase_ends_when_all_pass_without_drawing(players: int) -> None:
    """Seat 1 passes first and seat 0 last. Seat 1 would be next, so it takes the card."""
    position = full_of_orders(players, "3 olive, mamma-mia, 2 pepper")
    assert position.events("pass") == [{"seat": (1 + k) % players} for k in range(players)]
    assert position.events("draw") == []
    assert position.events("takes-out") == [{"seat": 1}]
    assert position.events("round") == [{"by": 1, "oven": {"salami": 1}, "used": {}}]
    assert sorted(position.supply) == ["olive"] * 3 + ["pepper"] * 2
    position.deal(1)
    assert position.events("begins") == [{"round": 2}]


@pytest.mark.rule("MM-15", "MM-25")
def test_the_rest_of_the_supply_is_shuffled_again() -> None:
    position = full_of_orders(2, "3 olive, mamma-mia, 2 pepper")
    dealt = position.copy().deal(1)
    assert Counter(dealt.events("supply")[0]["cards"]) == {"olive": 3, "pepper": 2, "mamma-mia": 1}
    # Full hands only pass, so both further rounds are empty too.
    assert dealt.events("round")[-1] == {"by": 1, "oven": {"salami": 1}, "used": {}}
    dealt.deal(2)
    assert dealt.is_over


@pytest.mark.rule("MM-15")
def test_the_holder_of_the_mamma_mia_card_keeps_it() -> None:
    position = full_of_orders(3, "3 olive", holder=2)
    assert position.events("round")[0]["by"] == 2


@pytest.mark.rule("MM-15")
def test_a_draw_among_the_passes_continues_the_phase() -> None:
    orders = "4-olive 4-pepper 4-mushroom 4-salami each bombastica monotoni"
    position = set_up(
        CLASSIC,
        f"1 salami | {orders} / | {orders.replace('4-olive', '4-pineapple')} / | each",
        waiters="rest / rest / 4-olive",
        supply="3 olive, mamma-mia",
    )
    position.do("place 1 salami", "no order")
    assert position.events("pass") == [{"seat": 1}, {"seat": 2}]
    position.do("draw waiter")  # seats 0 and 1 pass; seat 2 passes with an empty waiter and draws from the supply
    assert position.events("pass") == [{"seat": k} for k in (1, 2, 0, 1, 2)]
    assert position.events("draw") == [{"seat": 2, "pile": "waiter", "n": 1}, {"seat": 2, "pile": "supply", "n": 4}]
    assert position.events("round")[0]["by"] == 2


@pytest.mark.rule("MM-15")
def test_a_placement_restarts_the_count_of_passes() -> None:
    orders = "4-olive 4-pepper 4-mushroom 4-salami each bombastica"
    position = set_up(
        CLASSIC,
        f"2 salami | {orders} / | {orders.replace('4-olive', '4-pineapple')} monotoni",
        supply="3 olive, mamma-mia",
    )
    position.do("place 1 salami", "no order")
    assert position.events("pass") == [{"seat": 1}]
    assert position.actor == 0
    position.do("place 1 salami", "no order", "draw waiter")
    assert position.events("pass") == [{"seat": k} for k in (1, 1, 0)]
    assert position.events("round") != []


@pytest.mark.rule("MM-15")
def test_a_draw_without_a_decision_counts_too() -> None:
    """Seat 2 passes with an empty waiter and draws the one card that its hand lacks. It can place that card next."""
    orders = "4-pepper 4-mushroom 4-salami each bombastica monotoni"
    position = set_up(
        CLASSIC,
        f"1 salami | 4-olive {orders} / | 4-pineapple {orders} / | {orders.replace('4-pepper', '4-olive')}",
        waiters="rest / rest / ",
        supply="3 olive, mamma-mia",
    )
    position.do("place 1 salami", "no order")
    assert position.events("pass") == [{"seat": k} for k in (1, 2, 0, 1)]
    assert position.events("draw") == [{"seat": 2, "pile": "supply", "n": 1}]
    assert position.legal() == ["place 1 olive"]
