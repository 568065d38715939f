"""Worlds of the Mamma Mia! games agree with what a seat has seen. The rest is random."""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from itertools import permutations
from typing import Any

import numba
import numpy as np
import pytest

from forno.rules import chance
from forno.rules.chance import below
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import DRAW
from forno.rules.records import new_records
from positions.mamma_mia import CLASSIC, PLUS, MammaMiaPosition, empty_oven, new_game, set_up
from positions.position import key

_config: Any = numba.config  # it adds its attributes at run time
STREAMS = 30 if _config.DISABLE_JIT else 120
DRAWS = 1500 if _config.DISABLE_JIT else 12000
GAMES = 2 if _config.DISABLE_JIT else 20


def worlds(position: MammaMiaPosition, seat: int, n: int = STREAMS) -> Iterator[MammaMiaPosition]:
    for stream in range(n):
        yield position.world(seat, stream, deduce=bool(stream % 2)).check()


def names(position: MammaMiaPosition, seat: int, bits: int) -> set[str]:
    return {name for k, name in enumerate(position.names[seat]) if bits >> k & 1}


def others(position: MammaMiaPosition, *seats: int) -> list[int]:
    """All seats and the spectators, except these."""
    return [seat for seat in position.seats if seat not in seats]


@pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)
def test_orders_put_back_are_where_everybody_saw_them(game: Any) -> None:
    position = set_up(
        game,
        "1 olive / 1 olive",
        waiters="minimale rest 4-olive each / rest",
        under=(2, 0),
        supply="1 olive",
        whole=True,
    )
    for seat in position.seats:
        above = set()
        for world in worlds(position, seat):
            assert world.waiter(0)[-2:] == ["4-olive", "each"]
            above.add(world.waiter(0)[0])
        assert len(above) > 3  # nobody knows the rest, not even the owner


def test_orders_drawn_again_are_in_hand() -> None:
    position = set_up(
        CLASSIC,
        "1 olive / 3 olive | monotoni",
        waiters="rest / minimale bombastica 4-pepper each",
        under=(0, 2),
        actor=1,
        supply="8 salami, 7 pepper",
        whole=True,
    )
    position.do("place 1 olive", "no order", "draw waiter")
    assert position.hand(1) == "2 olive | 4-pepper each bombastica monotoni minimale"
    for seat in others(position, 1):
        hidden = set()
        for world in worlds(position, seat):
            menu = names(world, 1, int(world.state.menu[1]))
            assert {"4-pepper", "each"} <= menu
            assert len(menu) == 5
            hidden |= menu
        assert hidden == {"4-pepper", "each", "bombastica", "monotoni", "minimale"}  # the others have been baked


def test_an_order_drawn_again_and_placed_is_forgotten() -> None:
    position = set_up(
        CLASSIC, "2 olive / 3 olive", waiters="each / rest", under=(1, 0), supply="8 salami, 7 pepper", whole=True
    )
    position.do("place 1 olive", "draw waiter")
    assert names(position, 0, int(position.state.shown[0])) == {"each"}
    position.do("place 1 olive", "draw supply", "place 1 olive", "order each")
    assert position.state.shown[0] == 0


def test_a_request_shows_what_the_owner_holds() -> None:
    """A pineapple and three olives are missing. An owner who asks for two olives has a pineapple and an olive."""
    position = empty_oven(
        PLUS, "1 pineapple 2 olive 3 salami / 2 olive / 1 shrimp", "1 olive, 0:4-olive", used="1 salami", whole=True
    )
    position.do("ask", "request 0 pineapple")
    for seat in others(position, 0):
        assert all(world.state.hand[0, 0] >= 1 for world in worlds(position, seat))
    position.do("request 2 olive", "refuse")
    assert position.events("fail") != []
    for seat in others(position, 0):
        found = {tuple(world.state.hand[0, :2].tolist()) for world in worlds(position, seat)}
        assert all(pineapple >= 1 and olive >= 1 for pineapple, olive in found)
        assert len(found) > 1
    position.deal(1)
    position.do("place 1 olive")
    assert position.state.holds[0].tolist() == [1, 0, 0, 0, 0, 0]  # the olive that was placed may be the known one


