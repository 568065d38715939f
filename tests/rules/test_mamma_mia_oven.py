"""Mamma Mia!: taking pizzas out, and the end (MM-16 to MM-26)."""

from collections import Counter
from functools import partial

import pytest

from positions import mamma_mia
from positions.mamma_mia import CLASSIC, MammaMiaPosition, set_up

FIFTEEN = "3 pineapple, 3 olive, 3 pepper, 3 mushroom, 3 salami"

empty_oven = partial(mamma_mia.empty_oven, CLASSIC)


@pytest.mark.rule("MM-16")
def test_cards_leave_the_oven_in_the_order_of_placing() -> None:
    position = empty_oven("/ /", "2 salami, 1 olive, 1 salami, 0:4-olive", by=1)
    assert position.events("takes-out") == [{"seat": 1}]
    assert position.events("laid") == [
        {"kind": "salami", "n": 1},
        {"kind": "salami", "n": 2},
        {"kind": "olive", "n": 1},
        {"kind": "salami", "n": 3},
    ]
    (shown,) = position.events("revealed")
    assert (shown["seat"], shown["order"], shown["table"]) == (0, "4-olive", {"olive": 1, "salami": 3})
    assert shown["takes"]["needs"] == {"pineapple": 1, "olive": 4}


@pytest.mark.rule("MM-16", "MM-17")
def test_later_cards_do_not_count_for_an_earlier_order() -> None:
    position = empty_oven("/", "4 olive, 0:4-olive, 1 pineapple")
    assert position.events("bake") == []
    assert position.events("fail") == [{"seat": 0, "order": "4-olive"}]


@pytest.mark.rule("MM-17", "MM-20")
def test_a_pizza_uses_exactly_what_it_needs() -> None:
    position = empty_oven("1 olive /", "2 pineapple, 5 olive, 1 salami, 0:4-olive")
    assert position.events("bake") == [
        {"seat": 0, "order": "4-olive", "used": {"pineapple": 1, "olive": 4}, "from_hand": {}, "helper": None}
    ]
    assert position.events("left") == [{"table": {"pineapple": 1, "olive": 1, "salami": 1}}]
    assert position.events("round") == [
        {"by": 0, "oven": {"pineapple": 1, "olive": 1, "salami": 1}, "used": {"pineapple": 1, "olive": 4}}
    ]
    assert position.hand(0) == "1 olive |"
    assert position.done[0] == 1


@pytest.mark.rule("MM-17")
def test_delivered_orders_are_public() -> None:
    position = empty_oven("/", "1 pineapple, 4 olive, 0:4-olive")
    for seat in position.seats:
        view = position.view(seat)[0]
        assert view.done[0] == 1
        assert view.baked[0] == 1 << position.names[0].index("4-olive")


@pytest.mark.rule("MM-17", "MM-20")
def test_each_ingredient_is_used_once() -> None:
    oven = "2 pineapple, 1 olive, 1 pepper, 1 mushroom, 1 salami, 0:each, 3 olive, 0:4-olive, 1 olive, 1:4-pineapple"
    position = empty_oven("/", oven)
    assert [told["order"] for told in position.events("bake")] == ["each"]
    assert [told["order"] for told in position.events("fail")] == ["4-olive", "4-pineapple"]
    assert position.oven == "1 pineapple, 4 olive"


@pytest.mark.rule("MM-18")
def test_example_2_of_the_rulebook() -> None:
    """One pineapple from Alberto's hand bakes the pizza."""
    position = empty_oven("/ / 2 pineapple 1 olive", "1 pepper, 2 salami, 3 pineapple, 4 mushroom, 2:4-pineapple")
    assert position.actor == 2
    assert position.legal() == ["bake", "decline"]
    position.do("bake")
    assert position.events("bake") == [
        {
            "seat": 2,
            "order": "4-pineapple",
            "used": {"pineapple": 4, "pepper": 1},
            "from_hand": {"pineapple": 1},
            "helper": None,
        }
    ]
    assert position.hand(2) == "1 pineapple 1 olive |"
    assert position.oven == "4 mushroom, 2 salami"
    assert position.done[2] == 1


@pytest.mark.rule("MM-18", "MM-19")
def test_the_owner_may_decline() -> None:
    position = empty_oven("/ / 2 pineapple", "1 pepper, 3 pineapple, 2:4-pineapple").do("decline")
    assert position.events("fail") == [{"seat": 2, "order": "4-pineapple"}]
    assert position.hand(2) == "2 pineapple |"
    assert position.oven == "3 pineapple, 1 pepper"


