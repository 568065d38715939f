"""Worlds of Chef's Hat agree with what a seat has seen and what the rules imply, and with nothing else."""

from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from typing import Any, TypeAlias

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from forno.rules import chance
from forno.rules.chance import below
from forno.rules.chefs_hat.rules import (
    CHEF,
    DECK,
    DISHWASHER,
    EXCHANGE,
    GOLDEN,
    JOKER,
    PIZZA,
    SOUS_CHEF,
    SPECIAL,
    TYPES,
    WAITER,
    seat_of,
)
from forno.rules.records import new_records
from positions.chefs_hat import EVERY_SEAT, GAME, ChefsHatPosition, count_cards, new_game, set_up, set_up_exchange
from positions.position import key

_config: Any = numba.config  # it adds its attributes at run time
SHIFTS = (16, 30) if _config.DISABLE_JIT else tuple(range(40))  # in these two, pairs compete for the rarest cards
STREAMS = 3
Counts: TypeAlias = NDArray[np.int64]
ROLES = "chef sous-chef waiter dishwasher"
KINDS = ("plain", "keep-still", "food-fight", "dinner-is-served")


def later_shift(kind: str, number: int) -> ChefsHatPosition:
    """A later shift after its deal. Unless `kind` is "plain", the actor may take this special action."""
    roles = np.array([0, 1, 2, 3])
    chance.shuffle(chance.stream(key(number), 1), roles)
    wanted = DISHWASHER if kind == "food-fight" else (number % 3 if kind == "dinner-is-served" else number % 4)
    for attempt in range(number * 100, number * 100 + 100):
        position = new_game()
        position.state.shift = 1
        position.state.role[:] = roles
        position.deal(attempt)
        if kind == "plain" and position.state.phase == EXCHANGE:
            return position
        if kind != "plain" and position.state.phase == SPECIAL and position.state.role[position.actor] == wanted:
            return position
    raise AssertionError


def shift(kind: str, number: int, every: int = 9) -> Iterator[ChefsHatPosition]:
    """Some positions of one shift, with random play after the special action."""
    position = later_shift(kind, number)
    if kind != "plain":
        position.do(kind)
    rng = chance.stream(key(number), 2)
    steps = 0
    while position.state.shift == 1:
        if steps % every == 0 or position.state.phase != PIZZA or position.state.held.sum() == 68:
            yield position.copy()
        texts = position.legal()
        position.do(texts[below(rng, len(texts))])
        steps += 1


def partner(position: ChefsHatPosition, seat: int) -> int:
    return seat_of(position.state, 3 - position.state.role[seat])


def gifts(position: ChefsHatPosition, seat: int) -> Counts:
    """What a seat gave, by type."""
    return np.bincount([card for card in position.state.given[seat] if card >= 0], minlength=TYPES)


def as_dealt(position: ChefsHatPosition, seat: int) -> Counts:
    """The hand that a seat was dealt, computed from its hand, placements and gifts."""
    cards: Counts = position.state.hand[seat].astype(np.int64) + position.state.placed[seat] + gifts(position, seat)
    return cards if position.state.phase == EXCHANGE else cards - gifts(position, partner(position, seat))


@pytest.mark.parametrize("kind", KINDS)
def test_forced_gifts_are_the_rarest_of_the_hands_as_dealt(kind: str) -> None:
    """With `deduce`, Waiter and Dishwasher gave their lowest cards in the world of every view."""
    looked = 0
    for number in SHIFTS:
        for position in shift(kind, number):
            for seat in EVERY_SEAT:
                for stream in range(STREAMS):
                    world = position.world(seat, stream)
                    _check_deal(world)
                    if kind != "dinner-is-served" and world.state.phase == PIZZA:
                        _check_exchange(world)
                        looked += 1
    assert looked > 0 or kind == "dinner-is-served"


def _check_deal(world: ChefsHatPosition) -> None:
    hands = [as_dealt(world, seat) for seat in range(4)]
    assert [hand.sum() for hand in hands] == [17] * 4
    assert all((hand >= 0).all() for hand in hands)
    assert (np.sum(hands, axis=0) == DECK).all()
    if world.state.announcer >= 0:  # this seat took the special action, so it had both jokers
        assert hands[world.state.announcer][JOKER] == 2


def _check_exchange(world: ChefsHatPosition) -> None:
    for role, n in ((CHEF, 2), (SOUS_CHEF, 1), (WAITER, 1), (DISHWASHER, 2)):
        seat = seat_of(world.state, role)
        assert gifts(world, seat).sum() == n
        if role >= WAITER:
            rarest = np.repeat(np.arange(TYPES), as_dealt(world, seat))[:n]
            assert world.state.given[seat, :n].tolist() == rarest.tolist()


