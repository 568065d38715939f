"""Mamma Mia! Plus: cards, set-up, placing, and the forms of orders (MP-1 to MP-13, MP-17)."""

from collections import Counter
from functools import partial

import pytest

from forno.rules.game import BadSetup
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import DRAW
from positions import mamma_mia
from positions.mamma_mia import PLUS, MammaMiaPosition, new_game, set_up

NINE = "4-olive 4-pepper 4-mushroom 4-salami 4-shrimp each bombastica monotoni ghiottona"  # orders of seat 0

empty_oven = partial(mamma_mia.empty_oven, PLUS, helping=False)


@pytest.mark.rule("MP-1", "MP-2")
@pytest.mark.parametrize(("players", "copies"), [(6, 15), (5, 14), (4, 12), (3, 10), (2, 8)])
def test_the_deck_has_six_ingredients_and_no_mamma_mia_card(players: int, copies: int) -> None:
    position = new_game(PLUS, players).deal(1)
    found = Counter(position.supply)
    for kind, name in enumerate(KINDS):
        found[name] += int(position.state.hand[:, kind].sum())
    assert found == dict.fromkeys(KINDS, copies)


@pytest.mark.rule("MP-1")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players(players: int) -> None:
    with pytest.raises(BadSetup, match="2 to 6 players"):
        new_game(PLUS, players)


@pytest.mark.rule("MP-3")
@pytest.mark.parametrize("players", range(2, 7))
def test_the_deal(players: int) -> None:
    position = new_game(PLUS, players).deal(2)
    for seat in range(players):
        assert position.state.n_ingredients[seat] == 8
        assert position.state.n_orders[seat] == 1
        assert len(position.waiter(seat)) == 14
    assert len(position.supply) == 6 * position.state.copies - 8 * players


@pytest.mark.rule("MP-3")
@pytest.mark.parametrize(("starter", "players"), [(0, 2), (5, 6)])
def test_a_given_starter(starter: int, players: int) -> None:
    assert new_game(PLUS, players, starter=starter).deal(1).actor == starter
    with pytest.raises(BadSetup, match="starter"):
        new_game(PLUS, players, starter=players)


@pytest.mark.rule("MP-5")
def test_placing_works_as_in_the_first_game() -> None:
    position = set_up(PLUS, "3 salami 2 shrimp | each / 1 olive", supply="9 olive")
    assert position.legal() == [
        "place 1 salami",
        "place 2 salami",
        "place 3 salami",
        "place 1 shrimp",
        "place 2 shrimp",
    ]
    position.do("place 2 shrimp")
    assert position.legal() == ["order each", "no order"]
    position.do("order each")
    assert position.oven == "2 shrimp, 0:each"


@pytest.mark.rule("MP-5")
@pytest.mark.parametrize(("held", "drawn"), [(1, 5), (4, 5), (5, 5), (6, 4), (8, 2), (9, 1)], ids=str)
def test_a_draw_fills_the_hand_to_nine_with_at_most_five_cards(held: int, drawn: int) -> None:
    position = set_up(PLUS, f"{held} salami / 1 olive", supply="9 olive").do("place 1 salami")
    assert position.legal() == ["draw supply", "draw waiter"]
    for pile in ("supply", "waiter"):
        then = position.copy().do(f"draw {pile}")
        assert then.events("draw") == [{"seat": 0, "pile": pile, "n": drawn}]
        assert then.size(0) == held - 1 + drawn


@pytest.mark.rule("MP-5")
@pytest.mark.parametrize("held", [10, 12])
def test_a_hand_of_nine_or_more_draws_nothing(held: int) -> None:
    position = set_up(PLUS, f"{held - 9} salami | {NINE} / 1 olive", supply="9 olive")
    position.do("place 1 salami", "no order")
    assert position.events("draw") == []
    assert position.actor == 1


@pytest.mark.rule("MP-5")
def test_example_1_of_the_rulebook() -> None:
    """Alberto ends with 8 cards."""
    position = set_up(
        PLUS,
        "1 olive / 1 olive / 3 salami 2 pepper 3 mushroom | 4-salami",
        waiters="rest / rest / each minimale monotoni",
        supply="9 olive",
        actor=2,
    )
    position.do("place 3 salami", "order 4-salami", "draw waiter")
    assert position.size(2) == 8