@pytest.mark.rule("MM-18")
@pytest.mark.parametrize("hand", ["1 olive", "1 pineapple", "9 salami", ""])
def test_the_hand_must_have_all_missing_cards(hand: str) -> None:
    """A pineapple and an olive are missing. A seat that has only one of them is not asked."""
    position = empty_oven(f"{hand} /", "3 olive, 0:4-olive")
    assert position.events("fail") == [{"seat": 0, "order": "4-olive"}]
    assert position.hand(0) == f"{hand} |".strip()


@pytest.mark.rule("MM-18")
def test_cards_in_other_hands_do_not_count() -> None:
    assert empty_oven("/ 9 olive 9 pineapple", "3 olive, 0:4-olive").events("fail") != []


@pytest.mark.rule("MM-18")
def test_cards_of_several_kinds_may_be_added() -> None:
    position = empty_oven("2 pineapple 3 olive /", "1 olive, 0:4-olive").do("bake")
    assert position.events("bake")[0]["from_hand"] == {"pineapple": 1, "olive": 3}
    assert position.hand(0) == "1 pineapple |"
    assert position.oven == ""


@pytest.mark.rule("MM-19")
def test_a_failed_order_goes_under_the_waiter_and_everybody_knows() -> None:
    position = empty_oven("/", "1 olive, 0:4-olive, 0:each", waiters="minimale / rest")
    assert position.waiter(0) == ["minimale", "4-olive", "each"]
    for seat in position.seats:
        view = position.view(seat)[0]
        assert view.under[0] == 2
        assert [position.names[0][order] for order in view.waiter[0, :2]] == ["each", "4-olive"]
        assert view.waiter[0, 2] == -1  # earlier orders stay unknown


@pytest.mark.rule("MM-19")
def test_everybody_knows_who_draws_a_failed_order_again() -> None:
    position = set_up(
        CLASSIC, "2 salami / 1 olive", waiters="minimale 4-olive each / rest", under=(2, 0), supply="9 olive, 9 pepper"
    )
    position.do("place 1 salami", "draw waiter")
    assert position.state.under[0] == 0
    for seat in position.seats:
        known = position.view(seat)[0].shown[0]
        assert [name for k, name in enumerate(position.names[0]) if known >> k & 1] == ["4-olive", "each"]
    position.do("place 1 olive", "draw supply", "place 1 salami", "order each")
    assert [name for k, name in enumerate(position.names[0]) if position.state.shown[0] >> k & 1] == ["4-olive"]


@pytest.mark.rule("MM-21")
def test_bombastica_takes_all_cards() -> None:
    position = empty_oven("1 olive /", f"{FIFTEEN}, 2 salami, 0:bombastica, 1 olive, 1:4-pepper")
    assert position.events("bake") == [
        {
            "seat": 0,
            "order": "bombastica",
            "used": {"pineapple": 3, "olive": 3, "pepper": 3, "mushroom": 3, "salami": 5},
            "from_hand": {},
            "helper": None,
        }
    ]
    assert position.events("left")[0] == {"table": {}}
    assert position.oven == "1 olive"
    assert position.hand(0) == "1 olive |"


@pytest.mark.rule("MM-21")
def test_bombastica_with_exactly_fifteen_is_free() -> None:
    position = empty_oven("7 olive /", f"{FIFTEEN}, 0:bombastica")
    assert position.events("bake")[0]["from_hand"] == {}
    assert position.oven == ""


@pytest.mark.rule("MM-21")
def test_cards_are_added_to_a_bombastica_one_by_one() -> None:
    position = empty_oven("1 pineapple 2 salami /", "13 olive, 0:bombastica")
    assert position.legal() == ["bake", "decline"]
    position.do("bake")
    assert position.legal() == ["add pineapple", "add salami"]  # the owner can no longer decline
    position.do("add pineapple")
    assert position.actor == 0
    assert position.legal() == ["add salami"]  # a decision even with one legal action
    assert position.events("bake") == []
    position.do("add salami")
    assert position.events("bake") == [
        {
            "seat": 0,
            "order": "bombastica",
            "used": {"pineapple": 1, "olive": 13, "salami": 1},
            "from_hand": {"pineapple": 1, "salami": 1},
            "helper": None,
        }
    ]
    assert position.hand(0) == "1 salami |"
    assert position.oven == ""


