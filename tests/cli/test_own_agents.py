"""An agent of one's own has the same text in every command."""

import json
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno

AGENT = """
class First:
    def __init__(self, game, place=0):
        self.place = place

    def choose(self, view, legal, rng):
        assert view.seat == view[0].seat
        return int(legal[self.place])
"""
PROGRAM = "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n"
KEY = "ab" * 32
SHIFT = ("--option", "shifts=1", "--key", KEY)


@pytest.fixture(autouse=True)
def working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a module and a program, which is not in PYTHONPATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    monkeypatch.delitem(sys.modules, "folder_agents", raising=False)
    Path("folder_agents.py").write_text(AGENT, encoding="utf-8")
    Path("broken_agents.py").write_text("1 / 0\n", encoding="utf-8")
    Path("bot.py").write_text(PROGRAM, encoding="utf-8")


def test_modules_of_the_working_folder_and_programs_play_in_every_command(forno: Forno) -> None:
    first, last, program = "folder_agents:First", "folder_agents:First:place=-1", f"cmd:{sys.executable} bot.py"
    traces = [forno("trace", "chefs-hat", *SHIFT, "--agent", agent) for agent in (first, program, last)]
    assert [said.code for said in traces] == [0, 0, 0], traces[0].err
    assert traces[0].out == traces[1].out != traces[2].out
    arena = forno(
        "arena", "chefs-hat", "--agents", f"{program},{last},{first},greedy", "--games", "4", *SHIFT, "--json"
    )
    assert arena.code == 0, arena.err
    assert [one["agent"] for one in json.loads(arena.out)["summary"]["agents"]] == [program, last, first, "greedy"]
    play = forno("play", "chefs-hat", "--agents", f"{first},{last},{program}", *SHIFT, stdin="quit\n")
    assert play.code == 0, play.err
    resumed = forno("play", stdin="quit\n")  # the saved game has agents with settings and commands
    assert resumed.code == 0, resumed.err


def test_a_saved_game_goes_on_with_agents_that_have_several_settings(forno: Forno) -> None:
    agents = "search:sims=4,utility=win,greedy,distracted:forgets=1,slips=2"
    assert forno("play", "chefs-hat", "--agents", agents, *SHIFT, stdin="quit\n").code == 0
    assert forno("play", stdin="quit\n").code == 0


@pytest.mark.parametrize(
    ("agent", "sentence"),
    [
        ("folder_agents:First:plaec=1", "cannot be called with the game and plaec"),
        ("folder_agent:First", "no module folder_agent is found here or in PYTHONPATH"),
        ("folder_agents:Frist", "has no Frist. Did you mean First?"),
        (
            "broken_agents:First",
            "The module broken_agents cannot be imported: ZeroDivisionError: division by zero [broken_agents.py:1].",
        ),
        ("cmd:no-such-program", "There is no program"),
        ("gredy:sims=3", "Did you mean greedy?"),
    ],
)
def test_a_wrong_text_is_explained(forno: Forno, agent: str, sentence: str) -> None:
    said = forno("trace", "chefs-hat", "--agent", agent)
    assert said.code == 2
    assert sentence in " ".join(said.err.split())


def test_an_agent_that_fails_is_named(forno: Forno) -> None:
    """Where one game is played, too."""
    fails = ("--agent", "folder_agents:First:place=99")
    said = forno("trace", "chefs-hat", *SHIFT, *fails)
    assert said.code == 1
    assert "The agent folder_agents:First:place=99 failed: IndexError: index 99 is out of bounds" in said.err
    assert "[folder_agents.py:8]" in said.err
    said = forno("play", "chefs-hat", *SHIFT, "--agents", fails[1], stdin="1\n" * 9)
    assert said.code == 1
    assert "The agent folder_agents:First:place=99 failed" in said.err
