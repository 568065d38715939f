"""Agents that are other programs."""

import gc
import json
import os
import sys
from pathlib import Path

import pytest

from forno.arena.worker import ContestWorker
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.matches.programs import CommandAgent, split
from forno.rules import GAMES, chance, find
from forno.rules.game import BadSetup, Game
from forno.table import Table

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "bots" / "common_first.py"
HEAD = "import json, os, sys, time\nfor number, line in enumerate(sys.stdin):\n    question = json.loads(line)\n"
FIRST = "    print(json.dumps({'action': question['legal'][0]}), flush=True)\n"


def program(folder: Path, body: str) -> str:
    path = folder / "bot.py"
    path.write_text(HEAD + body, encoding="utf-8")
    return f"cmd:{sys.executable} {path}"


def worker(agent: str, game: str = "chefs-hat") -> ContestWorker:
    options = {"shifts": 1} if game == "chefs-hat" else {}
    return ContestWorker(Contest.make(find(game), (agent, "uniform"), players=4, options=options, key=bytes(32)))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_example_plays_all_games(game: Game) -> None:
    agent = f"cmd:{sys.executable} {EXAMPLE}"
    rows = worker(agent, game.id)([0, 1]).rows
    again = worker(agent, game.id)([0, 1]).rows
    assert rows["moves"].sum() > 100
    assert (rows == again).all()


def test_the_example_is_better_than_uniform() -> None:
    rows = worker(f"cmd:{sys.executable} {EXAMPLE}")(range(12)).rows
    assert rows["points"][rows["agent"] == 0].mean() > 2.2  # par is 1.5, the maximum 3


def test_a_question_has_everything_that_a_player_knows(tmp_path: Path) -> None:
    notes = tmp_path / "questions"
    body = f"    open({str(notes)!r}, 'a').write(line)\n" + FIRST
    worker(program(tmp_path, body))([0])
    question = json.loads(notes.read_text(encoding="utf-8").splitlines()[0])
    assert set(question) == {"game", "view", "legal", "random"}
    assert set(question["view"]) == set(find("chefs-hat").view_dtype.names or ())
    assert question["game"] == "chefs-hat"
    assert len(question["legal"]) > 1
    assert sum(question["view"]["hand"]) == question["view"]["held"][question["view"]["seat"]]


FAILURES = {
    "crash": ("    if number == 5:\n        raise RuntimeError('no more dough')\n" + FIRST, "code 1 and said: RuntimeError: no more dough"),
    "end": ("    if number == 5:\n        os._exit(0)\n" + FIRST, "ended with code 0"),
    "illegal": ("    print(json.dumps({'action': 'eat 3 pizzas'}), flush=True)\n", "'eat 3 pizzas' is not one of the legal actions"),
    "not text": ("    print(json.dumps({'action': 3}), flush=True)\n", "3 is not one of the legal actions"),
    "not JSON": ("    print('pass', flush=True)\n", "'pass' is not of the form"),
    "no action": ("    print(json.dumps({'act': 'pass'}), flush=True)\n", "is not of the form"),
    "a list": ("    print(json.dumps(['pass']), flush=True)\n", "is not of the form"),
}  # fmt: skip


@pytest.mark.parametrize("failure", FAILURES)
def test_failures_name_the_agent_and_the_game(tmp_path: Path, failure: str) -> None:
    body, sentence = FAILURES[failure]
    agent = program(tmp_path, body)
    with pytest.raises(AgentFailed) as caught:
        worker(agent)([3])
    said = str(caught.value)
    assert said.startswith(f"the agent {agent} failed in game ")
    assert "(deal " in said
    assert sentence in said


def test_a_program_that_does_not_answer_times_out(tmp_path: Path) -> None:
    command = program(tmp_path, "    time.sleep(1000)\n").removeprefix("cmd:")
    agent = CommandAgent(command, find("chefs-hat"), timeout=0.1)
    table = Table(find("chefs-hat"), 4, key=bytes(32))
    assert table.actor is not None
    with pytest.raises(TimeoutError, match=r"no answer in 0\.1 seconds"):
        agent.choose(table.view(table.actor), table.legal(), chance.stream(bytes(32)))


@pytest.mark.parametrize("command", ["", "  ", "no-such-program-here --x", "'unfinished"])
def test_a_command_that_cannot_be_started_is_refused(command: str) -> None:
    with pytest.raises(BadSetup, match=r"no program|cannot be read"):
        CommandAgent(command, find("chefs-hat"))


def test_the_program_ends_with_the_agent(tmp_path: Path) -> None:
    one = worker(program(tmp_path, f"    open({str(tmp_path / 'pid')!r}, 'w').write(str(os.getpid()))\n" + FIRST))
    one([0])
    pid = int((tmp_path / "pid").read_text(encoding="utf-8"))
    os.kill(pid, 0)  # raises if the process is gone
    del one
    gc.collect()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def test_commands_with_paths_of_windows() -> None:
    command = r'"C:\Program Files\Python\python.exe" bot.py --level 3'
    assert split(command, windows=True) == [r"C:\Program Files\Python\python.exe", "bot.py", "--level", "3"]
    assert split(r"C:\Python\python.exe bot.py", windows=True) == [r"C:\Python\python.exe", "bot.py"]
    assert split("python3 'my bot.py'", windows=False) == ["python3", "my bot.py"]
    with pytest.raises(ValueError, match="quotation"):
        split('"python bot.py', windows=True)