@pytest.mark.rule("MM-21")
@pytest.mark.parametrize(("held", "asked"), [(1, False), (2, True), (3, True)])
def test_a_bombastica_needs_enough_in_hand(held: int, asked: bool) -> None:
    position = empty_oven(f"{held} salami /", "13 olive, 0:bombastica")
    assert (position.events("fail") == []) == asked
    if asked:
        position.do("decline")
        assert position.hand(0) == f"{held} salami |"
        assert position.oven == "13 olive"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_one_free_choice() -> None:
    position = empty_oven("3 salami /", "1 pineapple, 7 olive, 0:monotoni")
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 6}
    assert position.oven == "1 olive"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_one_free_choice_and_one_that_needs_cards() -> None:
    """Both are offered, and the owner must take one of them."""
    position = empty_oven("1 salami /", "1 pineapple, 6 olive, 5 salami, 5 pepper, 0:monotoni")
    assert position.legal() == ["bake olive", "bake salami"]
    assert position.copy().do("bake olive").oven == "5 pepper, 5 salami"
    costly = position.copy().do("bake salami")
    assert costly.oven == "6 olive, 5 pepper"
    assert costly.events("bake")[0]["from_hand"] == {"salami": 1}
    assert costly.hand(0) == "|"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_several_free_choices() -> None:
    position = empty_oven("/", "1 pineapple, 6 olive, 6 mushroom, 5 salami, 0:monotoni")
    assert position.legal() == ["bake olive", "bake mushroom"]
    position.do("bake mushroom")
    assert position.oven == "6 olive, 5 salami"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_choices_that_need_cards() -> None:
    position = empty_oven("1 pineapple 1 salami /", "6 olive, 5 salami, 5 pepper, 0:monotoni")
    assert position.legal() == ["bake olive", "bake salami", "decline"]
    assert position.copy().do("bake salami").events("bake")[0]["from_hand"] == {"pineapple": 1, "salami": 1}
    assert position.copy().do("decline").oven == "6 olive, 5 pepper, 5 salami"


@pytest.mark.rule("MM-22", "MM-24")
def test_a_single_choice_that_needs_cards_is_named_too() -> None:
    position = empty_oven("1 pineapple /", "6 olive, 0:monotoni")
    assert position.legal() == ["bake olive", "decline"]


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_without_a_choice() -> None:
    assert empty_oven("1 salami /", "6 olive, 6 salami, 0:monotoni").events("fail") == [
        {"seat": 0, "order": "monotoni"}
    ]


@pytest.mark.rule("MM-22")
def test_monotoni_is_never_of_the_personal_ingredient() -> None:
    assert empty_oven("1 pineapple /", "9 pineapple, 0:monotoni").events("fail") != []


@pytest.mark.rule("MM-23")
def test_example_3_of_the_rulebook() -> None:
    """Salami or mushroom, with one card from hand."""
    oven = "2 pepper, 2 salami, 2 mushroom, 3 pineapple, 2:minimale"
    position = empty_oven("/ / 1 salami 1 mushroom 1 pineapple 3 olive", oven)
    assert position.legal() == ["bake mushroom", "bake salami", "decline"]
    salami = position.copy().do("bake salami")
    assert salami.events("bake")[0]["used"] == {"pepper": 1, "salami": 3}
    assert salami.events("bake")[0]["from_hand"] == {"salami": 1}
    assert empty_oven("/ / 1 salami 3 pineapple 3 olive", oven).legal() == ["bake salami", "decline"]
    assert empty_oven("/ / 3 pineapple 3 olive", oven).events("fail") != []


@pytest.mark.rule("MM-23")
def test_minimale_counts_the_table_before_cards_are_added() -> None:
    """The one olive is the fewest, even though two more from the hand would equal the three salami."""
    position = empty_oven("2 olive /", "1 pineapple, 1 olive, 3 salami, 0:minimale")
    assert position.legal() == ["bake olive", "decline"]
    assert empty_oven("1 olive /", "1 pineapple, 1 olive, 3 salami, 0:minimale").events("fail") != []


@pytest.mark.rule("MM-23")
def test_minimale_ignores_the_personal_and_absent_ingredients() -> None:
    position = empty_oven("7 pepper /", "1 pineapple, 3 olive, 0:minimale")
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 3}


@pytest.mark.rule("MM-23", "MM-24")
def test_minimale_with_a_free_tie() -> None:
    position = empty_oven("/", "1 pineapple, 3 olive, 3 pepper, 4 salami, 0:minimale")
    assert position.legal() == ["bake olive", "bake pepper"]


@pytest.mark.rule("MM-23", "MM-24")
def test_minimale_with_a_tie_and_cards_for_one_kind() -> None:
    position = empty_oven("1 pepper 1 pineapple /", "2 olive, 2 pepper, 0:minimale")
    assert position.legal() == ["bake pepper", "decline"]


