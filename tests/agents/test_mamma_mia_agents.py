"""Positions with one clearly sensible move, and the strength of the agent.

Seat 0 is yellow, with pineapple as its personal ingredient. Seat 1 is purple, with olive.
"""

from typing import Any

import pytest

from forno.agents import agents_for, find, play_to_end
from forno.rules import GAMES, chance
from forno.rules.game import Game
from forno.rules.mamma_mia.state import DRAW, ORDER
from forno.table import Table
from positions.mamma_mia import CLASSIC, PLUS, MammaMiaPosition, empty_oven, set_up

BOTH = pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)


def turn(
    game: Game, hand: str, orders: str = "", oven: str = "", *, supply: int = 20, others: str = "", **more: Any
) -> MammaMiaPosition:
    """Seat 0 of four is to decide. `supply` is a number of cards, `others` the hand of each other seat."""
    hands = " / ".join([f"{hand} | {orders}", *[others] * 3])
    return set_up(game, hands, oven=oven, supply=f"{supply} olive", **more)


def reveal(
    game: Game, hand: str, order: str, table: str, *, later: str = "", others: str = "", **more: Any
) -> MammaMiaPosition:
    """Seat 0 of four is to decide about an order that has just been taken out. `later` is still in the oven."""
    return empty_oven(game, " / ".join([hand, *[others] * 3]), f"{table}, {order}, {later}", **more)


def choice(position: MammaMiaPosition) -> str:
    agent, legal = find("greedy", position.game), position.legal_actions()
    action = agent.choose(position.view(position.actor), legal, chance.stream(bytes(32)))
    assert action in legal
    return position.describe(action)


@BOTH
def test_places_what_completes_an_order_and_then_the_order(game: Game) -> None:
    hand, orders, oven = "1 pineapple 3 salami 1 pepper 1 mushroom", "4-salami", "1 salami 1 pineapple"
    assert choice(turn(game, hand, orders, oven)) == "place 3 salami"
    oven += ", 3 salami"
    assert choice(turn(game, "1 pineapple 1 pepper", orders, oven, phase=ORDER)) == "order 4-salami"


@BOTH
def test_keeps_an_order_that_lacks_everything(game: Game) -> None:
    position = turn(game, "2 olive 2 mushroom", "4-salami", "1 pepper", phase=ORDER, supply=40)
    assert choice(position) == "no order"


HASTY = ("greedy", "careless:noise=1000,forgets=100", "careless:noise=4000,forgets=0")


def choices(position: MammaMiaPosition, name: str) -> set[str]:
    """What an agent does in a position, with forty streams."""
    agent, legal = find(name, position.game), position.legal_actions()
    streams = [chance.stream(number.to_bytes(32, "little")) for number in range(40)]
    return {position.describe(agent.choose(position.view(position.actor), legal, rng)) for rng in streams}


@BOTH
@pytest.mark.parametrize("name", HASTY)
@pytest.mark.parametrize(
    ("hand", "order", "oven"),
    [("3 olive 3 salami", "ghiottona", "1 olive"), ("5 salami 1 pineapple", "monotoni", "")],
)
def test_nobody_orders_on_an_almost_empty_oven(game: Game, name: str, hand: str, order: str, oven: str) -> None:
    """Not even in a hurry. With some more cards there, they do."""
    order = order if (game is PLUS or order != "ghiottona") else "each"
    assert choices(turn(game, hand, order, oven, phase=ORDER, supply=40), name) == {"no order"}
    ready = (
        "6 salami 4 olive 1 pineapple 1 pepper 1 mushroom 1 shrimp"
        if game is PLUS
        else "6 salami 1 pineapple 1 olive 1 pepper 1 mushroom"
    )
    assert f"order {order}" in choices(turn(game, hand, order, ready, phase=ORDER, supply=40), name)


@pytest.mark.parametrize("name", HASTY)
@pytest.mark.parametrize(("others", "asks"), [("2 salami", True), ("1 olive", False), ("", False)])
def test_nobody_asks_for_what_nobody_can_have(name: str, others: str, asks: bool) -> None:
    """Two salami are missing: one player must have both. With 12 salami in the game, two others may hold them; with one card in hand, nobody does."""
    position = reveal(PLUS, "1 olive", "0:4-salami", "2 salami 1 pineapple", others=others)
    assert ("ask" in choices(position, name)) == asks


def test_asks_for_some_of_each_kind_for_a_bombastica() -> None:
    """Four cards are missing, and few players hold four of one kind."""
    position = reveal(PLUS, "1 olive", "0:bombastica", "10 salami", others="1 pineapple 1 olive 1 pepper 1 mushroom")
    asked = []
    while position.actor == 0:
        asked.append(choice(position))
        position.do(asked[-1])
    ones = [f"request 1 {kind}" for kind in ("pineapple", "olive", "pepper", "mushroom")]
    assert asked == ["ask", *ones, "request 0 salami", "request 0 shrimp"]


@BOTH
@pytest.mark.parametrize(("before", "order"), [("", "4-salami"), (", 1:4-salami", "4-pepper")])
def test_remembers_what_orders_in_the_oven_will_use(game: Game, before: str, order: str) -> None:
    oven = f"4 salami 1 pineapple 1 olive{before}, 3 pepper"
    position = turn(game, "1 pepper 2 mushroom", "4-salami 4-pepper", oven, phase=ORDER, supply=40)
    assert choice(position) == f"order {order}"


