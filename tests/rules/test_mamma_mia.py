"""Mamma Mia!: cards, set-up and the placing phase (MM-1 to MM-13)."""

from collections import Counter

import pytest

from forno.rules.game import BadSetup
from forno.rules.mamma_mia.decks import KINDS
from forno.table import Refusal, Table
from positions.mamma_mia import CLASSIC, MammaMiaPosition, new_game, set_up
from positions.position import key

FIVE = KINDS[:5]


def cards(position: MammaMiaPosition) -> Counter[str]:
    """Ingredients and the Mamma Mia! card, in hands and supply."""
    found = Counter(position.supply)
    for kind in range(5):
        found[KINDS[kind]] += int(position.state.hand[:, kind].sum())
    return found


def ingredients(position: MammaMiaPosition, seat: int) -> list[str]:
    return sorted(KINDS[kind] for kind in range(5) for _ in range(position.state.hand[seat, kind]))


@pytest.mark.rule("MM-1", "MM-3")
@pytest.mark.parametrize(("players", "copies"), [(5, 13), (4, 12), (3, 10), (2, 8)])
def test_the_deck_has_five_ingredients_and_one_mamma_mia_card(players: int, copies: int) -> None:
    assert cards(new_game(CLASSIC, players).deal(1)) == {**dict.fromkeys(FIVE, copies), "mamma-mia": 1}


@pytest.mark.rule("MM-1")
@pytest.mark.parametrize("players", [1, 6])
def test_two_to_five_players(players: int) -> None:
    with pytest.raises(BadSetup, match="2 to 5 players"):
        new_game(CLASSIC, players)


@pytest.mark.rule("MM-1")
def test_seat_i_has_colour_i() -> None:
    """Each colour has an order for 4 of every ingredient except its own."""
    position = new_game(CLASSIC, 5)
    for seat, kind in enumerate(FIVE):
        assert set(position.names[seat]) & {f"4-{other}" for other in FIVE} == {
            f"4-{other}" for other in FIVE if other != kind
        }


@pytest.mark.rule("MM-4", "MM-5")
@pytest.mark.parametrize("players", range(2, 6))
def test_the_deal(players: int) -> None:
    position = new_game(CLASSIC, players).deal(2)
    for seat in range(players):
        assert position.state.n_ingredients[seat] == 6
        assert position.state.n_orders[seat] == 1
        assert len(position.waiter(seat)) == 7
    assert len(position.supply) == [0, 0, 29, 33, 37, 36][players]
    assert position.oven == ""
    assert position.state.phase != 0


@pytest.mark.rule("MM-4")
def test_the_card_may_be_anywhere_in_the_supply() -> None:
    """With 2 players it is among 29 cards, and may be at the top or the bottom."""
    found = {new_game(CLASSIC, 2).deal(number).supply.index("mamma-mia") for number in range(400)}
    assert found == set(range(29))


@pytest.mark.rule("MM-4", "MM-5")
def test_every_seat_is_told_only_its_own_hand() -> None:
    position = new_game(CLASSIC, 3).deal(3)
    for seat in range(3):
        (told,) = position.events("dealt", seat)
        assert told["seat"] == seat
        assert sorted(told["cards"][:-1]) == ingredients(position, seat)
        assert position.hand(seat).endswith(f"| {told['cards'][-1]}")
    for seat in position.seats:
        assert position.events("waiter", seat) == position.events("supply", seat) == []
    assert position.events("dealt", -1) == []


@pytest.mark.rule("MM-6")
def test_a_random_starter() -> None:
    found = Counter(new_game(CLASSIC, 5).deal(number).actor for number in range(100))
    assert set(found) == set(range(5))
    assert min(found.values()) > 8


@pytest.mark.rule("MM-6")
@pytest.mark.parametrize(("players", "starter"), [(2, 0), (2, 1), (5, 4)])
def test_a_given_starter(players: int, starter: int) -> None:
    for number in range(3):
        position = new_game(CLASSIC, players, starter=starter).deal(number)
        assert position.actor == starter
        assert position.events("starter") == [{"seat": starter}]


@pytest.mark.rule("MM-6")
@pytest.mark.parametrize(("players", "starter"), [(2, 2), (4, 4), (5, 5), (3, -1), (3, "first")])
def test_no_such_starter(players: int, starter: int | str) -> None:
    with pytest.raises(BadSetup, match="starter"):
        new_game(CLASSIC, players, starter=starter)


@pytest.mark.rule("MM-7")
def test_one_or_more_of_one_kind_must_be_placed() -> None:
    position = set_up(CLASSIC, "3 salami 1 olive | each / 1 pepper", supply="5 olive")
    assert position.legal() == ["place 1 olive", "place 1 salami", "place 2 salami", "place 3 salami"]
    position.do("place 2 salami")
    assert position.hand(0) == "1 olive 1 salami | each"
    assert position.oven == "2 salami"
    for seat in position.seats:
        assert position.events("placed", seat) == [{"seat": 0, "kind": "salami", "n": 2}]


