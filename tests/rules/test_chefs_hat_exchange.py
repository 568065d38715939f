"""Chef's Hat: special actions and the exchange (CH-3 to CH-6)."""

import pytest

from forno.rules.chefs_hat.rules import EXCHANGE, JOKER, PIZZA, SPECIAL
from forno.rules.game import HIDDEN, SPECTATOR
from positions import SORTED, Kitchen, counts, exchange, hand_text, new

ROLES = "chef sous-chef waiter dishwasher"
REVERSED = "dishwasher waiter sous-chef chef"


def dealt(wanted: bool, roles: tuple[int, ...] = (0, 1, 2, 3)) -> Kitchen:
    """A later shift's deal where somebody holds both jokers, or nobody does."""
    for number in range(100):
        made = new()
        made.s.role[:] = roles
        made.s.shift = 1
        made.deal(number)
        if (made.s.hand[:, JOKER] == 2).any() == wanted:
            return made
    raise AssertionError


@pytest.mark.rule("CH-3")
def test_who_holds_both_jokers_is_asked_first() -> None:
    made = dealt(wanted=True)
    assert made.s.phase == SPECIAL
    assert made.s.hand[made.actor, JOKER] == 2


@pytest.mark.rule("CH-3")
def test_nobody_is_asked_if_the_jokers_are_apart() -> None:
    made = dealt(wanted=False)
    assert made.s.phase == EXCHANGE
    assert made.actor == 0  # the Chef


@pytest.mark.rule("CH-3", "CH-4")
def test_the_first_shift_has_neither_roles_nor_special_action_nor_exchange() -> None:
    for number in range(12):
        made = new().deal(number)
        assert made.roles == "- - - -"
        assert made.s.phase == PIZZA
    assert any((new().deal(number).s.hand[:, JOKER] == 2).any() for number in range(12))


@pytest.mark.rule("CH-3")
def test_the_dishwasher_may_start_a_food_fight() -> None:
    made = exchange(SORTED, ROLES, asked=3)
    assert made.legal() == ["keep-still", "food-fight"]


@pytest.mark.rule("CH-3")
@pytest.mark.parametrize("roles", [REVERSED, "sous-chef chef dishwasher waiter", "waiter chef dishwasher sous-chef"])
def test_any_other_role_may_serve_dinner(roles: str) -> None:
    made = exchange(SORTED, roles, asked=3)
    assert made.legal() == ["keep-still", "dinner-is-served"]


@pytest.mark.rule("CH-3")
def test_a_food_fight_reverses_roles_and_the_exchange_follows_the_new_ones() -> None:
    made = exchange(SORTED, ROLES, asked=3).do("food-fight")
    assert made.roles == REVERSED
    assert [made.hand(seat) for seat in range(4)] == [hand_text(counts(hand)) for hand in SORTED.split("/")]
    assert made.heard("special") == [{"seat": 3, "action": "food-fight", "roles": REVERSED.split()}]
    assert made.actor == 3  # the new Chef gives
    made.do("give 10", "give 11")
    assert made.actor == 2
    made.do("give 10")
    assert made.heard("gave") == [
        {"from": 0, "to": 3, "cards": ["1", "2"]},
        {"from": 1, "to": 2, "cards": ["6"]},
        {"from": 2, "to": 1, "cards": ["10"]},
        {"from": 3, "to": 0, "cards": ["10", "11"]},
    ]


@pytest.mark.rule("CH-3")
def test_a_food_fight_swaps_sous_chef_and_waiter_wherever_they_sit() -> None:
    made = exchange(SORTED, "waiter chef sous-chef dishwasher", asked=3).do("food-fight")
    assert made.roles == "sous-chef dishwasher waiter chef"


@pytest.mark.rule("CH-3")
def test_when_dinner_is_served_there_is_no_exchange_and_roles_stay() -> None:
    made = exchange(SORTED, REVERSED, asked=3).do("dinner-is-served")
    assert made.roles == REVERSED
    assert made.heard("gave") == made.heard("exchanged") == []
    assert made.s.phase == PIZZA
    assert made.actor == 3  # has the golden mozzarella
    assert (made.s.held == 17).all()