@BOTH
def test_keeps_cards_for_its_own_order_in_the_oven(game: Game) -> None:
    """The only salami completes the order in the oven."""
    position = turn(game, "1 salami 1 pepper", "", "3 salami 1 pineapple, 0:4-salami")
    assert choice(position) == "place 1 pepper"


@BOTH
def test_places_one_card_when_it_has_nothing_to_order(game: Game) -> None:
    text = choice(turn(game, "1 pineapple 3 olive 2 mushroom", "4-salami", "2 pepper", supply=40))
    assert text.startswith("place 1 ")


@BOTH
def test_places_an_order_on_its_last_turn(game: Game) -> None:
    position = turn(
        game, "1 mushroom", "4-salami each", "3 salami 1 pineapple", phase=ORDER, supply=1, round=3, others="4 salami"
    )
    assert choice(position) == "order 4-salami"


@BOTH
def test_draws_an_order_when_it_has_none_and_ingredients_when_it_has_many(game: Game) -> None:
    few = turn(game, "2 pineapple 2 olive 2 salami", phase=DRAW)
    many = turn(game, "1 pineapple 1 olive", "4-olive 4-salami each bombastica", phase=DRAW)
    assert choice(few) == "draw waiter"
    assert choice(many) == "draw supply"


def test_draws_no_orders_that_it_can_no_longer_place() -> None:
    late = turn(CLASSIC, "2 pineapple 2 olive 1 salami", "4-salami", phase=DRAW, supply=2, round=3)
    assert choice(late) == "draw supply"


@BOTH
@pytest.mark.parametrize("round_number", [1, 3])
def test_bakes_alone_if_it_can(game: Game, round_number: int) -> None:
    position = reveal(
        game, "2 salami 2 olive", "0:4-salami", "3 salami 1 pineapple", round=round_number, others="3 salami"
    )
    assert choice(position) == "bake"


@BOTH
def test_declines_if_the_cards_bake_two_orders_later(game: Game) -> None:
    rest = "1 pineapple 1 olive 1 pepper 1 mushroom" + (" 1 shrimp" if game is PLUS else "")
    position = reveal(game, "2 salami", "0:monotoni", "4 salami 1 pineapple", later=f"0:4-salami, {rest}, 0:each")
    assert choice(position) == "decline"


@BOTH
def test_chooses_the_kind_that_costs_less(game: Game) -> None:
    position = reveal(game, "3 salami 3 olive", "0:monotoni", "5 salami 3 olive 1 pineapple")
    assert choice(position) == "bake salami"


@BOTH
def test_chooses_the_kind_that_an_opponents_next_order_needs(game: Game) -> None:
    position = reveal(game, "", "0:monotoni", "6 salami 6 pepper 1 pineapple 1 olive", later="1:4-pepper")
    assert choice(position) == "bake pepper"
    position = reveal(game, "", "0:monotoni", "6 salami 6 pepper 1 pineapple 1 olive", later="1:4-salami")
    assert choice(position) == "bake salami"


@BOTH
def test_chooses_the_kind_that_its_own_next_order_does_not_need(game: Game) -> None:
    position = reveal(game, "", "0:monotoni", "6 salami 6 pepper 2 pineapple", later="0:4-pepper")
    assert choice(position) == "bake salami"


@BOTH
def test_adds_to_a_bombastica_what_it_needs_least(game: Game) -> None:
    position = reveal(game, "1 pineapple 2 salami 3 mushroom", "0:bombastica", "13 olive", later="3 salami, 0:4-salami")
    assert choice(position) == "bake"
    assert choice(position.do("bake")) == "add mushroom"


def test_asks_for_what_it_lacks_and_gives_the_rest() -> None:
    position = reveal(PLUS, "1 salami", "0:4-salami", "2 salami 1 pineapple", others="2 salami")
    assert choice(position) == "ask"
    assert choice(position.do("ask")) == "request 1 salami"


def test_asks_for_the_choice_that_lacks_least() -> None:
    position = reveal(
        PLUS, "1 salami 2 olive", "0:monotoni", "4 salami 1 olive 1 pineapple 5 pepper", others="2 salami"
    )
    assert choice(position) == "ask pepper"


@pytest.mark.parametrize(
    ("hand", "later", "does"),
    [
        ("1 salami 2 olive", "", "help"),  # the reward is worth a card
        ("2 salami 2 olive", "3 salami 1 pineapple, 0:4-salami", "help"),  # one is left for its own order
        ("1 salami", "3 salami 1 pineapple, 0:4-salami", "refuse"),  # its own order needs it
    ],
)
def test_helps_unless_it_needs_the_card(hand: str, later: str, does: str) -> None:
    position = reveal(PLUS, hand, "1:4-salami", "3 salami 1 olive", later=later).do("ask", "request 1 salami")
    assert position.actor == 0
    assert choice(position) == does


@BOTH
def test_beats_three_random_players(game: Game) -> None:
    """It wins more than nine games of ten."""
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