@pytest.mark.parametrize("kind", ["plain", "food-fight"])
def test_gifts_of_the_seat_itself_are_where_they_went(kind: str) -> None:
    for number in SHIFTS:
        for position in shift(kind, number):
            if position.state.phase != PIZZA:
                continue
            for seat in range(4):
                for deduce in (True, False):
                    world = position.world(seat, number, deduce=deduce)
                    other = partner(position, seat)
                    assert (world.state.given[[seat, other]] == position.state.given[[seat, other]]).all()
                    assert (world.state.hand[other] + world.state.placed[other] >= gifts(position, seat)).all()


def test_after_dinner_is_served_everybody_knows_who_holds_the_jokers() -> None:
    for number in SHIFTS:
        for position in shift("dinner-is-served", number):
            who = position.state.announcer
            for seat in EVERY_SEAT:
                for deduce in (True, False):
                    world = position.world(seat, number, deduce=deduce)
                    assert world.state.hand[who, JOKER] + world.state.placed[who, JOKER] == 2


def test_after_a_food_fight_the_new_chef_or_dishwasher_has_the_jokers() -> None:
    for number in SHIFTS:
        for position in shift("food-fight", number):
            chef, dishwasher = seat_of(position.state, CHEF), seat_of(position.state, DISHWASHER)
            assert chef == position.state.announcer
            for seat in EVERY_SEAT:
                for stream in range(STREAMS):
                    s = position.world(seat, stream, deduce=stream == 0).state
                    away = sum(card == JOKER for card in s.given[chef]) if s.phase == EXCHANGE else 0
                    cards = s.hand + s.placed
                    assert cards[chef, JOKER] + cards[dishwasher, JOKER] + away == 2


def test_a_dishwasher_who_got_no_joker_knows_that_the_new_chef_has_both() -> None:
    position = later_shift("food-fight", 1).do("food-fight")
    for _ in range(3):
        position.do(position.legal()[0])  # the rarest, no joker
    who = position.state.announcer
    assert position.state.hand[who, JOKER] == 2
    for stream in range(20):
        assert position.world(seat_of(position.state, DISHWASHER), stream).state.hand[who, JOKER] == 2


def test_others_do_not_know_whether_the_new_chef_gave_jokers_away() -> None:
    position = later_shift("food-fight", 1).do("food-fight")
    for _ in range(3):
        position.do(position.legal()[0])
    who = position.state.announcer
    found = {
        int(position.world(seat_of(position.state, WAITER), stream).state.hand[who, JOKER]) for stream in range(30)
    }
    assert found == {0, 1, 2}


@pytest.mark.parametrize("first", [True, False])
def test_the_starter_holds_the_golden_mozzarella(first: bool) -> None:
    """In every shift, even spectators know that."""
    for number in SHIFTS:
        if first:
            position = new_game().deal(number)
        else:
            position = later_shift("plain", number)
            while position.state.phase == EXCHANGE:
                position.do(position.legal()[-1])
        for seat in EVERY_SEAT:
            for deduce in (True, False):
                assert position.world(seat, number, deduce=deduce).state.hand[position.actor, GOLDEN] == 1


def test_during_the_exchange_nobody_knows_who_holds_the_golden_mozzarella() -> None:
    position = later_shift("plain", 2)
    holder = int(position.state.hand[:, GOLDEN].argmax())
    found = {int(position.world((holder + 1) % 4, stream).state.hand[:, GOLDEN].argmax()) for stream in range(40)}
    assert found == {holder, (holder + 2) % 4, (holder + 3) % 4}


def test_the_seat_asked_for_a_special_action_is_hidden() -> None:
    """The Chef cannot give yet and so knows that a seat is asked. To the others it looks like the exchange."""
    position = later_shift("keep-still", 3)
    chef = int(position.state.role.argmin())
    assert chef != position.actor
    asked: Counter[int] = Counter()
    for stream in range(120):
        world = position.world(chef, stream)
        assert world.state.hand[world.actor, JOKER] == 2
        asked[world.actor] += 1
    assert set(asked) == set(range(4)) - {chef}
    assert min(asked.values()) >= 120 // len(asked) // 2
    for seat in EVERY_SEAT:
        if seat not in (chef, position.actor):
            assert {position.world(seat, stream).actor for stream in range(20)} == {chef}


def test_the_seat_that_is_asked_knows_it() -> None:
    position = later_shift("keep-still", 3)
    for stream in range(10):
        assert position.world(position.actor, stream).actor == position.actor


def test_during_the_exchange_a_seat_knows_only_its_own_gifts() -> None:
    position = set_up_exchange(
        "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8x2 9x9 10x6 / 10x4 11x10 golden jokerx2", ROLES
    ).do("give 1", "give 2")
    assert position.actor == 1
    found = set()
    for stream in range(20):
        assert position.world(0, stream).state.given[0].tolist() == [0, 1]
        world = position.world(1, stream)
        assert (world.state.given[0] >= 0).all()
        found.add(tuple(world.state.given[0].tolist()))
        _check_deal(world)
    assert len(found) > 5


