"""Mamma Mia! Plus: helping (MP-14 to MP-16)."""

from functools import partial

import pytest

from forno.rules.mamma_mia.decks import KINDS
from positions import mamma_mia
from positions.mamma_mia import PLUS, new_game

empty_oven = partial(mamma_mia.empty_oven, PLUS)


def requests(kind: str, low: int, high: int) -> list[str]:
    return [f"request {n} {kind}" for n in range(low, high + 1)]


@pytest.mark.rule("MP-14")
@pytest.mark.parametrize(
    ("players", "helping", "on"), [(2, True, False), (3, True, True), (3, False, False), (6, True, True)]
)
def test_helping_needs_three_players_and_the_option(players: int, helping: bool, on: bool) -> None:
    assert new_game(PLUS, players, helping=helping).state.helping == on
    position = empty_oven(" / ".join(["1 pineapple 1 olive"] * players), "3 olive, 0:4-olive", helping=helping)
    assert position.legal() == (["bake", "decline", "ask"] if on else ["bake", "decline"])


@pytest.mark.rule("MP-14", "MP-15")
def test_example_6_of_the_rulebook() -> None:
    """Alberto (green, seat 2) holds an olive and asks for one. Beata refuses, Claudio (red) helps. Alberto and Claudio score."""
    position = empty_oven("/ / 1 olive / 1 olive / 2 olive 1 shrimp", "4 mushroom, 2 olive, 1 pepper, 2:4-olive")
    assert position.actor == 2
    assert position.legal() == ["decline", "ask"]  # two are missing, one is held
    position.do("ask")
    assert position.legal() == ["request 1 olive", "request 2 olive"]
    position.do("request 1 olive")
    assert position.events("ask") == [{"seat": 2, "order": "4-olive", "cards": {"olive": 1}}]
    assert position.actor == 3
    assert position.legal() == ["help", "refuse"]
    position.do("refuse")
    assert position.actor == 4
    top = position.waiter(4)[0]
    position.do("help")
    assert position.events("help") == [{"seat": 2, "helper": 4}]
    assert position.events("bake") == [
        {"seat": 2, "order": "4-olive", "used": {"olive": 4, "pepper": 1}, "from_hand": {"olive": 1}, "helper": 4}
    ]
    assert position.done == [0, 0, 1, 0, 1]
    assert [position.hand(seat) for seat in (2, 3, 4)] == ["|", "1 olive |", "1 olive 1 shrimp |"]
    assert top not in position.waiter(4)
    assert position.oven == "4 mushroom"
    assert position.scores == [0, 0, 1, 0, 1]


@pytest.mark.rule("MP-14")
def test_a_free_order_is_baked_without_asking() -> None:
    position = empty_oven("/ /", "1 pineapple, 4 olive, 0:4-olive")
    assert position.events("bake")[0]["helper"] is None


@pytest.mark.rule("MP-14")
def test_a_free_choice_allows_no_asking_or_declining() -> None:
    position = empty_oven("1 shrimp / 9 shrimp / 9 salami", "1 pineapple, 6 olive, 5 shrimp, 0:monotoni")
    assert position.legal() == ["bake olive", "bake shrimp"]


@pytest.mark.rule("MP-14")
def test_the_owner_decides_even_if_nobody_can_help() -> None:
    position = empty_oven("/ /", "0:4-olive")
    assert position.legal() == ["decline", "ask"]
    position.do("ask")
    assert position.legal() == ["request 1 pineapple"]
    position.do("request 1 pineapple")
    assert position.legal() == ["request 4 olive"]
    position.do("request 4 olive")
    assert position.events("help") == [{"seat": 0, "helper": None}]
    assert position.events("fail") == [{"seat": 0, "order": "4-olive"}]


@pytest.mark.rule("MP-14")
def test_nobody_is_asked_about_an_impossible_minimale() -> None:
    position = empty_oven("9 olive / 9 olive / 9 olive", "3 pineapple, 0:minimale")
    assert position.events("fail") == [{"seat": 0, "order": "minimale"}]


@pytest.mark.rule("MP-14")
def test_every_choice_can_be_asked_for_and_some_baked_alone() -> None:
    position = empty_oven("2 shrimp 1 pineapple / /", "2 olive, 4 shrimp, 0:monotoni")
    assert position.legal() == [
        "bake shrimp",
        "decline",
        "ask olive",
        "ask pepper",
        "ask mushroom",
        "ask salami",
        "ask shrimp",
    ]