def test_a_helper_is_known_to_hold_the_request_until_it_is_given() -> None:
    position = empty_oven(
        PLUS, "3 olive 1 salami / 2 shrimp / 2 shrimp 1 salami", "6 pepper, 6 mushroom, 0:bombastica", whole=True
    ).do("ask")
    position.do(*(f"request 0 {kind}" for kind in KINDS[:5]), "request 2 shrimp", "refuse", "help")
    assert position.legal() == ["add olive", "add salami"]
    for seat in others(position, 2):
        assert all(world.state.hand[2, 5] >= 2 for world in worlds(position, seat))
        assert all(world.actor == 0 for world in worlds(position, seat))
    position.do("add olive")
    assert position.state.holds.sum() == 0


def asked_for_an_olive(hands: str) -> MammaMiaPosition:
    """Seat 0 asks for an olive."""
    return empty_oven(PLUS, hands, "1 pineapple, 3 olive, 0:4-olive", whole=True).do("ask", "request 1 olive")


def asked(position: MammaMiaPosition, seat: int) -> Counter[int]:
    found: Counter[int] = Counter()
    for world in worlds(position, seat):
        assert world.state.hand[world.actor, 1] >= 1
        assert world.legal() == ["help", "refuse"]
        found[world.actor] += 1
    return found


@pytest.mark.rule("MP-15")
def test_nobody_knows_who_is_being_asked() -> None:
    """For the owner, spectators and seats that cannot help, it may be any other seat that could have an olive."""
    position = asked_for_an_olive("1 salami / 1 salami / 1 olive / 1 salami")
    assert position.actor == 2
    for seat, expected in ((-1, {1, 2, 3}), (0, {1, 2, 3}), (1, {2, 3}), (3, {1, 2}), (2, {2})):
        found = asked(position, seat)
        assert set(found) == expected
        assert min(found.values()) > STREAMS // len(expected) // 4


@pytest.mark.rule("MP-15")
def test_a_helper_not_asked_yet_knows_that_an_earlier_seat_is_asked() -> None:
    position = asked_for_an_olive("1 salami / 1 olive / 1 salami / 1 olive / 1 salami")
    assert position.actor == 1
    assert set(asked(position, 3)) == {1, 2}
    assert set(asked(position, 4)) == {1, 2, 3}


@pytest.mark.rule("MP-15")
def test_a_seat_that_refused_knows_that_a_later_seat_is_asked() -> None:
    position = asked_for_an_olive("1 salami / 1 salami / 1 olive / 1 olive / 1 salami").do("refuse")
    assert position.actor == 3
    assert position.view(2)[0].refused == 1
    assert set(asked(position, 2)) == {3, 4}
    for seat in others(position, 2):
        assert position.view(seat)[0].refused == 0
    assert all(world.state.refused == 1 << 2 for world in worlds(position, 2))
    assert set(asked(position, 4)) == {1, 2, 3}


@pytest.mark.rule("MP-15")
def test_a_seat_with_an_empty_waiter_is_not_asked() -> None:
    position = empty_oven(
        PLUS,
        "1 salami / 1 salami / 1 olive / 1 salami",
        "1 pineapple, 3 olive, 0:4-olive",
        waiters="rest / / rest / rest",
        whole=True,
    ).do("ask", "request 1 olive")
    assert set(asked(position, 0)) == {2, 3}


@pytest.mark.rule("MP-15")
def test_a_hand_too_small_or_known_to_be_other_cards_is_not_asked() -> None:
    position = empty_oven(
        PLUS, "1 salami / 1 salami / 2 olive / 2 shrimp", "1 pineapple, 2 olive, 0:4-olive", whole=True
    )
    position.state.holds[3, 5] = 1
    position.do("ask", "request 2 olive")
    assert set(asked(position, 0)) == {2}


def test_everybody_knows_whether_the_mamma_mia_card_is_in_the_supply() -> None:
    """Nobody knows its place in the supply."""
    inside = set_up(CLASSIC, "1 olive / 1 olive", supply="2 salami, mamma-mia, 2 olive", whole=True)
    for seat in inside.seats:
        places = {world.supply.index("mamma-mia") for world in worlds(inside, seat)}
        assert places == set(range(5))
    outside = set_up(CLASSIC, "1 olive / 1 olive", supply="2 salami, 2 olive", holder=1, whole=True)
    for seat in outside.seats:
        assert all("mamma-mia" not in world.supply for world in worlds(outside, seat))
    alone = set_up(CLASSIC, "1 olive / 1 olive", supply="mamma-mia", whole=True)
    assert all(world.supply == ["mamma-mia"] for world in worlds(alone, 0))


