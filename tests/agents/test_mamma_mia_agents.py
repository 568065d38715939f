"""Positions with one clearly sensible move, and the strength of the agent.

Seat 0 is yellow, its personal ingredient pineapple; seat 1 is purple, with olive.
"""

from typing import Any

import numpy as np
import pytest

from forno.agents import agents_for, find, play_to_end
from forno.rules import GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import Game
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import CHOOSE, DRAW, HELP, ORDER, PLACE, State
from forno.rules.records import Records, new_records
from forno.table import Table

CLASSIC, PLUS = find_game("mamma-mia"), find_game("mamma-mia-plus")
BOTH = pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)


def counts(text: str, kinds: int) -> list[int]:
    """Like "2 olive 1 salami"."""
    words = text.split()
    found = [0] * kinds
    for n, kind in zip(words[::2], words[1::2], strict=True):
        found[KINDS.index(kind)] += int(n)
    return found


def position(
    game: Game,
    hand: str,
    orders: str = "",
    oven: str = "",
    *,
    phase: int = PLACE,
    players: int = 4,
    supply: int = 20,
    emptied: int = 0,
    others: str = "",
) -> Records[State]:
    """Seat 0 is to decide. The oven is a text like "2 olive 1 salami, 1:4-pepper, 1 pepper": ingredients, or seat and order.

    `others` is what each of the others holds.
    """
    states = game.new(players)
    s = states[0]
    kinds, n_orders = len(s.table), s.recipe.shape[1]
    s.phase, s.actor, s.emptied, s.n_supply = phase, 0, emptied, supply
    s.hand[0] = counts(hand, kinds)
    s.hand[1:players] = counts(others, kinds)
    s.n_ingredients[:] = s.hand.sum(axis=1)
    for order in orders.split():
        s.menu[0] |= 1 << number(s, 0, order)
        s.n_orders[0] += 1
    s.waiting[:players] = n_orders - 2
    s.waiter[:] = np.arange(n_orders)
    for part in filter(None, oven.split(", ")):
        if ":" in part:
            seat, order = part.split(":")
            cards = [kinds + n_orders * int(seat) + number(s, int(seat), order)]
        else:
            cards = [kind for kind, n in enumerate(counts(part, kinds)) for _ in range(n)]
        s.oven[s.n_oven : s.n_oven + len(cards)] = cards
        s.n_oven += len(cards)
    return states


def reveal(
    game: Game, hand: str, order: str, table: str, *, later: str = "", seat: int = 0, **more: Any
) -> Records[State]:
    """Seat 0 is to decide about an order that has just been taken out; `later` lies under it."""
    states = position(game, hand, oven=later, phase=CHOOSE, supply=0, **more)
    s = states[0]
    s.owner, s.order, s.holder = seat, number(s, seat, order), 0
    s.table[:] = counts(table, len(s.table))
    return states


def number(s: Any, seat: int, order: str) -> int:
    return decks.names(s.recipe)[seat].index(order)


def choice(game: Game, states: Records[State]) -> str:
    legal = np.zeros(game.n_actions, np.int16)
    n = game.legal(states, 0, legal)
    views = new_records(1, game.view_dtype)
    game.view(states, 0, game.actor(states, 0), views, 0)
    action = find("greedy", game).choose(views, legal[:n], chance.stream(bytes(32)))
    assert action in legal[:n]
    return game.describe(states, 0, action)


@BOTH
def test_places_what_completes_an_order_and_then_the_order(game: Game) -> None:
    hand, orders, oven = "1 pineapple 3 salami 1 pepper 1 mushroom", "4-salami", "1 salami 1 pineapple"
    assert choice(game, position(game, hand, orders, oven)) == "place 3 salami"
    oven += ", 3 salami"
    assert choice(game, position(game, "1 pineapple 1 pepper", orders, oven, phase=ORDER)) == "order 4-salami"


@BOTH
def test_keeps_an_order_that_lacks_everything(game: Game) -> None:
    made = position(game, "2 olive 2 mushroom", "4-salami", "1 pepper", phase=ORDER, supply=40)
    assert choice(game, made) == "no order"


@BOTH
@pytest.mark.parametrize(("before", "order"), [("", "4-salami"), (", 1:4-salami", "4-pepper")])
def test_remembers_which_orders_in_the_oven_use_what_lies_there(game: Game, before: str, order: str) -> None:
    oven = f"4 salami 1 pineapple 1 olive{before}, 3 pepper"
    made = position(game, "1 pepper 2 mushroom", "4-salami 4-pepper", oven, phase=ORDER, supply=40)
    assert choice(game, made) == f"order {order}"


@BOTH
def test_remembers_that_its_own_order_in_the_oven_waits_for_cards_in_hand(game: Game) -> None:
    """The only salami completes the order in the oven."""
    made = position(game, "1 salami 1 pepper", "", "3 salami 1 pineapple, 0:4-salami")
    assert choice(game, made) == "place 1 pepper"


@BOTH
def test_places_little_where_it_has_nothing_to_order(game: Game) -> None:
    text = choice(game, position(game, "1 pineapple 3 olive 2 mushroom", "4-salami", "2 pepper", supply=40))
    assert text.startswith("place 1 ")


@BOTH
def test_places_whatever_order_it_has_when_it_will_not_have_another_turn(game: Game) -> None:
    made = position(
        game, "1 mushroom", "4-salami each", "3 salami 1 pineapple", phase=ORDER, supply=1, emptied=2, others="4 salami"
    )
    assert choice(game, made) == "order 4-salami"


