"""Mamma Mia!: taking pizzas out, and the end (MM-16 to MM-26)."""

from collections import Counter
from typing import Any

import pytest

from rules.kitchens import CLASSIC, Kitchen, kitchen, taken_out

FIFTEEN = "3 pineapple, 3 olive, 3 pepper, 3 mushroom, 3 salami"


def out(hands: str, oven: str, **settings: Any) -> Kitchen:
    return taken_out(CLASSIC, hands, oven, **settings)


@pytest.mark.rule("MM-16")
def test_the_oven_comes_out_as_it_was_filled() -> None:
    made = out("/ /", "2 salami, 1 olive, 1 salami, 0:4-olive", by=1)
    assert made.heard("takes-out") == [{"seat": 1}]
    assert made.heard("laid") == [
        {"kind": "salami", "n": 1},
        {"kind": "salami", "n": 2},
        {"kind": "olive", "n": 1},
        {"kind": "salami", "n": 3},
    ]
    (shown,) = made.heard("revealed")
    assert (shown["seat"], shown["order"], shown["table"]) == (0, "4-olive", {"olive": 1, "salami": 3})
    assert shown["takes"]["needs"] == {"pineapple": 1, "olive": 4}


@pytest.mark.rule("MM-16", "MM-17")
def test_what_comes_out_later_does_not_help_an_earlier_order() -> None:
    made = out("/", "4 olive, 0:4-olive, 1 pineapple")
    assert made.heard("bake") == []
    assert made.heard("fail") == [{"seat": 0, "order": "4-olive"}]


@pytest.mark.rule("MM-17", "MM-20")
def test_exactly_what_is_needed_is_used() -> None:
    made = out("1 olive /", "2 pineapple, 5 olive, 1 salami, 0:4-olive")
    assert made.heard("bake") == [
        {"seat": 0, "order": "4-olive", "used": {"pineapple": 1, "olive": 4}, "from_hand": {}, "helper": None}
    ]
    assert made.heard("left") == [{"table": {"pineapple": 1, "olive": 1, "salami": 1}}]
    assert made.heard("round") == [
        {"by": 0, "oven": {"pineapple": 1, "olive": 1, "salami": 1}, "used": {"pineapple": 1, "olive": 4}}
    ]
    assert made.hand(0) == "1 olive |"
    assert made.done[0] == 1


@pytest.mark.rule("MM-17")
def test_delivered_orders_are_public() -> None:
    made = out("/", "1 pineapple, 4 olive, 0:4-olive")
    for seat in made.seats:
        view = made.view(seat)[0]
        assert view.done[0] == 1
        assert view.baked[0] == 1 << made.names[0].index("4-olive")


@pytest.mark.rule("MM-17", "MM-20")
def test_ingredients_serve_the_orders_after_it_once() -> None:
    oven = "2 pineapple, 1 olive, 1 pepper, 1 mushroom, 1 salami, 0:each, 3 olive, 0:4-olive, 1 olive, 1:4-pineapple"
    made = out("/", oven)
    assert [told["order"] for told in made.heard("bake")] == ["each"]
    assert [told["order"] for told in made.heard("fail")] == ["4-olive", "4-pineapple"]
    assert made.oven == "1 pineapple, 4 olive"


@pytest.mark.rule("MM-18")
def test_example_2_of_the_rulebook() -> None:
    """One pineapple from Alberto's hand bakes the pizza."""
    made = out("/ / 2 pineapple 1 olive", "1 pepper, 2 salami, 3 pineapple, 4 mushroom, 2:4-pineapple")
    assert made.actor == 2
    assert made.legal() == ["bake", "decline"]
    made.do("bake")
    assert made.heard("bake") == [
        {
            "seat": 2,
            "order": "4-pineapple",
            "used": {"pineapple": 4, "pepper": 1},
            "from_hand": {"pineapple": 1},
            "helper": None,
        }
    ]
    assert made.hand(2) == "1 pineapple 1 olive |"
    assert made.oven == "4 mushroom, 2 salami"
    assert made.done[2] == 1


@pytest.mark.rule("MM-18", "MM-19")
def test_the_owner_may_decline() -> None:
    made = out("/ / 2 pineapple", "1 pepper, 3 pineapple, 2:4-pineapple").do("decline")
    assert made.heard("fail") == [{"seat": 2, "order": "4-pineapple"}]
    assert made.hand(2) == "2 pineapple |"
    assert made.oven == "3 pineapple, 1 pepper"


