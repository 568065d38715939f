"""What networks see of the Mamma Mia! games: every seat as seat 0 would, and what will come of the oven."""

import re
from typing import Any

import numpy as np
import pytest

from forno.agents.networks.sight import see_one, sight_of
from forno.rules.game import Game
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.state import DRAW, ORDER, PLACE
from positions.mamma_mia import CLASSIC, PLUS, MammaMiaPosition, empty_oven, set_up

BOTH = pytest.mark.parametrize("game", [CLASSIC, PLUS], ids=lambda game: game.id)
HANDS = ("2 pineapple 1 olive 3 salami | 4-salami each", "1 pepper", "2 mushroom 1 olive", "", "4 pineapple")
OVEN = "1 olive, 4 mushroom, 1 pepper, 2:4-mushroom, 3 salami, 1 pineapple, 1:4-pepper, 0:minimale, 4:4-olive"


def turned(text: str, kinds: int, by: int) -> str:
    """The same for kinds that are `by` further, and seats as well."""
    text = re.sub(r"(\d):", lambda found: f"{(int(found[1]) + by) % kinds}:", text)
    return re.sub("|".join(KINDS), lambda found: KINDS[(KINDS.index(found[0]) + by) % kinds], text)


def hands_of(game: Game, by: int) -> str:
    kinds = game.players[-1]
    hands = [turned(hand, kinds, by) for hand in (*HANDS, "3 salami")[:kinds]]
    return " / ".join(hands[(seat - by) % kinds] for seat in range(kinds))


def look(position: MammaMiaPosition) -> tuple[dict[str, list[Any]], list[int]]:
    """All slices, and the numbers of the legal actions."""
    game = position.game
    seen, names = see_one(game.id, position.view(position.actor), position.legal_actions())
    return {name: part.tolist() for name, part in sight_of(game.id).parts(seen).items()}, sorted(names.tolist())


@BOTH
@pytest.mark.parametrize("phase", [PLACE, ORDER, DRAW])
def test_every_seat_sees_the_table_as_seat_0_would(game: Game, phase: int) -> None:
    kinds = game.players[-1]
    looks = []
    for by in range(kinds):
        oven = turned(OVEN, kinds, by)
        supply = turned("9 olive", kinds, by)
        looks.append(look(set_up(game, hands_of(game, by), oven=oven, supply=supply, actor=by, phase=phase)))
        assert looks[-1][0].pop("colour")[by] == 1
    assert all(one == looks[0] for one in looks)


@BOTH
def test_ways_to_bake_and_cards_to_add_are_turned_as_well(game: Game) -> None:
    kinds = game.players[-1]
    for order in ("minimale", "bombastica"):
        looks = []
        for by in range(kinds):
            oven = turned(f"3 olive, 3 salami, 1 pineapple, 0:{order}, 2 pepper", kinds, by)
            hands = turned("2 olive 5 salami 4 pepper", kinds, by)
            position = empty_oven(game, " / ".join(hands if seat == by else "" for seat in range(kinds)), oven, by=by)
            looks.append(look(position))
            assert looks[-1][0].pop("colour")[by] == 1
        assert all(one == looks[0] for one in looks)


@BOTH
@pytest.mark.parametrize("seat", [0, 1])
def test_every_action_has_a_number_of_its_own(game: Game, seat: int) -> None:
    view = set_up(game, "1 olive / 1 olive", actor=seat).view(seat)
    names = see_one(game.id, view, np.arange(game.n_actions, dtype=np.int16))[1]
    assert sorted(names) == list(range(game.n_actions))


@BOTH
def test_the_forecast_takes_out_the_oven(game: Game) -> None:
    """Seat 1 uses the mushrooms, seat 0 needs one salami from its hand, and seat 2 finds nothing."""
    oven = "4 mushroom 1 olive, 1:4-mushroom, 3 salami 1 pineapple, 0:4-salami, 1 pepper, 2:4-olive"
    hands = "2 salami 2 pepper | 4-pepper each / / "
    seen = look(set_up(game, hands, oven=oven, supply="7 olive", actor=0))[0]
    zeros = [0] * (game.players[-1] - 5)
    assert seen["left"] == [0, 0, 1, 0, 0, *zeros]
    assert seen["spare"] == [0, 0, 2, 0, 1, *zeros]
    assert seen["baking"][:3] == [1, 1, 0]
    assert seen["turns"] == [2]
    four_pepper, four_salami, each = (position_of(game, name) for name in ("4-pepper", "4-salami", "each"))
    assert np.flatnonzero(seen["sure"]).tolist() == [four_salami]
    assert seen["laid"][four_pepper] == 8 - 4
    assert seen["ready"][four_pepper] == 8 - 2
    assert seen["ready"][each] == 8 - (3 if game is CLASSIC else 4)
    assert seen["ready"][four_salami] == 0


def position_of(game: Game, order: str) -> int:
    """The place of an order of seat 0."""
    return set_up(game, "1 olive / 1 olive").names[0].index(order)
