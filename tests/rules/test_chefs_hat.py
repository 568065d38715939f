"""Chef's Hat: the deck, the deal, and making pizzas (CH-1, CH-2, CH-7 to CH-12)."""

import numpy as np
import pytest

from forno.rules.chefs_hat.names import CARDS
from forno.rules.chefs_hat.rules import DECK, GOLDEN, NUMBER
from forno.rules.chefs_hat.texts import TEXTS
from positions.chefs_hat import GAME, SORTED, count_cards, new_game, set_up


@pytest.mark.rule("CH-1")
def test_the_deck_has_n_cards_of_number_n_one_golden_and_two_jokers() -> None:
    numbered = {name: int(n) for name, n in zip(CARDS, DECK, strict=True)}
    assert numbered.pop("golden") == 1
    assert numbered.pop("joker") == 2
    assert numbered.pop("11") == 10  # the eleventh mozzarella is the golden one
    assert numbered == {str(n): n for n in range(1, 11)}
    assert DECK.sum() == 68


@pytest.mark.rule("CH-1")
def test_the_golden_mozzarella_is_an_11() -> None:
    assert NUMBER[CARDS.index("golden")] == NUMBER[CARDS.index("11")] == 11


@pytest.mark.rule("CH-2")
@pytest.mark.parametrize("number", range(5))
def test_every_seat_is_dealt_17_cards(number: int) -> None:
    position = new_game().deal(number)
    assert position.state.hand.sum(axis=1).tolist() == [17] * 4
    assert position.state.held.tolist() == [17] * 4
    assert (position.state.hand.sum(axis=0) == DECK).all()


@pytest.mark.rule("CH-2")
def test_another_stream_deals_different_hands() -> None:
    assert new_game().deal(1).states.tobytes() != new_game().deal(2).states.tobytes()


@pytest.mark.rule("CH-2")
def test_every_seat_is_told_its_own_cards() -> None:
    position = new_game().deal(3)
    for seat, told in enumerate(position.events("dealt")):
        assert told["seat"] == seat
        assert (count_cards(" ".join(told["cards"])) == position.state.hand[seat]).all()


@pytest.mark.rule("CH-7")
@pytest.mark.parametrize("number", range(8))
def test_the_holder_of_the_golden_mozzarella_starts(number: int) -> None:
    position = new_game().deal(number)
    assert position.state.hand[position.actor, GOLDEN] == 1


@pytest.mark.rule("CH-7")
def test_the_first_placement_contains_the_golden_mozzarella() -> None:
    position = set_up(SORTED.replace("11x10", "11x2 9x8").replace("9x9", "11x8 9"), actor=3)
    assert position.legal() == [f"11x{n}{jokers}" for n in (1, 2, 3) for jokers in ("", "+1j", "+2j")]
    alone = position.copy().do("11x1")
    assert alone.hand(3) == "9x8 10x4 11x2 jokerx2"
    assert alone.events("placed") == [{"seat": 3, "number": 11, "naturals": 1, "jokers": 0, "golden": True}]
    all_of_them = position.copy().do("11x3+2j")
    assert all_of_them.hand(3) == "9x8 10x4"
    assert all_of_them.state.placed[3].tolist() == count_cards("11x2 golden jokerx2").tolist()


@pytest.mark.rule("CH-7")
def test_a_starter_without_other_mozzarellas_has_one_legal_action() -> None:
    position = set_up("1 2 golden / 3 / 4 / 5")
    assert position.legal() == ["11x1"]


@pytest.mark.rule("CH-7")
def test_play_goes_clockwise() -> None:
    position = set_up("1 2 golden / 3 3 / 4 4 / 5 5").do("11x1")
    actors = [position.actor]
    for text in ("3x1", "pass"):
        position.do(text)
        actors.append(position.actor)
    assert actors == [1, 2, 3]


@pytest.mark.rule("CH-7")
def test_the_first_seat_follows_the_last() -> None:
    assert set_up("1 / 2 / 3 / 9 10", actor=3).do("9x1").actor == 0


@pytest.mark.rule("CH-8")
def test_a_pizza_starts_with_any_number_of_equal_cards() -> None:
    position = set_up("4 7x3 / 1 / 2 / 3")
    assert position.legal() == ["4x1", "7x1", "7x2", "7x3"]


@pytest.mark.rule("CH-8")
def test_only_lower_numbers_go_on_a_10() -> None:
    """The rulebook's first example: an 8 is allowed, an 11 and a 10 are not."""
    position = set_up("8 10 11 / 1 / 2 / 3", on="10x1", last=3)
    assert position.legal() == ["pass", "8x1"]