@pytest.mark.rule("CH-3")
def test_who_keeps_still_lets_the_exchange_begin() -> None:
    made = exchange(SORTED, ROLES, asked=3).do("keep-still")
    assert made.s.phase == EXCHANGE
    assert made.actor == 0
    assert made.roles == ROLES


@pytest.mark.rule("CH-3")
def test_keeping_still_leaves_no_trace() -> None:
    """The ruling: no event, and a state like one in which nobody was asked."""
    made = exchange(SORTED, ROLES, asked=3).do("keep-still")
    assert made.events == []
    assert made.states.tobytes() == exchange(SORTED, ROLES).states.tobytes()


@pytest.mark.rule("CH-3")
def test_while_somebody_ponders_the_others_do_not_see_it() -> None:
    """The ruling: they see the same as if nobody was asked, except for the Chef, who is not asked for gifts yet."""
    made, nobody = exchange(SORTED, ROLES, asked=3), exchange(SORTED, ROLES)
    assert made.view(3)[0].actor == 3
    assert made.view(0)[0].actor == HIDDEN
    for seat in (1, 2, SPECTATOR):
        assert made.view(seat).tobytes() == nobody.view(seat).tobytes()


@pytest.mark.rule("CH-4")
def test_dishwasher_and_waiter_give_the_rarest_chef_and_sous_chef_what_they_like() -> None:
    hands = "6x2 7x7 8x8 / 9x9 10x8 / 2x2 3x3 4x4 5x5 6x3 / 1 6 10x2 11x10 golden jokerx2"
    made = exchange(hands, ROLES).do("give 7", "give 8", "give 9")
    assert made.heard("gave") == [
        {"from": 0, "to": 3, "cards": ["7", "8"]},
        {"from": 1, "to": 2, "cards": ["9"]},
        {"from": 2, "to": 1, "cards": ["2"]},
        {"from": 3, "to": 0, "cards": ["1", "6"]},
    ]
    assert made.hand(0) == "1 6x3 7x6 8x7"
    assert made.hand(1) == "2 9x8 10x8"
    assert made.hand(2) == "2 3x3 4x4 5x5 6x3 9"
    assert made.hand(3) == "7 8 10x2 11x10 golden jokerx2"
    assert (made.s.held == 17).all()
    assert made.s.phase == PIZZA
    assert made.actor == 3


@pytest.mark.rule("CH-4")
def test_two_rarest_of_one_number_are_both_given() -> None:
    hands = "6x2 7x7 8x8 / 9x9 10x8 / 1 3x3 4x4 5x5 6x4 / 2x2 10x2 11x10 golden jokerx2"
    made = exchange(hands, ROLES).do("give 7", "give 8", "give 9")
    assert made.heard("gave")[3]["cards"] == ["2", "2"]


@pytest.mark.rule("CH-4")
def test_a_joker_ranks_after_11_and_is_not_among_the_rarest() -> None:
    hands = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8 9x9 10x7 / 8 10x3 11x10 golden jokerx2"
    made = exchange(hands, ROLES).do("give 1", "give 2", "give 6")
    assert made.heard("gave")[3]["cards"] == ["8", "10"]
    assert "joker" not in made.hand(0)


@pytest.mark.rule("CH-4")
def test_chef_chooses_twice_and_first_then_the_sous_chef_once() -> None:
    made = exchange(SORTED, "waiter sous-chef dishwasher chef")
    assert made.actor == 3
    assert made.legal() == ["give 10", "give 11", "give golden", "give joker"]
    made.do("give joker")
    assert made.actor == 3
    assert made.legal() == ["give 10", "give 11", "give golden", "give joker"]
    made.do("give joker")
    assert made.actor == 1
    assert made.legal() == ["give 6", "give 7", "give 8"]


@pytest.mark.rule("CH-4")
def test_a_chef_cannot_give_the_same_card_twice() -> None:
    made = exchange(SORTED, ROLES).do("give 1")
    assert made.legal() == ["give 2", "give 3", "give 4", "give 5", "give 6"]