@pytest.mark.rule("MM-7")
def test_placing_cards_not_held_or_of_two_kinds_is_refused() -> None:
    table = Table(CLASSIC, 2, {"starter": 0}, key=key(5))
    for text, code in (
        ("place 7 olive", "illegal-action"),
        ("place 0 olive", "unknown-action"),
        ("place 1 olive 1 salami", "unknown-action"),
        ("place 1 shrimp", "unknown-action"),
        ("order each", "illegal-action"),
        ("no order", "illegal-action"),
        ("draw supply", "illegal-action"),
        ("bake", "illegal-action"),
        ("ask", "unknown-action"),
    ):
        with pytest.raises(Refusal) as refused:
            table.act(0, text)
        assert refused.value.code == code, text


@pytest.mark.rule("MM-8")
def test_one_order_or_none_follows() -> None:
    position = set_up(CLASSIC, "3 salami | monotoni 4-olive each / 1 pepper", supply="5 olive").do("place 1 salami")
    assert position.actor == 0
    assert position.legal() == ["order 4-olive", "order each", "order monotoni", "no order"]
    ordered = position.copy().do("order each")
    assert ordered.oven == "1 salami, 0:each"
    assert ordered.hand(0) == "2 salami | 4-olive monotoni"
    assert "order 4-olive" not in ordered.legal()  # only one is allowed
    none = position.copy().do("no order")
    assert none.oven == "1 salami"
    for seat in position.seats:
        assert ordered.events("ordered", seat) == [{"seat": 0, "order": "each"}]


@pytest.mark.rule("MM-8")
def test_a_seat_without_orders_is_not_asked_for_one() -> None:
    position = set_up(CLASSIC, "3 salami / 1 pepper", supply="5 olive").do("place 1 salami")
    assert position.legal() == ["draw supply", "draw waiter"]


@pytest.mark.rule("MM-8")
def test_an_order_may_follow_the_last_ingredient() -> None:
    position = set_up(CLASSIC, "3 salami | each / 1 pepper", supply="5 olive").do("place 3 salami")
    assert position.legal() == ["order each", "no order"]


@pytest.mark.rule("MM-9")
def test_a_draw_from_the_supply_fills_the_hand_to_seven() -> None:
    position = set_up(CLASSIC, "3 salami | each / 1 pepper", supply="9 olive, 1 pepper, mamma-mia")
    position.do("place 2 salami", "no order", "draw supply")
    assert position.hand(0) == "5 olive 1 salami | each"
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 5}]
    assert position.actor == 1
    assert position.events("drew", 0) == [{"seat": 0, "pile": "supply", "cards": ["olive"] * 5}]
    assert position.events("drew", 1) == position.events("drew", -1) == []


@pytest.mark.rule("MM-9")
def test_an_empty_hand_draws_seven() -> None:
    position = set_up(CLASSIC, "3 salami / 1 pepper", supply="9 olive, mamma-mia").do("place 3 salami")
    assert position.copy().do("draw supply").hand(0) == "7 olive |"
    assert position.copy().do("draw waiter").size(0) == 7


@pytest.mark.rule("MM-9")
def test_a_draw_from_the_waiter_fills_the_hand_to_seven() -> None:
    position = set_up(CLASSIC, "3 salami | each / 1 pepper", waiters="minimale rest / rest", supply="9 olive")
    position.do("place 2 salami", "no order", "draw waiter")
    assert position.hand(0) == "1 salami | 4-olive 4-pepper 4-mushroom 4-salami each minimale"
    assert position.waiter(0) == ["bombastica", "monotoni"]
    assert position.events("draw") == [{"seat": 0, "pile": "waiter", "n": 5}]
    assert len(position.supply) == 9
    assert position.events("drew", 1) == []


@pytest.mark.rule("MM-9")
def test_example_1_of_the_rulebook() -> None:
    """Alberto (green) ends with 6 cards, since his waiter has only 3."""
    position = set_up(
        CLASSIC,
        "1 olive / 1 olive / 3 salami 2 pepper 1 mushroom | 4-salami",
        waiters="rest / rest / each minimale monotoni",
        supply="9 olive",
        actor=2,
    )
    position.do("place 3 salami", "order 4-salami", "draw waiter")
    assert position.size(2) == 6
    assert position.hand(2) == "2 pepper 1 mushroom | each monotoni minimale"
    assert position.waiter(2) == []
    assert position.events("draw") == [{"seat": 2, "pile": "waiter", "n": 3}]
    assert position.actor == 0
    position.do("place 1 olive", "draw supply", "place 1 olive", "draw waiter", "place 1 mushroom", "no order")
    assert position.size(2) == 7  # filled up from the supply, without a decision (MM-10)