@pytest.mark.rule("CH-8")
def test_at_least_four_cards_go_on_four_11s() -> None:
    """The rulebook's second example: four 7s and five 9s are allowed, three 4s are not."""
    position = set_up("4x3 7x4 9x5 / 1 / 2 / 3", on="11x4", last=3)
    assert position.legal() == ["pass", "7x4", "9x4", "9x5"]


@pytest.mark.rule("CH-8")
def test_jokers_take_the_number_of_the_cards_beside_them() -> None:
    position = set_up("4x3 5 7x2 jokerx2 / 1 / 2 / 3", on="11x4", last=3)
    assert position.legal() == ["pass", "4x2+2j", "4x3+1j", "4x3+2j", "7x2+2j"]


@pytest.mark.rule("CH-8")
def test_jokers_count_towards_the_cards_to_top() -> None:
    position = set_up("9x2 10 joker / 6x2 7x3 / 2 / 3").do("9x2+1j")
    assert position.state.count == 3
    assert position.legal() == ["pass", "7x3"]


@pytest.mark.rule("CH-8")
def test_one_joker_does_not_count_twice() -> None:
    position = set_up("4 5x2 joker / 1 / 2 / 3", on="9x3", last=3)
    assert position.legal() == ["pass", "5x2+1j"]


@pytest.mark.rule("CH-8")
def test_placed_cards_leave_the_hand() -> None:
    position = set_up("4x3 5 joker / 1 / 2 / 3", on="9x3", last=3)
    before = position.state.placed[0].copy()
    position.do("4x2+1j")
    assert position.hand(0) == "4 5"
    assert position.state.held[0] == 2
    assert (position.state.placed[0] - before).tolist() == count_cards("4x2 joker").tolist()
    assert (position.state.number, position.state.count, position.state.last) == (4, 3, 0)


@pytest.mark.rule("CH-8")
def test_nothing_goes_on_a_chilli_pepper() -> None:
    position = set_up("2x2 jokerx2 / 3 / 4 / 5", on="1x1", last=3)
    assert position.legal() == ["pass"]


@pytest.mark.rule("CH-9")
def test_jokers_alone_start_a_pizza() -> None:
    assert set_up("jokerx2 / 1 / 2 / 3").legal() == ["jx1", "jx2"]
    assert set_up("5 joker / 1 / 2 / 3").legal() == ["5x1", "5x1+1j", "jx1"]


@pytest.mark.rule("CH-9")
@pytest.mark.parametrize("on", ["jx1", "11x1", "2x1"])
def test_jokers_alone_top_nothing(on: str) -> None:
    assert set_up("jokerx2 / 3 / 4 / 5", on=on, last=3).legal() == ["pass"]


@pytest.mark.rule("CH-9")
def test_jokers_alone_count_as_12_and_an_11_tops_them() -> None:
    position = set_up("5 jokerx2 / 10 11x2 / 2 / 3").do("jx2")
    assert (position.state.number, position.state.count) == (12, 2)
    assert position.legal() == ["pass", "11x2"]


@pytest.mark.rule("CH-10")
def test_a_seat_that_starts_a_pizza_cannot_pass() -> None:
    assert "pass" not in set_up("5 6 / 1 / 2 / 3").legal()


@pytest.mark.rule("CH-10")
def test_other_seats_may_pass_even_if_they_can_place() -> None:
    assert set_up("5 6 / 1 / 2 / 3", on="7x1", last=3).legal() == ["pass", "5x1", "6x1"]


@pytest.mark.rule("CH-10")
def test_a_seat_that_passed_is_out_of_the_pizza() -> None:
    position = set_up("9 10 / 1x1 2 / 5 6 / 7 8").do("10x1", "pass", "6x1", "pass", "pass")
    assert position.actor == 2  # seats 1, 3 and 0 have passed, so the pizza is done
    position = set_up("3 10 / 1 2 / 5 6 / 7 8").do("10x1", "pass", "6x1", "pass", "3x1")
    assert position.actor == 2  # not seat 1, which could place now but has passed
    assert position.events("passed") == [{"seat": 1}, {"seat": 3}]


@pytest.mark.rule("CH-11")
def test_the_last_seat_to_place_bakes_the_pizza_and_starts_the_next() -> None:
    position = set_up("9 10 / 1 2 / 5 6 / 7 8").do("10x1", "pass", "6x1", "pass", "pass")
    assert position.events("pizza") == [{"seat": 2, "next": 2}]
    assert position.actor == 2
    assert position.legal() == ["5x1"]
    assert (position.state.count, position.state.last) == (0, -1)