@pytest.mark.rule("MP-14")
@pytest.mark.parametrize(
    ("order", "asks"),
    [
        ("minimale", ["ask olive", "ask shrimp"]),
        ("mamma-mia-1", ["ask olive", "ask mushroom"]),
        ("mamma-mia-2", ["ask pepper", "ask salami"]),
        ("each", ["ask"]),
        ("bombastica", ["ask"]),
        ("2-pepper-2-salami", ["ask"]),
    ],
)
def test_the_choices_to_ask_for(order: str, asks: list[str]) -> None:
    position = empty_oven("/ /", f"1 olive, 1 shrimp, 2 salami, 0:{order}")
    assert position.legal() == ["decline", *asks]


@pytest.mark.rule("MP-14")
@pytest.mark.parametrize(("order", "n"), [("monotoni-junior", 5), ("ghiottona", 10)])
def test_orders_of_any_kind_can_ask_for_each(order: str, n: int) -> None:
    position = empty_oven("/ /", f"1 olive, 0:{order}")
    assert position.legal()[0] == "decline"
    assert len(position.legal()) == 1 + n
    assert all(text.startswith("ask ") and "pineapple" not in text for text in position.legal()[1:])


@pytest.mark.rule("MP-14")
def test_the_numbers_that_may_be_requested() -> None:
    """A pineapple and three olives are missing. The owner holds the pineapple and two of the olives."""
    position = empty_oven("1 pineapple 2 olive 5 shrimp / /", "1 olive, 0:4-olive").do("ask")
    assert position.legal() == requests("pineapple", 0, 1)
    nothing = position.copy().do("request 0 pineapple")
    assert nothing.legal() == requests("olive", 1, 3)  # the owner lacks one olive in any case
    assert position.copy().do("request 1 pineapple").legal() == requests("olive", 1, 3)


@pytest.mark.rule("MP-14")
def test_a_request_is_for_at_least_one_card() -> None:
    """The owner holds everything, so only the last request must not be for 0 cards."""
    position = empty_oven("1 pineapple 3 olive / /", "1 olive, 0:4-olive").do("ask")
    assert position.legal() == requests("pineapple", 0, 1)
    assert position.copy().do("request 0 pineapple").legal() == requests("olive", 1, 3)
    assert position.copy().do("request 1 pineapple").legal() == requests("olive", 0, 3)


@pytest.mark.rule("MP-14")
def test_kinds_on_the_table_are_not_requested() -> None:
    position = empty_oven("/ /", "1 pineapple, 2 olive, 1 mushroom, 1 salami, 0:each").do("ask")
    assert position.legal() == ["request 1 pepper"]
    position.do("request 1 pepper")
    assert position.legal() == ["request 1 shrimp"]


@pytest.mark.rule("MP-14")
def test_the_personal_ingredient_is_requested_in_the_usual_order() -> None:
    """Red's Monotoni with olives: olive before salami."""
    position = empty_oven("/ / / / 1 olive 1 salami", "4 olive, 4:monotoni")
    position.do("ask olive")
    assert position.legal() == requests("olive", 1, 2)
    position.do("request 2 olive")
    assert position.legal() == requests("salami", 0, 1)


@pytest.mark.rule("MP-14")
def test_ghiottona_asks_for_both_kinds() -> None:
    position = empty_oven("2 olive / 9 shrimp / 9 olive", "1 pineapple, 3 olive, 2 shrimp, 0:ghiottona")
    position.do("ask olive shrimp")
    assert position.legal() == requests("olive", 0, 1)
    position.do("request 0 olive")
    assert position.legal() == requests("shrimp", 2, 2)
    position.do("request 2 shrimp", "help")
    assert position.events("bake")[0]["from_hand"] == {"olive": 1}
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 4, "shrimp": 4}