@pytest.mark.rule("CH-4")
def test_a_chef_may_give_in_any_order() -> None:
    one, other = exchange(SORTED, ROLES).do("give 6", "give 1"), exchange(SORTED, ROLES).do("give 1", "give 6")
    assert (one.s.hand == other.s.hand).all()


@pytest.mark.rule("CH-5")
def test_chef_and_sous_chef_choose_from_the_hand_as_dealt() -> None:
    """Nothing arrives before all have given: neither in the hands nor in the views."""
    made = exchange(SORTED, REVERSED)
    assert made.do("give 11").hand(0) == hand_text(counts(SORTED.split("/")[0]))
    made.do("give joker")
    assert made.actor == 2
    assert made.legal() == ["give 8", "give 9", "give 10"]  # not the 6 that seat 1 will have to give
    for seat in range(4):
        assert made.view(seat)[0].got.tolist() == [-1, -1]
    assert made.heard("gave") == []
    made.do("give 8")
    assert made.view(3)[0].got.tolist() == [0, 1]
    assert made.view(0)[0].got.tolist() == [10, 12]
    assert made.view(2)[0].got.tolist() == [5, -1]
    assert made.view(1)[0].got.tolist() == [7, -1]


@pytest.mark.rule("CH-5")
def test_a_gift_that_was_received_is_not_passed_on() -> None:
    """The Dishwasher gives the rarest of the hand as dealt, even if the Chef gives something rarer."""
    hands = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8x2 9x9 10x6 / 10x4 11x10 golden jokerx2"
    made = exchange(hands, ROLES).do("give 1", "give 2", "give 6")
    assert made.heard("gave")[3]["cards"] == ["10", "10"]
    assert made.hand(3) == "1 2 10x2 11x10 golden jokerx2"


@pytest.mark.rule("CH-5")
def test_gifts_are_known_to_giver_and_receiver_alone() -> None:
    made = exchange(SORTED, ROLES).do("give 1", "give 2", "give 6")
    audiences = [sorted(event.audience or ()) for event in made.events if event.name == "gave"]
    assert audiences == [[0, 3], [1, 2], [1, 2], [0, 3]]
    assert made.view(SPECTATOR)[0].got.tolist() == made.view(SPECTATOR)[0].gave.tolist() == [-1, -1]
    assert made.view(1)[0].gave.tolist() == [5, -1]


@pytest.mark.rule("CH-6")
def test_a_chef_may_give_the_golden_mozzarella_and_its_new_holder_starts() -> None:
    made = exchange(SORTED, REVERSED).do("give golden", "give 11", "give 8")
    assert made.actor == 0
    assert made.legal() == ["11x1", "11x2"]
    assert made.hand(3) == "1 2 10x4 11x9 jokerx2"


@pytest.mark.rule("CH-6")
def test_a_chef_may_keep_the_golden_mozzarella() -> None:
    made = exchange(SORTED, REVERSED).do("give 11", "give 11", "give 8")
    assert made.actor == 3
    assert made.hand(3) == "1 2 10x4 11x8 golden jokerx2"


@pytest.mark.rule("CH-6")
def test_plain_mozzarellas_and_the_golden_one_are_different_gifts() -> None:
    made = exchange(SORTED, REVERSED).do("give golden")
    assert made.legal() == ["give 10", "give 11", "give joker"]


@pytest.mark.rule("CH-4")
@pytest.mark.parametrize("number", range(10))
def test_neither_joker_nor_mozzarella_is_ever_among_the_rarest(number: int) -> None:
    """68 cards have only 13 mozzarellas and jokers: a hand of 17 has at least four others."""
    made = new()
    made.s.role[:] = 0, 1, 2, 3
    made.deal(number)
    if made.s.phase == SPECIAL:
        made.do("keep-still")
    for _ in range(3):
        made.do(made.legal()[-1])
    forced = [card for gift in made.heard("gave")[2:] for card in gift["cards"]]
    assert len(forced) == 3
    assert not {"11", "golden", "joker"} & set(forced)