@pytest.mark.rule("MM-18")
@pytest.mark.parametrize("hand", ["1 olive", "1 pineapple", "9 salami", ""])
def test_not_just_some_of_the_missing(hand: str) -> None:
    """A pineapple and an olive are missing: with one of them nobody is asked."""
    made = out(f"{hand} /", "3 olive, 0:4-olive")
    assert made.heard("fail") == [{"seat": 0, "order": "4-olive"}]
    assert made.hand(0) == f"{hand} |".strip()


@pytest.mark.rule("MM-18")
def test_another_hand_does_not_count() -> None:
    assert out("/ 9 olive 9 pineapple", "3 olive, 0:4-olive").heard("fail") != []


@pytest.mark.rule("MM-18")
def test_cards_of_several_kinds_may_be_added() -> None:
    made = out("2 pineapple 3 olive /", "1 olive, 0:4-olive").do("bake")
    assert made.heard("bake")[0]["from_hand"] == {"pineapple": 1, "olive": 3}
    assert made.hand(0) == "1 pineapple |"
    assert made.oven == ""


@pytest.mark.rule("MM-19")
def test_an_order_goes_back_under_the_waiter_and_all_know_it() -> None:
    made = out("/", "1 olive, 0:4-olive, 0:each", waiters="minimale / rest")
    assert made.waiter(0) == ["minimale", "4-olive", "each"]
    for seat in made.seats:
        view = made.view(seat)[0]
        assert view.under[0] == 2
        assert [made.names[0][order] for order in view.waiter[0, :2]] == ["each", "4-olive"]
        assert view.waiter[0, 2] == -1  # what was there before stays unknown


@pytest.mark.rule("MM-19")
def test_who_draws_it_again_is_known_to_have_it() -> None:
    made = kitchen(
        CLASSIC, "2 salami / 1 olive", waiters="minimale 4-olive each / rest", under=(2, 0), supply="9 olive, 9 pepper"
    )
    made.do("place 1 salami", "draw waiter")
    assert made.s.under[0] == 0
    for seat in made.seats:
        known = made.view(seat)[0].shown[0]
        assert [name for k, name in enumerate(made.names[0]) if known >> k & 1] == ["4-olive", "each"]
    made.do("place 1 olive", "draw supply", "place 1 salami", "order each")
    assert [name for k, name in enumerate(made.names[0]) if made.s.shown[0] >> k & 1] == ["4-olive"]


@pytest.mark.rule("MM-21")
def test_bombastica_takes_all() -> None:
    made = out("1 olive /", f"{FIFTEEN}, 2 salami, 0:bombastica, 1 olive, 1:4-pepper")
    assert made.heard("bake") == [
        {
            "seat": 0,
            "order": "bombastica",
            "used": {"pineapple": 3, "olive": 3, "pepper": 3, "mushroom": 3, "salami": 5},
            "from_hand": {},
            "helper": None,
        }
    ]
    assert made.heard("left")[0] == {"table": {}}
    assert made.oven == "1 olive"
    assert made.hand(0) == "1 olive |"


@pytest.mark.rule("MM-21")
def test_bombastica_with_exactly_fifteen_is_free() -> None:
    made = out("7 olive /", f"{FIFTEEN}, 0:bombastica")
    assert made.heard("bake")[0]["from_hand"] == {}
    assert made.oven == ""


@pytest.mark.rule("MM-21")
def test_cards_are_added_to_a_bombastica_one_by_one() -> None:
    made = out("1 pineapple 2 salami /", "13 olive, 0:bombastica")
    assert made.legal() == ["bake", "decline"]
    made.do("bake")
    assert made.legal() == ["add pineapple", "add salami"]  # no way back
    made.do("add pineapple")
    assert made.actor == 0
    assert made.legal() == ["add salami"]  # asked even so
    assert made.heard("bake") == []
    made.do("add salami")
    assert made.heard("bake") == [
        {
            "seat": 0,
            "order": "bombastica",
            "used": {"pineapple": 1, "olive": 13, "salami": 1},
            "from_hand": {"pineapple": 1, "salami": 1},
            "helper": None,
        }
    ]
    assert made.hand(0) == "1 salami |"
    assert made.oven == ""


