"""The open trace: its lines, their fields and their order (docs/trace.md)."""

import json
from typing import Any

import pytest

from cli.conftest import Forno
from forno.rules import OWN_GAMES
from forno.rules.game import Game

KEYS = ["00" * 32, "ff" * 32, "0123456789abcdef" * 4]
FIELDS = {
    "game": ["game", "players", "options", "key", "rules"],
    "deal": ["deal"],
    "seat": ["seat", "legal", "action"],
    "draw": ["draw"],
    "pass": ["pass"],
    "exchange": ["exchange"],
    "bake": ["bake"],
    "fail": ["fail"],
    "round": ["round"],
    "shift": ["shift"],
    "scores": ["scores", "winners"],
}


def lines_of(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_every_line_is_of_a_known_kind_and_in_place(forno: Forno, game: Game, key: str) -> None:
    said = forno("trace", game.id, "--players", str(game.players[0]), "--key", key)
    assert said.code == 0
    lines = lines_of(said.out)
    for line in lines:
        assert list(line) == FIELDS[next(iter(line))]
    first, second, *_, last = lines
    assert first["game"] == game.id
    assert first["key"] == key
    assert first["players"] == game.players[0]
    assert set(first["options"]) == {option.name for option in game.options}
    assert "deal" in second
    assert len(last["scores"]) == game.players[0]
    assert [next(iter(line)) for line in lines].count("scores") == 1
    for line in lines:
        if "seat" in line:
            assert line["action"] in line["legal"]
            assert len(set(line["legal"])) == len(line["legal"])


def test_any_other_game_tells_all_its_events(forno: Forno) -> None:
    lines = lines_of(forno("trace", "tiny-game", "--players", "3", "--option", "rounds=1").out)
    assert lines[1] == {"begins": {"round": 1, "leader": 0}}
    assert sorted(int(card) for line in lines if "dealt" in line for card in line["dealt"]["cards"]) == list(
        range(1, 13)
    )
    assert [next(iter(line)) for line in lines[-6:]] == ["trick", "shown", "shown", "shown", "round", "scores"]
    assert lines[-2]["round"]["points"][:3] == lines[-1]["scores"]


@pytest.mark.parametrize("key", KEYS)
def test_chefs_hat(forno: Forno, key: str) -> None:
    lines = lines_of(forno("trace", "chefs-hat", "--key", key).out)
    assert {"options": {"target": 15, "shifts": None}, "rules": 1}.items() <= lines[0].items()
    deals = [line["deal"] for line in lines if "deal" in line]
    shifts = [line["shift"] for line in lines if "shift" in line]
    assert len(deals) == len(shifts) > 4
    for deal in deals:
        assert [len(hand) for hand in deal["hands"]] == [17] * 4
        assert sorted(card for hand in deal["hands"] for card in hand) == sorted(
            [str(n) for n in range(1, 12) for _ in range(n if n < 11 else 10)] + ["golden", "joker", "joker"]
        )
    for shift in shifts:
        assert sorted(shift["finish"]) == [0, 1, 2, 3]
    assert shifts[-1]["points"] == lines[-1]["scores"]
    assert max(lines[-1]["scores"]) >= 15
    exchanges = [k for k, line in enumerate(lines) if "exchange" in line]
    dinners = [line for line in lines if line.get("action") == "dinner-is-served"]
    assert len(exchanges) == len(shifts) - 1 - len(dinners)
    for k in exchanges:
        assert [len(cards) for _, _, cards in sorted(lines[k]["exchange"]["gifts"])].count(2) == 2
        assert [lines[k - back]["action"].split()[0] for back in (3, 2, 1)] == ["give"] * 3


def test_the_key_decides_everything(forno: Forno) -> None:
    once, again, other = (forno("trace", "chefs-hat", "--key", key).out for key in (KEYS[0], KEYS[0], KEYS[1]))
    assert once == again != other


def test_without_a_key_one_is_drawn(forno: Forno) -> None:
    keys = {lines_of(forno("trace", "chefs-hat").out)[0]["key"] for _ in range(2)}
    assert len(keys) == 2
    assert {len(key) for key in keys} == {64}


def test_options_and_agent_reach_the_game(forno: Forno) -> None:
    lines = lines_of(forno("trace", "chefs-hat", "--option", "shifts=2", "--agent", "larger-value").out)
    assert lines[0]["options"] == {"target": 15, "shifts": 2}
    assert sum("shift" in line for line in lines) == 2
