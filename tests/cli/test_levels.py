"""`forno bench levels`: what it measures and prints. The numbers depend on the machine."""

import json

import pytest

from cli.conftest import Forno
from forno.agents import levels_for
from forno.cli.bench.level_times import LevelTimes
from forno.cli.commands import levels as command
from forno.rules import find

CHEFS_HAT = find("chefs-hat")


@pytest.fixture(autouse=True)
def one_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command, "GAMES", (CHEFS_HAT,))


def test_json(forno: Forno) -> None:
    said = forno("bench", "levels", "--json", "--seconds", "0.001")
    assert said.code == 0
    found = json.loads(said.out)
    assert set(found) == {"machine", "limit_seconds", "levels"}
    assert [row["level"] for row in found["levels"]] == list(levels_for(CHEFS_HAT))
    for row in found["levels"]:
        assert (row["game"], row["players"]) == ("chefs-hat", 4)
        assert row["choices"] > 20  # a whole game
        assert 0 < row["mean_seconds"] <= row["slowest_seconds"]


def test_slow_levels_are_named(forno: Forno, monkeypatch: pytest.MonkeyPatch) -> None:
    def measure(times: LevelTimes, least: float) -> None:
        times.seconds = [least, 1.5 if times.level == "master" else 0.25]

    monkeypatch.setattr(LevelTimes, "measure", measure)
    out = " ".join(forno("bench", "levels", "--seconds", "0.5").out.split())
    assert "Slower than 1 s: master (Chef's Hat, 4 players)." in out
    assert "│ Chef's Hat │ 4 │ master │ 2 │ 1000.000 ms │ 1500.0 ms │" in out
    monkeypatch.setattr(command, "LIMIT", 2.0)
    assert "Every choice took at most 2 s." in forno("bench", "levels").out


@pytest.mark.parametrize("seconds", ["0", "-1", "3601"])
def test_seconds_are_checked(forno: Forno, seconds: str) -> None:
    said = forno("bench", "levels", "--seconds", seconds)
    assert said.code == 2
    assert "--seconds must be above 0" in said.err
