"""Agents that the operator allows: people choose them by name, and no other text means code."""

import sys
from pathlib import Path

import pytest

from forno import agents
from forno.agents import registry
from forno.cli.app import run
from forno.rules import GAMES, find
from forno.rules.game import BadSetup
from server.clients import Browser, play_on

AGENT = """
class Last:
    def __init__(self, game):
        if game.id != "chefs-hat":
            raise ValueError("Chef's Hat alone")

    def choose(self, view, legal, rng):
        return int(legal[-1])
"""


@pytest.fixture(autouse=True)
def nothing_allowed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(registry.ALLOWED, "{}")
    monkeypatch.setattr(registry, "_TRIED", {})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.delitem(sys.modules, "house_agents", raising=False)
    (tmp_path / "house_agents.py").write_text(AGENT, encoding="utf-8")


def test_people_play_against_an_allowed_agent(ada: Browser) -> None:
    agents.allow_agent("mine", "house_agents:Last", GAMES)
    games = {game["id"]: game["levels"] for game in ada.get("/api/games")["games"]}
    assert games["chefs-hat"][-1] == "mine"
    assert "mine" not in games["mamma-mia"]  # which it does not play
    table = ada.make("chefs-hat", options={"shifts": 1}, level="mine")
    with ada.at(table) as socket:
        play_on([socket], "chefs-hat")
        assert socket.room["seats"][1]["level"] == "mine"
        played = [event["data"] for event in socket.events if event["name"] == "placed"]
    assert len(played) > 10
    status, _ = ada.ask("POST", "/api/tables", {"game": "chefs-hat", "level": "house_agents:Last"})
    assert status == 400


def test_people_play_against_the_shipped_network(ada: Browser) -> None:
    agents.allow_agent("network", "policy", GAMES)
    with ada.at(ada.make("chefs-hat", options={"shifts": 1}, level="network")) as socket:
        play_on([socket], "chefs-hat")
        assert [seat.get("level") for seat in socket.room["seats"]][1:] == ["network"] * 3


@pytest.mark.parametrize(
    ("word", "sentence"),
    [
        ("mine", "written NAME=TEXT"),
        ("cook=greedy", "There is an agent cook already"),
        ("My Agent=greedy", "cannot be given to an agent"),
        ("mine=no_such_module:Agent", "no module no_such_module is found"),
    ],
)
def test_a_wrong_word_is_explained(word: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--allow-agent", word]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())


def test_only_levels_and_allowed_agents_are_found_by_strangers() -> None:
    with pytest.raises(AssertionError):
        agents.find_level("house_agents:Last", find("chefs-hat"))
    agents.allow_agent("mine", "house_agents:Last", GAMES)
    assert type(agents.find_level("mine", find("chefs-hat"))).__name__ == "Last"
    with pytest.raises(BadSetup, match="already"):
        agents.allow_agent("greedy", "house_agents:Last", GAMES)