@pytest.mark.rule("MP-5")
def test_an_empty_waiter_cannot_be_chosen() -> None:
    position = set_up(PLUS, "3 salami / 1 olive", waiters=" / rest", supply="9 olive").do("place 1 salami")
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 5}]


@pytest.mark.rule("MP-6")
@pytest.mark.parametrize("orders", ["", "each", NINE])
def test_a_seat_without_ingredients_draws_five_from_the_supply(orders: str) -> None:
    position = set_up(PLUS, f"| {orders} / 2 olive", supply="4 salami, 9 pepper", actor=1).do(
        "place 1 olive", "draw waiter"
    )
    assert position.events("pass") == [{"seat": 0}]
    assert position.events("draw")[-1] == {"seat": 0, "pile": "supply", "n": 5}
    assert position.size(0) == 5 + len(orders.split())
    assert position.actor == 1  # the turn is over


@pytest.mark.rule("MP-6", "MP-7")
def test_a_seat_without_ingredients_draws_what_the_supply_has() -> None:
    position = set_up(PLUS, "| each / 2 olive", supply="3 salami", actor=1).do("place 1 olive", "draw waiter")
    assert position.events("draw")[-1] == {"seat": 0, "pile": "supply", "n": 3}
    assert position.events("round")[0]["by"] == 0


@pytest.mark.rule("MP-7")
@pytest.mark.parametrize(("supply", "ends"), [("5 olive", True), ("3 olive", True), ("6 olive", False)])
def test_the_last_card_ends_the_phase(supply: str, ends: bool) -> None:
    position = set_up(PLUS, "2 salami / 1 olive / 1 pepper", supply=supply, used="2 shrimp").do(
        "place 1 salami", "draw supply"
    )
    assert (position.events("round") != []) == ends
    if ends:
        assert position.events("takes-out") == [{"seat": 0}]
        assert position.deal(1).actor == 0
    else:
        assert position.actor == 1


@pytest.mark.rule("MP-8")
def test_a_round_without_a_supply_has_one_turn() -> None:
    """If nothing was used, there is no shuffle. The starter places, orders, draws from the waiter and empties the oven again."""
    position = set_up(PLUS, "2 salami | each / 1 olive", supply="1 pepper", waiters="monotoni 4-olive / rest")
    position.do("place 1 salami", "no order", "draw supply")
    assert position.events("round") == [{"by": 0, "oven": {"salami": 1}, "used": {}}]
    assert position.actor == 0  # without a shuffle
    assert position.legal() == ["place 1 pepper", "place 1 salami"]
    position.do("place 1 salami")
    assert position.legal() == ["order each", "no order"]
    position.do("order each")
    assert position.events("draw")[-1] == {"seat": 0, "pile": "waiter", "n": 2}
    assert position.events("begins") == [{"round": 2}, {"round": 3}]
    assert position.events("fail") == [{"seat": 0, "order": "each"}]
    assert position.events("round")[1] == {"by": 0, "oven": {"salami": 2}, "used": {}}
    assert position.actor == 0
    position.do("place 1 pepper", "no order")
    assert position.events("draw")[-1] == {"seat": 0, "pile": "waiter", "n": 1}  # the order that came back
    assert position.events("round")[2] == {"by": 0, "oven": {"pepper": 1, "salami": 2}, "used": {}}
    # Nothing happens in the fourth round: the starter has no ingredients.
    assert position.events("pass") == [{"seat": 0}]
    assert position.events("round")[3] == {"by": 0, "oven": {"pepper": 1, "salami": 2}, "used": {}}
    assert position.is_over


@pytest.mark.rule("MP-8")
def test_a_starter_without_ingredients_does_nothing() -> None:
    """Three empty rounds follow. Nobody draws, not even from the waiter."""
    position = set_up(PLUS, "| each / 1 olive", oven="1 shrimp", phase=DRAW)
    position.do("draw supply")  # there is none, so the phase ends
    assert position.events("pass") == [{"seat": 0}] * 3
    assert position.events("draw") == []
    assert position.events("drew", 0) == []
    assert position.events("round") == [{"by": 0, "oven": {"shrimp": 1}, "used": {}}] * 4
    assert position.is_over