@pytest.mark.rule("MP-14")
def test_the_requests_for_a_bombastica() -> None:
    """Each of the six kinds may be requested up to what is still missing. The owner must hold the rest."""
    position = empty_oven("2 olive / 9 shrimp / 9 salami", "10 mushroom, 0:bombastica").do("ask")
    assert position.legal() == requests("pineapple", 0, 5)
    position.do("request 0 pineapple")
    assert position.legal() == requests("olive", 0, 5)
    position.do("request 1 olive")
    assert position.legal() == requests("pepper", 0, 4)
    position.do("request 0 pepper")
    assert position.legal() == requests("mushroom", 0, 4)
    position.do("request 0 mushroom")
    assert position.legal() == requests("salami", 0, 4)
    position.do("request 1 salami")
    assert position.legal() == requests("shrimp", 1, 3)  # three are missing, two are held


@pytest.mark.rule("MP-14")
def test_the_last_request_for_a_bombastica_cannot_leave_nothing_asked() -> None:
    position = empty_oven("9 olive / /", "10 mushroom, 0:bombastica")
    assert position.legal() == ["bake", "decline", "ask"]
    position.do("ask", *(f"request 0 {kind}" for kind in ("pineapple", "olive", "pepper", "mushroom", "salami")))
    assert position.legal() == requests("shrimp", 1, 5)


@pytest.mark.rule("MP-14")
def test_all_cards_of_a_bombastica_may_be_requested() -> None:
    """The table is empty. Once everything is requested, each other kind has one legal action."""
    position = empty_oven("/ /", "0:bombastica").do("ask")
    assert position.legal() == requests("pineapple", 0, 15)
    position.do("request 15 pineapple")
    for kind in ("olive", "pepper", "mushroom", "salami", "shrimp"):
        assert position.legal() == [f"request 0 {kind}"]
        position.do(f"request 0 {kind}")
    assert position.events("ask") == [{"seat": 0, "order": "bombastica", "cards": {"pineapple": 15}}]
    assert position.events("fail") != []


@pytest.mark.rule("MP-14", "MP-15")
def test_the_owner_adds_the_rest_of_a_helped_bombastica() -> None:
    position = empty_oven("2 olive 1 pepper / 1 shrimp / 9 salami", "12 mushroom, 0:bombastica").do("ask")
    position.do(*(f"request 0 {kind}" for kind in ("pineapple", "olive", "pepper", "mushroom", "salami")))
    assert position.legal() == requests("shrimp", 1, 3)
    position.do("request 1 shrimp", "help")
    assert position.actor == 0
    assert position.legal() == ["add olive", "add pepper"]
    position.do("add pepper")
    assert position.legal() == ["add olive"]
    position.do("add olive")
    assert position.events("bake") == [
        {
            "seat": 0,
            "order": "bombastica",
            "used": {"olive": 1, "pepper": 1, "mushroom": 12, "shrimp": 1},
            "from_hand": {"olive": 1, "pepper": 1},
            "helper": 1,
        }
    ]
    assert [position.hand(seat) for seat in range(3)] == ["1 olive |", "|", "9 salami |"]
    assert position.done == [1, 1, 0]
    assert position.oven == ""


@pytest.mark.rule("MP-14")
def test_every_helper_gets_the_same_request() -> None:
    position = empty_oven("/ 1 olive / 2 olive / 1 olive", "1 pineapple, 2 olive, 0:4-olive").do(
        "ask", "request 2 olive"
    )
    assert position.actor == 2  # seats with one olive are skipped
    position.do("refuse")
    assert position.events("fail") != []


@pytest.mark.rule("MP-15")
def test_a_helper_needs_all_cards_and_an_order_in_the_waiter() -> None:
    position = empty_oven(
        "/ 1 pineapple / 1 pineapple 1 olive / 2 pineapple 1 olive / 1 olive 9 salami",
        "3 olive, 0:4-olive",
        waiters="rest / rest / / each / rest",
    )
    position.do("ask", "request 1 pineapple", "request 1 olive")
    assert position.actor == 3  # seat 1 has no olive, seat 2 an empty waiter
    position.do("refuse")
    assert position.events("fail") != []  # seat 4 has no pineapple


@pytest.mark.rule("MP-15")
@pytest.mark.parametrize("owner", range(4))
def test_helpers_are_asked_clockwise(owner: int) -> None:
    everything = " ".join(f"1 {kind}" for kind in KINDS)
    hands = " / ".join("" if seat == owner else everything for seat in range(4))
    position = empty_oven(hands, f"{owner}:each").do("ask", *(f"request 1 {kind}" for kind in KINDS))
    asked = []
    while position.events("help") == []:
        asked.append(position.actor)
        position.do("refuse")
    assert asked == [(owner + turn) % 4 for turn in (1, 2, 3)]