@pytest.mark.rule("MM-9")
def test_a_full_hand_draws_nothing() -> None:
    """The hand has eight cards here. In a real game, only a pass leaves seven in hand (see MM-15)."""
    position = set_up(CLASSIC, "3 salami | 4-olive 4-pepper 4-mushroom 4-salami each / 1 pepper", supply="9 olive")
    position.do("place 1 salami", "no order")
    assert position.events("draw") == []
    assert position.size(0) == 7
    assert position.actor == 1


@pytest.mark.rule("MM-10")
def test_an_empty_waiter_cannot_be_chosen() -> None:
    position = set_up(CLASSIC, "3 salami / 1 pepper", waiters=" / rest", supply="9 olive").do("place 1 salami")
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 5}]
    assert position.actor == 1


@pytest.mark.rule("MM-11")
def test_a_drawn_mamma_mia_card_is_shown_and_replaced() -> None:
    position = set_up(CLASSIC, "4 salami / 1 pepper", supply="1 olive, mamma-mia, 9 pepper")
    position.do("place 1 salami", "draw supply")
    assert position.hand(0) == "1 olive 3 pepper 3 salami |"
    assert position.size(0) == 7
    assert position.state.holder == 0
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 5}]
    for seat in position.seats:
        assert position.events("mamma-mia", seat) == [{"seat": 0}]
    assert position.actor == 1  # the placing phase goes on


@pytest.mark.rule("MM-11")
@pytest.mark.parametrize("supply", ["mamma-mia, 4 pepper, 9 olive", "3 pepper, mamma-mia, 1 pepper, 9 olive"])
def test_the_mamma_mia_card_may_be_first_or_before_the_last(supply: str) -> None:
    position = set_up(CLASSIC, "4 salami / 1 pepper", supply=supply).do("place 1 salami", "draw supply")
    assert position.hand(0) == "4 pepper 3 salami |"
    assert position.state.holder == 0
    assert len(position.supply) == 9


@pytest.mark.rule("MM-11")
def test_a_full_hand_leaves_the_mamma_mia_card_on_the_supply() -> None:
    position = set_up(CLASSIC, "4 salami / 1 pepper", supply="4 pepper, mamma-mia, 1 olive").do(
        "place 1 salami", "draw supply"
    )
    assert position.state.holder == -1
    assert position.supply == ["mamma-mia", "olive"]
    assert position.events("draw") == [{"seat": 0, "pile": "supply", "n": 4}]


@pytest.mark.rule("MM-12")
def test_a_seat_without_ingredients_passes_and_draws() -> None:
    position = set_up(CLASSIC, "2 salami / | each minimale", supply="5 olive, 5 pepper").do(
        "place 1 salami", "draw waiter"
    )
    assert position.events("pass") == [{"seat": 1}]
    assert position.actor == 1
    assert position.legal() == ["draw supply", "draw waiter"]  # and no order
    position.do("draw supply")
    assert position.hand(1) == "5 olive | each minimale"
    assert position.actor == 0
    assert position.oven == "1 salami"


@pytest.mark.rule("MM-12")
def test_a_pass_with_an_empty_waiter_draws_without_a_decision() -> None:
    position = set_up(CLASSIC, "2 salami / | each", waiters="rest / ", supply="9 olive").do(
        "place 1 salami", "draw waiter"
    )
    assert position.events("pass") == [{"seat": 1}]
    assert position.events("draw")[-1] == {"seat": 1, "pile": "supply", "n": 6}
    assert position.actor == 0


@pytest.mark.rule("MM-12")
def test_a_seat_with_one_ingredient_must_place_it() -> None:
    position = set_up(CLASSIC, "2 salami / 1 olive | each", supply="9 olive").do("place 1 salami", "draw waiter")
    assert position.events("pass") == []
    assert position.legal() == ["place 1 olive"]


@pytest.mark.rule("MM-13")
def test_views_show_what_was_announced_of_the_oven() -> None:
    position = set_up(CLASSIC, "2 salami | each / 1 olive", supply="9 olive").do(
        "place 2 salami", "order each", "draw supply"
    )
    for seat in position.seats:
        view = position.view(seat)[0]
        assert view.oven[: view.n_oven].tolist() == [4, 4, 5 + 4]
        assert view.said.tolist() == [0, 4, 2]


@pytest.mark.rule("MM-13")
@pytest.mark.parametrize("memory_aid", [True, False])
def test_the_memory_aid_does_not_change_the_game(memory_aid: bool) -> None:
    position = new_game(CLASSIC, 3, memory_aid=memory_aid).deal(4)
    assert position.state.memory_aid == memory_aid
    assert position.view(0)[0].memory_aid == memory_aid
    assert position.hand(0) == new_game(CLASSIC, 3).deal(4).hand(0)
