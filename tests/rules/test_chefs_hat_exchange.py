"""Chef's Hat: special actions and the exchange (CH-3 to CH-6)."""

import pytest

from forno.rules.chefs_hat.rules import EXCHANGE, JOKER, PIZZA, SPECIAL
from forno.rules.game import HIDDEN, SPECTATOR
from positions.chefs_hat import SORTED, ChefsHatPosition, count_cards, hand_text, new_game, set_up_exchange

ROLES = "chef sous-chef waiter dishwasher"
REVERSED = "dishwasher waiter sous-chef chef"


def dealt(*, both_jokers: bool, roles: tuple[int, ...] = (0, 1, 2, 3)) -> ChefsHatPosition:
    """Deal a later shift in which one seat holds both jokers, or in which none does."""
    for number in range(100):
        position = new_game()
        position.state.role[:] = roles
        position.state.shift = 1
        position.deal(number)
        if (position.state.hand[:, JOKER] == 2).any() == both_jokers:
            return position
    raise AssertionError


@pytest.mark.rule("CH-3")
def test_the_holder_of_both_jokers_is_asked_first() -> None:
    position = dealt(both_jokers=True)
    assert position.state.phase == SPECIAL
    assert position.state.hand[position.actor, JOKER] == 2


@pytest.mark.rule("CH-3")
def test_nobody_is_asked_if_two_seats_hold_the_jokers() -> None:
    position = dealt(both_jokers=False)
    assert position.state.phase == EXCHANGE
    assert position.actor == 0  # the Chef


@pytest.mark.rule("CH-3", "CH-4")
def test_the_first_shift_has_no_roles_special_action_or_exchange() -> None:
    for number in range(12):
        position = new_game().deal(number)
        assert position.roles == "- - - -"
        assert position.state.phase == PIZZA
    assert any((new_game().deal(number).state.hand[:, JOKER] == 2).any() for number in range(12))


@pytest.mark.rule("CH-3")
def test_the_dishwasher_may_start_a_food_fight() -> None:
    position = set_up_exchange(SORTED, ROLES, asked=3)
    assert position.legal() == ["keep-still", "food-fight"]


@pytest.mark.rule("CH-3")
@pytest.mark.parametrize("roles", [REVERSED, "sous-chef chef dishwasher waiter", "waiter chef dishwasher sous-chef"])
def test_any_other_role_may_serve_dinner(roles: str) -> None:
    position = set_up_exchange(SORTED, roles, asked=3)
    assert position.legal() == ["keep-still", "dinner-is-served"]


@pytest.mark.rule("CH-3")
def test_the_exchange_follows_the_roles_after_a_food_fight() -> None:
    position = set_up_exchange(SORTED, ROLES, asked=3).do("food-fight")
    assert position.roles == REVERSED
    assert [position.hand(seat) for seat in range(4)] == [hand_text(count_cards(hand)) for hand in SORTED.split("/")]
    assert position.events("special") == [{"seat": 3, "action": "food-fight", "roles": REVERSED.split()}]
    assert position.actor == 3  # the new Chef gives
    position.do("give 10", "give 11")
    assert position.actor == 2
    position.do("give 10")
    assert position.events("gave") == [
        {"from": 0, "to": 3, "cards": ["1", "2"]},
        {"from": 1, "to": 2, "cards": ["6"]},
        {"from": 2, "to": 1, "cards": ["10"]},
        {"from": 3, "to": 0, "cards": ["10", "11"]},
    ]


@pytest.mark.rule("CH-3")
def test_a_food_fight_swaps_sous_chef_and_waiter_wherever_they_sit() -> None:
    position = set_up_exchange(SORTED, "waiter chef sous-chef dishwasher", asked=3).do("food-fight")
    assert position.roles == "sous-chef dishwasher waiter chef"


@pytest.mark.rule("CH-3")
def test_serving_dinner_skips_the_exchange_and_keeps_the_roles() -> None:
    position = set_up_exchange(SORTED, REVERSED, asked=3).do("dinner-is-served")
    assert position.roles == REVERSED
    assert position.events("gave") == position.events("exchanged") == []
    assert position.state.phase == PIZZA
    assert position.actor == 3  # has the golden mozzarella
    assert (position.state.held == 17).all()