@pytest.mark.rule("MP-15")
def test_the_first_helper_ends_the_asking() -> None:
    position = empty_oven("/ 1 olive / 1 olive", "1 pineapple, 3 olive, 0:4-olive").do("ask", "request 1 olive", "help")
    assert position.events("bake")[0]["helper"] == 1
    assert position.hand(2) == "1 olive |"


@pytest.mark.rule("MP-15")
def test_the_reward_is_the_hidden_top_order_of_the_waiter() -> None:
    position = empty_oven(
        "/ 1 olive | each / 1 olive", "1 pineapple, 3 olive, 0:4-olive", waiters="rest / monotoni rest / rest"
    )
    position.do("ask", "request 1 olive", "help")
    number = position.names[1].index("monotoni")
    assert "monotoni" not in position.waiter(1)
    assert position.state.reward[1] == 1 << number
    assert position.hand(1) == "| each"
    for seat in position.seats:  # even the helper does not know which
        assert position.view(seat)[0].baked[1] == 0
        assert position.view(seat)[0].done[1] == 1
        assert len({int(position.world(seat, stream).state.reward[1]) for stream in range(20)}) > 3


@pytest.mark.rule("MP-15")
def test_a_reward_that_had_been_put_back_is_known() -> None:
    position = empty_oven(
        "/ 1 olive / 1 olive", "1 pineapple, 3 olive, 0:4-olive", waiters="rest / monotoni each / rest", under=(0, 2, 0)
    )
    position.do("ask", "request 1 olive", "help")
    number = position.names[1].index("monotoni")
    assert position.state.reward[1] == 0
    assert position.state.under[1] == 1
    for seat in position.seats:
        assert position.view(seat)[0].baked[1] >> number & 1
    assert position.waiter(1) == ["each"]


@pytest.mark.rule("MP-15")
def test_the_last_order_of_a_waiter_is_a_reward_only_once() -> None:
    oven = "1 pineapple, 3 olive, 0:4-olive, 1 pineapple, 3 pepper, 0:4-pepper"
    position = empty_oven("/ 1 olive 1 pepper /", oven, waiters="rest / each / rest").do(
        "ask", "request 1 olive", "help"
    )
    assert position.waiter(1) == []
    position.do("ask", "request 1 pepper")
    assert position.events("fail") == [{"seat": 0, "order": "4-pepper"}]


@pytest.mark.rule("MP-15")
def test_others_cannot_tell_a_refusal_from_a_seat_that_cannot_help() -> None:
    oven = "1 pineapple, 3 olive, 0:4-olive"
    refused = empty_oven("/ 1 olive / 1 salami / 1 salami", oven).do("ask", "request 1 olive")
    for seat in (-1, 0, 2, 3):
        assert refused.view(seat)[0].actor == -1
    assert refused.view(1)[0].actor == 1
    refused.do("refuse")
    unable = empty_oven("/ 1 pepper / 1 salami / 1 salami", oven).do("ask", "request 1 olive")
    for seat in (-1, 0, 2, 3):
        assert refused.events_for(seat) == unable.events_for(seat)
        assert refused.view(seat).tobytes() == unable.view(seat).tobytes()


@pytest.mark.rule("MP-16")
def test_an_order_without_help_fails_even_if_the_owner_could_bake_it() -> None:
    position = empty_oven("2 pineapple 4 olive / 1 olive /", "0:4-olive")
    assert "bake" in position.legal()
    position.do("ask", "request 0 pineapple", "request 1 olive", "refuse")
    assert position.events("help") == [{"seat": 0, "helper": None}]
    assert position.events("fail") == [{"seat": 0, "order": "4-olive"}]
    assert position.events("bake") == []
    assert position.hand(0) == "2 pineapple 4 olive |"
    assert position.waiter(0)[-1] == "4-olive"


@pytest.mark.rule("MP-16")
def test_declining_asks_nobody() -> None:
    position = empty_oven("1 olive / 9 olive / 9 olive", "1 pineapple, 3 olive, 0:4-olive").do("decline")
    assert position.events("ask") == position.events("help") == []
    assert position.events("fail") != []