@pytest.mark.rule("MP-8")
def test_a_round_without_a_supply_may_fill_it_again() -> None:
    position = set_up(PLUS, "1 pineapple | 4-olive / 2 olive", oven="4 olive", phase=DRAW, waiters="/ rest").do(
        "draw supply"
    )
    position.do("place 1 pineapple", "order 4-olive")
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 4}
    assert position.state.phase == 0  # now there is something to shuffle
    position.deal(1)
    assert Counter(position.events("supply")[0]["cards"]) == {"pineapple": 1, "olive": 4}
    assert position.events("pass") == [{"seat": 0}]  # then draws all five cards and empties the oven again
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 5}]


@pytest.mark.rule("MP-9")
def test_baked_and_returned_orders() -> None:
    position = empty_oven("/ /", "1 pineapple, 4 olive, 1 shrimp, 0:4-olive, 1:each", by=2)
    assert position.events("bake")[0]["used"] == {"pineapple": 1, "olive": 4}
    assert position.events("fail") == [{"seat": 1, "order": "each"}]
    assert position.waiter(1)[-1] == "each"
    assert position.oven == "1 shrimp"
    assert position.done == [1, 0, 0]


@pytest.mark.rule("MP-10")
def test_example_5_of_the_rulebook() -> None:
    """All 21 cards are used."""
    position = empty_oven("/", "6 olive, 5 shrimp, 5 salami, 5 pepper, 0:bombastica")
    assert position.events("bake")[0]["used"] == {"olive": 6, "pepper": 5, "salami": 5, "shrimp": 5}
    assert position.oven == ""


@pytest.mark.rule("MP-10")
def test_bombastica_needs_fifteen() -> None:
    position = empty_oven("2 shrimp /", "13 olive, 0:bombastica")
    assert position.legal() == ["bake", "decline"]
    position.do("bake", "add shrimp", "add shrimp")
    assert position.events("bake")[0]["from_hand"] == {"shrimp": 2}


@pytest.mark.rule("MP-10")
def test_monotoni_takes_six() -> None:
    assert empty_oven("/", "1 pineapple, 6 shrimp, 0:monotoni").events("bake")[0]["used"] == {
        "pineapple": 1,
        "shrimp": 6,
    }
    assert empty_oven("/", "1 pineapple, 5 shrimp, 0:monotoni").events("fail") != []


@pytest.mark.rule("MP-10")
def test_example_4_of_the_rulebook() -> None:
    """Claudio (red) takes green pepper or mushroom, with two cards from hand."""
    oven = "2 pepper, 2 salami, 2 mushroom, 3 pineapple, 4:minimale"
    position = empty_oven("/ / / / 2 pepper 2 mushroom 4 olive", oven)
    assert position.legal() == ["bake pepper", "bake mushroom", "decline"]
    position.do("bake mushroom")
    assert position.events("bake")[0]["used"] == {"mushroom": 4, "salami": 1}
    assert position.events("bake")[0]["from_hand"] == {"mushroom": 2}


@pytest.mark.rule("MP-10")
def test_minimale_takes_four() -> None:
    assert empty_oven("/", "1 pineapple, 3 olive, 0:minimale").events("fail") != []
    assert empty_oven("/", "1 pineapple, 4 olive, 0:minimale").events("bake")[0]["used"] == {"pineapple": 1, "olive": 4}


@pytest.mark.rule("MP-11")
@pytest.mark.parametrize(("edition", "each"), [("en", 4), ("it", 5), ("fr", 5)])
def test_ghiottona(edition: str, each: int) -> None:
    def ghiottona(oven: str, hand: str = "") -> MammaMiaPosition:
        return empty_oven(f"{hand} /", f"{oven}, 0:ghiottona", edition=edition)

    enough = ghiottona(f"1 pineapple, {each} olive, {each} shrimp")
    assert enough.events("bake")[0]["used"] == {"pineapple": 1, "olive": each, "shrimp": each}
    assert ghiottona(f"1 pineapple, {each - 1} olive, {each} shrimp").events("fail") != []
    several = ghiottona(f"1 pineapple, {each} olive, {each} mushroom, {each - 1} shrimp", "1 shrimp")
    assert several.legal() == ["bake olive mushroom", "bake olive shrimp", "bake mushroom shrimp"]
    several.do("bake mushroom shrimp")
    assert several.oven == f"{each} olive"
    assert ghiottona(f"{each} olive, {each} shrimp", "1 pineapple").legal() == ["bake olive shrimp", "decline"]