def _frequencies(position: ChefsHatPosition, seat: int, draws: int, *, deduce: bool) -> Counter[bytes]:
    found: Counter[bytes] = Counter()
    views = position.view(seat)
    rng = chance.stream(key(7))
    states = new_records(1, position.states.dtype)
    for _ in range(draws):
        GAME.resample(views, 0, rng, deduce, states, 0)
        found[states[0].hand.tobytes()] += 1
    return found


def _expected(position: ChefsHatPosition, seat: int, fixed: str, loose: str, floor: dict[int, int]) -> Counter[bytes]:
    """All ways to deal the loose cards as distinct cards. `floor` has the lowest type that a seat may get."""
    cards = np.repeat(np.arange(TYPES), count_cards(loose))
    ways: Counter[bytes] = Counter()
    start = np.array([count_cards(text) for text in fixed.split("/")])
    room = [int(position.state.held[k] - start[k].sum()) for k in range(4)]
    assert sum(room) == len(cards)
    owners = np.repeat(np.arange(4), room).tolist()
    for order in permutations(range(len(cards))):
        hands = start.copy()
        if all(cards[card] >= floor.get(owner, 0) for card, owner in zip(order, owners, strict=True)):
            for card, owner in zip(order, owners, strict=True):
                hands[owner, cards[card]] += 1
            ways[hands.tobytes()] += 1
    return ways


def _check_frequencies(found: Counter[bytes], ways: Counter[bytes]) -> None:
    assert set(found) == set(ways)
    draws, total = sum(found.values()), sum(ways.values())
    chi = sum((found[hands] - draws * n / total) ** 2 / (draws * n / total) for hands, n in ways.items())
    free = len(ways) - 1
    assert chi < free + 4 * (2 * free) ** 0.5  # four standard deviations


DRAWS = 1500 if _config.DISABLE_JIT else 6000


def test_all_deals_are_equally_likely() -> None:
    """There are 30 ways to deal five different cards, all equally likely."""
    position = set_up("5 / 1 2 / 3 4 / 6", on="9x1", last=3)
    ways = _expected(position, 0, "5///", "1 2 3 4 6", {})
    assert len(ways) == 30
    _check_frequencies(_frequencies(position, 0, DRAWS, deduce=True), ways)


def test_equal_cards_count_as_distinct_cards() -> None:
    """With three 7s and two 8s, a hand is as likely as there are ways to deal it from distinct cards."""
    position = set_up("5 / 7x2 / 7 8 / 8", on="9x1", last=3)
    ways = _expected(position, 0, "5///", "7x3 8x2", {})
    assert len(set(ways.values())) > 1
    _check_frequencies(_frequencies(position, 0, DRAWS, deduce=True), ways)


def test_a_spectator_knows_no_hand() -> None:
    position = set_up("5 / 7 2 / 3 / 8", on="9x1", last=3)
    ways = _expected(position, -1, "///", "2 3 5 7 8", {})
    _check_frequencies(_frequencies(position, -1, DRAWS, deduce=True), ways)


def _after_an_exchange() -> ChefsHatPosition:
    """Seat 0, the Chef, gave a 2 and a 10 and got two 4s. So seat 3, the Dishwasher, has nothing below 4 except that 2.

    Seat 1 has placed the 1. It may have been the Waiter's gift, so it rules out no card in the Waiter's hand.
    """
    position = set_up("5 / 6 9 / 3 7 / 2 8", on="10x1", last=3, roles=ROLES, placed="4x2 / 1 / / 10")
    position.state.given[:] = [[1, 9], [6, -1], [0, -1], [3, 3]]
    assert position.state.placed[3, 1] == 0
    return position


def test_the_rest_is_equally_likely_given_a_known_gift_and_a_floor() -> None:
    position = _after_an_exchange()
    ways = _expected(position, 0, "5///2", "3 6 7 8 9", {3: 3})
    assert len(ways) == 4 * 6  # one of four for seat 3, then two of four for seat 1
    _check_frequencies(_frequencies(position, 0, DRAWS, deduce=True), ways)


def test_without_deduce_the_floor_does_not_count() -> None:
    position = _after_an_exchange()
    ways = _expected(position, 0, "5///2", "3 6 7 8 9", {})
    assert len(ways) == 5 * 6
    _check_frequencies(_frequencies(position, 0, DRAWS, deduce=False), ways)


def test_placed_gifts_are_not_expected_in_the_hand() -> None:
    position = set_up("5 / 6 9 / 3 7 / 2 8", on="10x1", last=3, roles=ROLES, placed="4x2 / 1 / / 2 10")
    position.state.given[:] = [[1, 9], [6, -1], [0, -1], [3, 3]]
    found = {int(position.world(0, stream).state.hand[3, 1]) for stream in range(30)}
    assert found == {0}  # the gift has been placed, and the other 2 is below the floor