@pytest.mark.rule("CH-3")
def test_the_exchange_begins_after_keep_still() -> None:
    position = set_up_exchange(SORTED, ROLES, asked=3).do("keep-still")
    assert position.state.phase == EXCHANGE
    assert position.actor == 0
    assert position.roles == ROLES


@pytest.mark.rule("CH-3")
def test_keep_still_leaves_no_trace() -> None:
    """By the ruling, there is no event, and the state is as if nobody had been asked."""
    position = set_up_exchange(SORTED, ROLES, asked=3).do("keep-still")
    assert position.all_events == []
    assert position.states.tobytes() == set_up_exchange(SORTED, ROLES).states.tobytes()


@pytest.mark.rule("CH-3")
def test_other_seats_do_not_see_who_is_asked() -> None:
    """By the ruling, they see what they would see if nobody had been asked. Only the Chef, who cannot give yet, sees a difference."""
    position, nobody = set_up_exchange(SORTED, ROLES, asked=3), set_up_exchange(SORTED, ROLES)
    assert position.view(3)[0].actor == 3
    assert position.view(0)[0].actor == HIDDEN
    for seat in (1, 2, SPECTATOR):
        assert position.view(seat).tobytes() == nobody.view(seat).tobytes()


@pytest.mark.rule("CH-4")
def test_lower_roles_give_their_rarest_cards_and_higher_roles_any() -> None:
    hands = "6x2 7x7 8x8 / 9x9 10x8 / 2x2 3x3 4x4 5x5 6x3 / 1 6 10x2 11x10 golden jokerx2"
    position = set_up_exchange(hands, ROLES).do("give 7", "give 8", "give 9")
    assert position.events("gave") == [
        {"from": 0, "to": 3, "cards": ["7", "8"]},
        {"from": 1, "to": 2, "cards": ["9"]},
        {"from": 2, "to": 1, "cards": ["2"]},
        {"from": 3, "to": 0, "cards": ["1", "6"]},
    ]
    assert position.hand(0) == "1 6x3 7x6 8x7"
    assert position.hand(1) == "2 9x8 10x8"
    assert position.hand(2) == "2 3x3 4x4 5x5 6x3 9"
    assert position.hand(3) == "7 8 10x2 11x10 golden jokerx2"
    assert (position.state.held == 17).all()
    assert position.state.phase == PIZZA
    assert position.actor == 3


@pytest.mark.rule("CH-4")
def test_both_rarest_cards_may_have_the_same_number() -> None:
    hands = "6x2 7x7 8x8 / 9x9 10x8 / 1 3x3 4x4 5x5 6x4 / 2x2 10x2 11x10 golden jokerx2"
    position = set_up_exchange(hands, ROLES).do("give 7", "give 8", "give 9")
    assert position.events("gave")[3]["cards"] == ["2", "2"]


@pytest.mark.rule("CH-4")
def test_a_joker_is_never_among_the_rarest_cards() -> None:
    hands = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8 9x9 10x7 / 8 10x3 11x10 golden jokerx2"
    position = set_up_exchange(hands, ROLES).do("give 1", "give 2", "give 6")
    assert position.events("gave")[3]["cards"] == ["8", "10"]
    assert "joker" not in position.hand(0)


@pytest.mark.rule("CH-4")
def test_the_chef_chooses_two_cards_and_then_the_sous_chef_one() -> None:
    position = set_up_exchange(SORTED, "waiter sous-chef dishwasher chef")
    assert position.actor == 3
    assert position.legal() == ["give 10", "give 11", "give golden", "give joker"]
    position.do("give joker")
    assert position.actor == 3
    assert position.legal() == ["give 10", "give 11", "give golden", "give joker"]
    position.do("give joker")
    assert position.actor == 1
    assert position.legal() == ["give 6", "give 7", "give 8"]


@pytest.mark.rule("CH-4")
def test_a_chef_cannot_give_the_same_card_twice() -> None:
    position = set_up_exchange(SORTED, ROLES).do("give 1")
    assert position.legal() == ["give 2", "give 3", "give 4", "give 5", "give 6"]