def test_the_supply_stays_unknown_after_everybody_passed() -> None:
    position = set_up(CLASSIC, "1 olive / 1 pepper", supply="2 salami, 2 olive", holder=1, phase=DRAW, whole=True)
    found = {tuple(world.supply) for world in worlds(position, 0)}
    assert len(found) > 4


def test_a_seat_keeps_its_own_cards() -> None:
    for game in (CLASSIC, PLUS):
        for number in range(GAMES):
            position = new_game(game, 4).deal(number)
            rng = chance.stream(key(number))
            for _ in range(30):
                for seat in range(4):
                    world = position.world(seat, number).check()
                    assert world.hand(seat) == position.hand(seat)
                    assert world.oven == position.oven
                    assert [world.size(k) for k in range(4)] == [position.size(k) for k in range(4)]
                texts = position.legal()
                if not texts:
                    break
                position.do(texts[below(rng, len(texts))])


def frequencies(position: MammaMiaPosition, seat: int, what: Any) -> Counter[Hashable]:
    found: Counter[Hashable] = Counter()
    views = position.view(seat)
    rng = chance.stream(key(7))
    states = new_records(1, position.states.dtype)
    for _ in range(DRAWS):
        position.game.resample(views, 0, rng, True, states, 0)
        found[what(MammaMiaPosition(position.game, states))] += 1
    return found


def compare(found: Counter[Hashable], ways: Iterable[Hashable]) -> None:
    """Check that all ways are equally likely. Several ways may have the same result."""
    weights = Counter(ways)
    assert set(found) == set(weights)
    total = sum(weights.values())
    chi = sum((found[way] - DRAWS * n / total) ** 2 / (DRAWS * n / total) for way, n in weights.items())
    free = len(weights) - 1
    assert chi < free + 4 * (2 * free) ** 0.5 + 4  # about four standard deviations


def test_all_hands_and_supplies_are_equally_likely() -> None:
    """Seat 0 does not know five cards: two in each other hand, and one in the supply, before or after the Mamma Mia! card."""
    position = set_up(CLASSIC, "1 olive / 1 salami 1 pepper / 2 salami", supply="1 mushroom, mamma-mia", whole=True)
    ways = []
    for cards in permutations(["salami", "salami", "salami", "pepper", "mushroom"]):
        hands = (tuple(sorted(cards[:2])), tuple(sorted(cards[2:4])))
        ways += [(hands, (cards[4], "mamma-mia")), (hands, ("mamma-mia", cards[4]))]

    def seen(world: MammaMiaPosition) -> Hashable:
        hands = [np.repeat(KINDS[:5], hand).tolist() for hand in world.state.hand[1:3]]
        return tuple(tuple(sorted(map(str, hand))) for hand in hands), tuple(world.supply)

    compare(frequencies(position, 0, seen), ways)


def test_all_places_of_orders_are_equally_likely() -> None:
    """Of five unknown orders, two are in hand, two above the order put back, and one was delivered face down."""
    position = set_up(
        CLASSIC,
        "1 olive / 1 olive | 4-pineapple each",
        waiters="rest / minimale monotoni bombastica",
        under=(0, 1),
        oven="1 salami, 1:4-pepper",
        supply="1 olive",
        whole=True,
    )
    reward = position.names[1].index("4-mushroom")
    position.state.reward[1] |= 1 << reward
    position.state.baked[1] &= ~(1 << reward)
    position.check()
    unknown = ["4-pineapple", "each", "minimale", "monotoni", "4-mushroom"]
    ways = [(tuple(sorted(order[:2])), order[2:4], order[4]) for order in permutations(unknown)]

    def seen(world: MammaMiaPosition) -> Hashable:
        assert world.waiter(1)[2] == "bombastica"
        (delivered,) = names(world, 1, int(world.state.reward[1]))
        return tuple(sorted(names(world, 1, int(world.state.menu[1])))), tuple(world.waiter(1)[:2]), delivered

    compare(frequencies(position, 0, seen), ways)