@BOTH
def test_draws_an_order_when_it_has_none_and_ingredients_when_it_has_many(game: Game) -> None:
    few = position(game, "2 pineapple 2 olive 2 salami", phase=DRAW)
    many = position(game, "1 pineapple 1 olive", "4-olive 4-salami each bombastica", phase=DRAW)
    assert choice(game, few) == "draw waiter"
    assert choice(game, many) == "draw supply"


def test_draws_no_orders_that_it_can_no_longer_place() -> None:
    late = position(CLASSIC, "2 pineapple 2 olive 1 salami", "4-salami", phase=DRAW, supply=2, emptied=2)
    assert choice(CLASSIC, late) == "draw supply"


@BOTH
@pytest.mark.parametrize("emptied", [0, 2])
def test_bakes_alone_if_it_can(game: Game, emptied: int) -> None:
    made = reveal(game, "2 salami 2 olive", "4-salami", "3 salami 1 pineapple", emptied=emptied, others="3 salami")
    assert choice(game, made) == "bake"


@BOTH
def test_declines_if_the_cards_bake_two_orders_later(game: Game) -> None:
    rest = "1 pineapple 1 olive 1 pepper 1 mushroom" + (" 1 shrimp" if game is PLUS else "")
    made = reveal(game, "2 salami", "monotoni", "4 salami 1 pineapple", later=f"0:4-salami, {rest}, 0:each")
    assert choice(game, made) == "decline"


@BOTH
def test_chooses_the_kind_that_costs_less(game: Game) -> None:
    made = reveal(game, "3 salami 3 olive", "monotoni", "5 salami 3 olive 1 pineapple")
    assert choice(game, made) == "bake salami"


@BOTH
def test_chooses_the_kind_that_the_next_order_of_another_needs(game: Game) -> None:
    made = reveal(game, "", "monotoni", "6 salami 6 pepper 1 pineapple 1 olive", later="1:4-pepper")
    assert choice(game, made) == "bake pepper"
    made = reveal(game, "", "monotoni", "6 salami 6 pepper 1 pineapple 1 olive", later="1:4-salami")
    assert choice(game, made) == "bake salami"


@BOTH
def test_chooses_the_kind_that_its_own_next_order_does_not_need(game: Game) -> None:
    made = reveal(game, "", "monotoni", "6 salami 6 pepper 2 pineapple", later="0:4-pepper")
    assert choice(game, made) == "bake salami"


@BOTH
def test_adds_to_a_bombastica_what_it_needs_least(game: Game) -> None:
    made = reveal(game, "1 pineapple 2 salami 3 mushroom", "bombastica", "13 olive", later="3 salami, 0:4-salami")
    assert choice(game, made) == "bake"
    game.step(made, 0, game.parse(made, 0, "bake"), np.zeros((0, 20), np.int16))
    assert choice(game, made) == "add mushroom"


def test_asks_for_what_it_lacks_and_gives_the_rest() -> None:
    made = reveal(PLUS, "1 salami", "4-salami", "2 salami 1 pineapple", others="2 salami")
    assert choice(PLUS, made) == "ask"
    PLUS.step(made, 0, PLUS.parse(made, 0, "ask"), np.zeros((0, 20), np.int16))
    assert choice(PLUS, made) == "request 1 salami"


def test_asks_for_the_way_that_lacks_least() -> None:
    made = reveal(PLUS, "1 salami 2 olive", "monotoni", "4 salami 1 olive 1 pineapple 5 pepper", others="2 salami")
    assert choice(PLUS, made) == "ask pepper"


@pytest.mark.parametrize(
    ("hand", "later", "does"),
    [
        ("1 salami 2 olive", "", "help"),  # a reward for a card
        ("2 salami 2 olive", "3 salami 1 pineapple, 0:4-salami", "help"),  # and one is left
        ("1 salami", "3 salami 1 pineapple, 0:4-salami", "refuse"),  # the own order would lack it
    ],
)
def test_helps_unless_it_needs_the_card(hand: str, later: str, does: str) -> None:
    made = reveal(PLUS, hand, "4-salami", "3 salami 1 olive", later=later, seat=1)
    s = made[0]
    s.phase, s.asked[KINDS.index("salami")] = HELP, 1
    assert choice(PLUS, made) == does


@BOTH
def test_beats_three_who_play_at_random(game: Game) -> None:
    """It wins well over nine games of ten."""
    won = 0
    for k in range(15):
        key = bytes([k]) * 32
        for seat in range(4):
            table = Table(game, 4, key=key)
            agents = [find("uniform", game)] * 4
            agents[seat] = find("greedy", game)
            play_to_end(table, agents, chance.stream(key, 1_000_000))
            won += table.winners == [seat]
    assert won / 60 > 0.85


@pytest.mark.parametrize("option", [{"helping": False}, {"edition": "it"}])
def test_plays_the_variants_of_plus(option: dict[str, Any]) -> None:
    table = Table(PLUS, 3, option, key=bytes(32))
    play_to_end(table, [find("greedy", PLUS)] * 3, chance.stream(bytes(32), 1_000_000))
    assert table.is_over


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_a_greedy_agent(game: Game) -> None:
    assert "greedy" in agents_for(game)