@pytest.mark.rule("MM-21")
@pytest.mark.parametrize(("held", "asked"), [(1, False), (2, True), (3, True)])
def test_a_bombastica_needs_enough_in_hand(held: int, asked: bool) -> None:
    made = out(f"{held} salami /", "13 olive, 0:bombastica")
    assert (made.heard("fail") == []) == asked
    if asked:
        made.do("decline")
        assert made.hand(0) == f"{held} salami |"
        assert made.oven == "13 olive"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_one_free_way_alone() -> None:
    made = out("3 salami /", "1 pineapple, 7 olive, 0:monotoni")
    assert made.heard("bake")[0]["used"] == {"pineapple": 1, "olive": 6}
    assert made.oven == "1 olive"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_one_free_way_and_one_that_costs() -> None:
    """Both are offered, and the owner must take one of them."""
    made = out("1 salami /", "1 pineapple, 6 olive, 5 salami, 5 pepper, 0:monotoni")
    assert made.legal() == ["bake olive", "bake salami"]
    assert made.copy().do("bake olive").oven == "5 pepper, 5 salami"
    costly = made.copy().do("bake salami")
    assert costly.oven == "6 olive, 5 pepper"
    assert costly.heard("bake")[0]["from_hand"] == {"salami": 1}
    assert costly.hand(0) == "|"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_several_free_ways() -> None:
    made = out("/", "1 pineapple, 6 olive, 6 mushroom, 5 salami, 0:monotoni")
    assert made.legal() == ["bake olive", "bake mushroom"]
    made.do("bake mushroom")
    assert made.oven == "6 olive, 5 salami"


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_with_costly_ways_only() -> None:
    made = out("1 pineapple 1 salami /", "6 olive, 5 salami, 5 pepper, 0:monotoni")
    assert made.legal() == ["bake olive", "bake salami", "decline"]
    assert made.copy().do("bake salami").heard("bake")[0]["from_hand"] == {"pineapple": 1, "salami": 1}
    assert made.copy().do("decline").oven == "6 olive, 5 pepper, 5 salami"


@pytest.mark.rule("MM-22", "MM-24")
def test_one_costly_way_is_named_all_the_same() -> None:
    made = out("1 pineapple /", "6 olive, 0:monotoni")
    assert made.legal() == ["bake olive", "decline"]


@pytest.mark.rule("MM-22", "MM-24")
def test_monotoni_without_any_way() -> None:
    assert out("1 salami /", "6 olive, 6 salami, 0:monotoni").heard("fail") == [{"seat": 0, "order": "monotoni"}]


@pytest.mark.rule("MM-22")
def test_monotoni_is_never_of_the_own_ingredient() -> None:
    assert out("1 pineapple /", "9 pineapple, 0:monotoni").heard("fail") != []


@pytest.mark.rule("MM-23")
def test_example_3_of_the_rulebook() -> None:
    """Salami or mushroom, with one card from hand."""
    oven = "2 pepper, 2 salami, 2 mushroom, 3 pineapple, 2:minimale"
    made = out("/ / 1 salami 1 mushroom 1 pineapple 3 olive", oven)
    assert made.legal() == ["bake mushroom", "bake salami", "decline"]
    salami = made.copy().do("bake salami")
    assert salami.heard("bake")[0]["used"] == {"pepper": 1, "salami": 3}
    assert salami.heard("bake")[0]["from_hand"] == {"salami": 1}
    assert out("/ / 1 salami 3 pineapple 3 olive", oven).legal() == ["bake salami", "decline"]
    assert out("/ / 3 pineapple 3 olive", oven).heard("fail") != []


@pytest.mark.rule("MM-23")
def test_the_fewest_are_counted_before_anything_is_added() -> None:
    """One olive is the fewest; that the hand's two make it three changes nothing, and the three salami do not count."""
    made = out("2 olive /", "1 pineapple, 1 olive, 3 salami, 0:minimale")
    assert made.legal() == ["bake olive", "decline"]
    assert out("1 olive /", "1 pineapple, 1 olive, 3 salami, 0:minimale").heard("fail") != []


@pytest.mark.rule("MM-23")
def test_the_own_ingredient_and_those_not_there_are_left_aside() -> None:
    made = out("7 pepper /", "1 pineapple, 3 olive, 0:minimale")
    assert made.heard("bake")[0]["used"] == {"pineapple": 1, "olive": 3}