@pytest.mark.rule("MP-11")
def test_ghiottona_takes_two_different_kinds_but_not_the_personal_one() -> None:
    position = empty_oven("/", "9 pineapple, 9 olive, 0:ghiottona")
    assert position.events("fail") != []


@pytest.mark.rule("MP-11")
def test_unknown_editions_are_refused() -> None:
    with pytest.raises(BadSetup, match="en or it or fr"):
        new_game(PLUS, 3, edition="de")


@pytest.mark.rule("MP-12")
def test_monotoni_junior() -> None:
    assert empty_oven("/", "5 olive, 4 shrimp, 0:monotoni-junior").events("bake")[0]["used"] == {"olive": 5}
    position = empty_oven("1 shrimp /", "4 olive, 4 shrimp, 0:monotoni-junior")
    assert position.legal() == ["bake shrimp", "decline"]


@pytest.mark.rule("MP-12")
@pytest.mark.parametrize("order", ["monotoni-junior", "minipizza"])
@pytest.mark.parametrize("helping", [True, False])
def test_a_crossed_out_ingredient_on_the_table_fails_the_order(order: str, helping: bool) -> None:
    """The order goes back at once. Nobody is asked."""
    position = empty_oven("5 shrimp / 1 olive / 1 olive", f"1 pineapple, 9 shrimp, 0:{order}", helping=helping)
    assert position.events("fail") == [{"seat": 0, "order": order}]
    assert position.events("ask") == []


@pytest.mark.rule("MP-12")
@pytest.mark.parametrize("order", ["monotoni-junior", "minipizza"])
def test_a_crossed_out_ingredient_in_hand_does_not_matter(order: str) -> None:
    assert empty_oven("3 pineapple / 3 pineapple", f"5 shrimp, 0:{order}").events("bake") != []


@pytest.mark.rule("MP-12")
def test_a_crossed_out_ingredient_that_was_used_before_does_not_matter() -> None:
    position = empty_oven("/", "1 pineapple, 4 olive, 0:4-olive, 3 shrimp, 0:minipizza")
    assert [told["order"] for told in position.events("bake")] == ["4-olive", "minipizza"]


@pytest.mark.rule("MP-12")
def test_the_crossed_out_ingredient_cannot_be_chosen() -> None:
    position = empty_oven("5 pineapple /", "4 olive, 0:monotoni-junior")
    assert position.events("fail") != []


@pytest.mark.rule("MP-12")
def test_minipizza_takes_three_of_its_ingredient() -> None:
    position = empty_oven("1 shrimp /", "2 shrimp, 9 olive, 0:minipizza")
    assert position.legal() == ["bake", "decline"]
    position.do("bake")
    assert position.events("bake")[0]["used"] == {"shrimp": 3}


@pytest.mark.rule("MP-13")
def test_mamma_mia_takes_five_of_one_of_its_two_kinds() -> None:
    """The first one of yellow shows olive and mushroom, the second pepper and salami."""
    assert empty_oven("/", "1 pineapple, 6 olive, 0:mamma-mia-1").events("bake")[0]["used"] == {
        "pineapple": 1,
        "olive": 5,
    }
    assert empty_oven("/", "1 pineapple, 6 olive, 0:mamma-mia-2").events("fail") != []
    assert empty_oven("/", "1 pineapple, 4 olive, 4 mushroom, 0:mamma-mia-1").events("fail") != []
    both = empty_oven("1 mushroom /", "1 pineapple, 5 olive, 4 mushroom, 0:mamma-mia-1")
    assert both.legal() == ["bake olive", "bake mushroom"]


@pytest.mark.rule("MP-17")
@pytest.mark.parametrize(
    ("players", "helping", "rounds"),
    [(2, True, 4), (2, False, 4), (3, True, 3), (3, False, 4), (6, True, 3), (6, False, 4)],
)
def test_the_number_of_rounds(players: int, helping: bool, rounds: int) -> None:
    hands = " / ".join(["1 olive"] * players)
    for number in range(1, rounds + 1):
        position = empty_oven(hands, "1 shrimp", helping=helping, round=number, used="1 salami")
        assert position.is_over == (number == rounds)


@pytest.mark.rule("MP-17")
def test_ties_are_broken_as_in_the_first_game() -> None:
    assert empty_oven("1 olive / 2 olive / 2 olive", "1 shrimp", round=4).ranks == [2, 0, 0]