@pytest.mark.rule("CH-4")
def test_a_chef_may_give_in_any_order() -> None:
    one, other = (
        set_up_exchange(SORTED, ROLES).do("give 6", "give 1"),
        set_up_exchange(SORTED, ROLES).do("give 1", "give 6"),
    )
    assert (one.state.hand == other.state.hand).all()


@pytest.mark.rule("CH-5")
def test_chef_and_sous_chef_choose_from_the_hand_as_dealt() -> None:
    """Gifts appear in hands and views only when all have given."""
    position = set_up_exchange(SORTED, REVERSED)
    assert position.do("give 11").hand(0) == hand_text(count_cards(SORTED.split("/")[0]))
    position.do("give joker")
    assert position.actor == 2
    assert position.legal() == ["give 8", "give 9", "give 10"]  # not the 6 that seat 1 will have to give
    for seat in range(4):
        assert position.view(seat)[0].got.tolist() == [-1, -1]
    assert position.events("gave") == []
    position.do("give 8")
    assert position.view(3)[0].got.tolist() == [0, 1]
    assert position.view(0)[0].got.tolist() == [10, 12]
    assert position.view(2)[0].got.tolist() == [5, -1]
    assert position.view(1)[0].got.tolist() == [7, -1]


@pytest.mark.rule("CH-5")
def test_a_received_card_is_not_passed_on() -> None:
    """The Dishwasher gives the rarest cards of the dealt hand, even if the Chef gives rarer ones."""
    hands = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8x2 9x9 10x6 / 10x4 11x10 golden jokerx2"
    position = set_up_exchange(hands, ROLES).do("give 1", "give 2", "give 6")
    assert position.events("gave")[3]["cards"] == ["10", "10"]
    assert position.hand(3) == "1 2 10x2 11x10 golden jokerx2"


@pytest.mark.rule("CH-5")
def test_only_giver_and_receiver_know_a_gift() -> None:
    position = set_up_exchange(SORTED, ROLES).do("give 1", "give 2", "give 6")
    audiences = [sorted(event.audience or ()) for event in position.all_events if event.name == "gave"]
    assert audiences == [[0, 3], [1, 2], [1, 2], [0, 3]]
    assert position.view(SPECTATOR)[0].got.tolist() == position.view(SPECTATOR)[0].gave.tolist() == [-1, -1]
    assert position.view(1)[0].gave.tolist() == [5, -1]


@pytest.mark.rule("CH-6")
def test_a_chef_may_give_the_golden_mozzarella_and_its_new_holder_starts() -> None:
    position = set_up_exchange(SORTED, REVERSED).do("give golden", "give 11", "give 8")
    assert position.actor == 0
    assert position.legal() == ["11x1", "11x2"]
    assert position.hand(3) == "1 2 10x4 11x9 jokerx2"


@pytest.mark.rule("CH-6")
def test_a_chef_may_keep_the_golden_mozzarella() -> None:
    position = set_up_exchange(SORTED, REVERSED).do("give 11", "give 11", "give 8")
    assert position.actor == 3
    assert position.hand(3) == "1 2 10x4 11x8 golden jokerx2"


@pytest.mark.rule("CH-6")
def test_plain_mozzarellas_and_the_golden_one_are_different_gifts() -> None:
    position = set_up_exchange(SORTED, REVERSED).do("give golden")
    assert position.legal() == ["give 10", "give 11", "give joker"]


@pytest.mark.rule("CH-4")
@pytest.mark.parametrize("number", range(10))
def test_dealt_hands_never_give_a_joker_or_mozzarella_as_rarest(number: int) -> None:
    """There are only 13 mozzarellas and jokers, so a hand of 17 has at least four other cards."""
    position = new_game()
    position.state.role[:] = 0, 1, 2, 3
    position.deal(number)
    if position.state.phase == SPECIAL:
        position.do("keep-still")
    for _ in range(3):
        position.do(position.legal()[-1])
    forced = [card for gift in position.events("gave")[2:] for card in gift["cards"]]
    assert len(forced) == 3
    assert not {"11", "golden", "joker"} & set(forced)