@pytest.mark.rule("MM-23")
@pytest.mark.parametrize("oven", ["", "5 pineapple, "])
def test_minimale_without_a_kind_that_qualifies(oven: str) -> None:
    position = empty_oven("1 pineapple 3 olive 3 salami /", f"{oven}0:minimale")
    assert position.events("fail") == [{"seat": 0, "order": "minimale"}]


@pytest.mark.rule("MM-24")
def test_others_cannot_tell_a_declined_order_from_an_impossible_one() -> None:
    declined = empty_oven("1 pineapple 3 salami /", "4 olive, 0:4-olive")
    for seat in (1, -1):
        assert declined.view(seat)[0].actor == -1
    assert declined.view(0)[0].actor == 0
    declined.do("decline")
    failed = empty_oven("1 pepper 3 salami /", "4 olive, 0:4-olive")
    for seat in (1, -1):
        assert declined.events_for(seat) == failed.events_for(seat)
        assert declined.view(seat).tobytes() == failed.view(seat).tobytes()


@pytest.mark.rule("MM-25")
def test_the_next_round() -> None:
    """Leftovers stay in the oven, sorted by kind. Used cards and the Mamma Mia! card form the supply. Its holder begins."""
    position = empty_oven("1 olive / 1 olive / 1 olive", "1 salami, 2 pineapple, 4 olive, 1 salami, 0:4-olive", by=2)
    assert position.oven == "1 pineapple, 2 salami"
    assert position.state.n_oven == 3
    position.deal(1)
    assert Counter(position.supply) == {"pineapple": 1, "olive": 4, "mamma-mia": 1}
    assert position.actor == 2
    assert position.state.holder == -1
    assert position.used == ""
    position.do("place 1 olive", "draw waiter")
    assert position.oven == "1 pineapple, 2 salami, 1 olive"  # so the leftovers are revealed first


@pytest.mark.rule("MM-25")
def test_each_round_reports_only_what_it_used() -> None:
    position = empty_oven("1 olive / 1 olive", "1 pineapple, 4 olive, 0:4-olive").deal(1)
    position.do("place 1 olive", "draw supply")  # all six cards
    assert position.events("round") == [
        {"by": 0, "oven": {}, "used": {"pineapple": 1, "olive": 4}},
        {"by": 0, "oven": {"olive": 1}, "used": {}},
    ]


@pytest.mark.rule("MM-26")
@pytest.mark.parametrize(("emptied", "over"), [(1, False), (2, False), (3, True)])
def test_the_game_has_three_rounds(emptied: int, over: bool) -> None:
    position = empty_oven("1 olive / 1 olive", "1 pineapple, 1 olive", round=emptied)
    assert position.is_over == over


@pytest.mark.rule("MM-26")
def test_an_oven_without_orders_counts_as_emptied() -> None:
    assert empty_oven("1 olive / 1 olive", "", round=3).is_over


def after_the_last_round(done: tuple[int, ...], ingredients: tuple[int, ...]) -> MammaMiaPosition:
    rest = ["4-olive", "4-pepper", "4-mushroom", "4-salami", "each", "bombastica", "monotoni", "minimale"]
    waiters = []
    for seat, n in enumerate(done):
        names = [
            name.replace(f"4-{('pineapple', 'olive', 'pepper', 'mushroom', 'salami')[seat]}", "4-pineapple")
            for name in rest
        ]
        waiters.append(" ".join(names[n:]))
    hands = " / ".join(f"{n} olive" if n else "" for n in ingredients)
    return empty_oven(hands, "1 pineapple", waiters=" / ".join(waiters), round=3)


@pytest.mark.rule("MM-26")
@pytest.mark.parametrize(
    ("done", "ingredients", "ranks"),
    [
        ((3, 4, 2), (7, 0, 7), [1, 0, 2]),
        ((4, 4, 2), (3, 5, 7), [1, 0, 2]),
        ((4, 4, 4), (5, 5, 2), [0, 0, 2]),
        ((0, 0, 0), (1, 1, 1), [0, 0, 0]),
        ((2, 3, 3), (7, 2, 2), [2, 0, 0]),
    ],
)
def test_who_wins(done: tuple[int, ...], ingredients: tuple[int, ...], ranks: list[int]) -> None:
    position = after_the_last_round(done, ingredients)
    assert position.is_over
    assert position.scores == list(done)
    assert position.ranks == ranks


@pytest.mark.rule("MM-26")
def test_orders_in_hand_break_no_tie() -> None:
    position = empty_oven("1 olive | each minimale / 2 olive", "1 pineapple", round=3)
    assert position.ranks == [1, 0]