@pytest.mark.rule("MM-23", "MM-24")
def test_minimale_with_ties_that_are_free() -> None:
    made = out("/", "1 pineapple, 3 olive, 3 pepper, 4 salami, 0:minimale")
    assert made.legal() == ["bake olive", "bake pepper"]


@pytest.mark.rule("MM-23", "MM-24")
def test_minimale_with_a_tie_only_one_of_which_can_be() -> None:
    made = out("1 pepper 1 pineapple /", "2 olive, 2 pepper, 0:minimale")
    assert made.legal() == ["bake pepper", "decline"]


@pytest.mark.rule("MM-23")
@pytest.mark.parametrize("oven", ["", "5 pineapple, "])
def test_minimale_without_a_kind_that_qualifies(oven: str) -> None:
    made = out("1 pineapple 3 olive 3 salami /", f"{oven}0:minimale")
    assert made.heard("fail") == [{"seat": 0, "order": "minimale"}]


@pytest.mark.rule("MM-24")
def test_a_declined_order_sounds_like_one_that_could_not_be() -> None:
    declined = out("1 pineapple 3 salami /", "4 olive, 0:4-olive")
    for seat in (1, -1):
        assert declined.view(seat)[0].actor == -1
    assert declined.view(0)[0].actor == 0
    declined.do("decline")
    failed = out("1 pepper 3 salami /", "4 olive, 0:4-olive")
    for seat in (1, -1):
        sounds = [[event.data for event in made.events if event.reaches(seat)] for made in (declined, failed)]
        assert sounds[0] == sounds[1]
        assert declined.view(seat).tobytes() == failed.view(seat).tobytes()


@pytest.mark.rule("MM-25")
def test_the_next_round() -> None:
    """Leftovers by kind, the last kind on top; used cards and the card are the supply; who took out begins."""
    made = out("1 olive / 1 olive / 1 olive", "1 salami, 2 pineapple, 4 olive, 1 salami, 0:4-olive", by=2)
    assert made.oven == "1 pineapple, 2 salami"
    assert made.s.n_oven == 3
    made.deal(1)
    assert Counter(made.supply) == {"pineapple": 1, "olive": 4, "mamma-mia": 1}
    assert made.actor == 2
    assert made.s.holder == -1
    assert made.used == ""
    made.do("place 1 olive", "draw waiter")
    assert made.oven == "1 pineapple, 2 salami, 1 olive"  # so the leftovers are revealed first


@pytest.mark.rule("MM-25")
def test_what_was_used_is_told_for_each_round_anew() -> None:
    made = out("1 olive / 1 olive", "1 pineapple, 4 olive, 0:4-olive").deal(1)
    made.do("place 1 olive", "draw supply")  # all six cards
    assert made.heard("round") == [
        {"by": 0, "oven": {}, "used": {"pineapple": 1, "olive": 4}},
        {"by": 0, "oven": {"olive": 1}, "used": {}},
    ]


@pytest.mark.rule("MM-26")
@pytest.mark.parametrize(("emptied", "over"), [(1, False), (2, False), (3, True)])
def test_three_rounds(emptied: int, over: bool) -> None:
    made = out("1 olive / 1 olive", "1 pineapple, 1 olive", round=emptied)
    assert made.is_over == over


@pytest.mark.rule("MM-26")
def test_an_oven_without_orders_counts_as_emptied() -> None:
    assert out("1 olive / 1 olive", "", round=3).is_over


def at_the_end(done: tuple[int, ...], ingredients: tuple[int, ...]) -> Kitchen:
    rest = ["4-olive", "4-pepper", "4-mushroom", "4-salami", "each", "bombastica", "monotoni", "minimale"]
    waiters = []
    for seat, n in enumerate(done):
        names = [
            name.replace(f"4-{('pineapple', 'olive', 'pepper', 'mushroom', 'salami')[seat]}", "4-pineapple")
            for name in rest
        ]
        waiters.append(" ".join(names[n:]))
    hands = " / ".join(f"{n} olive" if n else "" for n in ingredients)
    return out(hands, "1 pineapple", waiters=" / ".join(waiters), round=3)


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
    made = at_the_end(done, ingredients)
    assert made.is_over
    assert made.scores == list(done)
    assert made.ranks == ranks


@pytest.mark.rule("MM-26")
def test_orders_in_hand_break_no_tie() -> None:
    made = out("1 olive | each minimale / 2 olive", "1 pineapple", round=3)
    assert made.ranks == [1, 0]