@pytest.mark.rule("CH-11")
def test_every_seat_may_play_on_the_next_pizza() -> None:
    position = set_up("9 10 / 1 2 / 5 6 / 7 8").do("10x1", "pass", "6x1", "pass", "pass", "5x1")
    assert position.state.passed.tolist() == [0, 0, 0, 0]
    assert position.actor == 3
    position.do("pass", "pass")
    assert position.actor == 1
    assert position.legal() == ["pass", "1x1", "2x1"]


@pytest.mark.rule("CH-11")
def test_no_seat_is_asked_to_top_itself() -> None:
    position = set_up("3 4 / 8 9 / 6 7 / 5 5", on="10x1", last=3).do("4x1", "pass", "pass", "pass")
    assert position.actor == 0
    assert position.events("pizza") == [{"seat": 0, "next": 0}]


@pytest.mark.rule("CH-11")
def test_a_seat_without_cards_is_skipped() -> None:
    position = set_up("9 10 / / 5 6 / 7 8", out=(1,)).do("10x1")
    assert position.actor == 2


@pytest.mark.rule("CH-11")
def test_a_last_card_can_still_win_the_pizza_or_be_topped() -> None:
    position = set_up("10 / 8 9 / 5 6 / 7 8").do("10x1")
    assert position.events("finished") == [{"seat": 0, "role": "chef"}]
    assert position.actor == 1
    assert position.legal() == ["pass", "8x1", "9x1"]
    position.do("8x1", "pass", "pass")  # seat 0 is not asked
    assert position.events("pizza") == [{"seat": 1, "next": 1}]
    assert position.actor == 1


@pytest.mark.rule("CH-11")
def test_if_all_pass_on_a_last_card_the_seat_to_the_left_starts() -> None:
    position = set_up("10 / 8 9 / 5 6 / 7 8").do("10x1", "pass", "pass", "pass")
    assert position.events("pizza") == [{"seat": 0, "next": 1}]
    assert position.actor == 1
    assert position.legal() == ["8x1", "9x1"]


@pytest.mark.rule("CH-11")
def test_the_seat_to_the_left_is_the_next_with_cards() -> None:
    position = set_up("10 / / 5 6 / 7 8", out=(1,)).do("10x1", "pass", "pass")
    assert position.events("pizza") == [{"seat": 0, "next": 2}]
    assert position.actor == 2


@pytest.mark.rule("CH-11")
def test_the_seat_left_of_the_last_placement_starts_not_of_the_last_pass() -> None:
    position = set_up("8 9 / 10 11 / 5 / 7 8", on="11x1", last=1, passed=(3,), actor=2).do("5x1", "pass", "pass")
    assert position.events("pizza") == [{"seat": 2, "next": 3}]
    assert position.actor == 3


@pytest.mark.rule("CH-12")
def test_a_pizza_that_nobody_can_top_does_not_end_early() -> None:
    position = set_up("1 2 / 8 9 / 5 6 / 7 8").do("1x1")
    asked = []
    while not position.events("pizza"):
        asked.append(position.actor)
        assert position.legal() == ["pass"]
        position.do("pass")
    assert asked == [1, 2, 3]
    assert position.actor == 0


@pytest.mark.rule("CH-8")
def test_legal_placements_match_the_hand_and_the_pizza() -> None:
    """A placement is legal if and only if the hand has its cards and the pizza allows it."""
    rng = np.random.default_rng(1)
    for _ in range(60):
        cards = rng.permutation(np.repeat(np.arange(13), DECK))[:8]
        hand = np.bincount(cards[cards != GOLDEN], minlength=13)
        text = " ".join(f"{CARDS[card]}x{n}" for card, n in enumerate(hand) if n)
        number, count = int(rng.integers(2, 13)), int(rng.integers(1, 4))
        on = f"jx{min(count, 2)}" if number == 12 else f"{number}x{min(count, number)}"
        position = set_up(f"{text} / / / ", on=on, last=3, toy=True)
        assert position.legal() == ["pass", *(t for t in TEXTS if _is_legal(t, hand.tolist(), on))]
    assert GAME.n_actions == len(TEXTS)


def _is_legal(text: str, hand: list[int], on: str) -> bool:
    """CH-8 again, computed from the texts of actions."""
    if "x" not in text or text.startswith("j"):
        return False
    number, naturals, jokers = _parse(text)
    last, its_naturals, its_jokers = (12, 0, int(on[2:])) if on.startswith("j") else _parse(on)
    enough = naturals + jokers >= its_naturals + its_jokers
    return number < last and enough and hand[number - 1] >= naturals and hand[12] >= jokers


def _parse(text: str) -> tuple[int, int, int]:
    cards, _, jokers = text.partition("+")
    number, naturals = cards.split("x")
    return int(number), int(naturals), int(jokers[:1] or 0)
