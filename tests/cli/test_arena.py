"""`forno arena`."""

import json
import signal
import sys
from pathlib import Path

import msgspec
import polars as pl
import pytest

from cli.conftest import Forno
from forno.arena.summary import Summary
from forno.arena.timing import Timing

FIRST = "import json, os, sys\nfor number, line in enumerate(sys.stdin):\n"
ANSWER = "    print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n"


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def bot(body: str) -> str:
    Path("bot.py").write_text(FIRST + body, encoding="utf-8")
    return f"cmd:{sys.executable} bot.py"


def test_a_contest_from_start_to_report(forno: Forno) -> None:
    command = ("arena", "chefs-hat", "--agents", "greedy,larger-value,uniform", "--games", "60", "--option", "shifts=1")
    said = forno(*command)
    assert said.code == 0, said.err
    for part in (
        "Chef's Hat, 4 players: 60 games (15 deals",
        "greedy",
        "larger-value",
        "uniform",
        "finishes before",
        "1.50 points per shift",
    ):
        assert part in " ".join(said.out.split()), part
    folder = next(Path("forno-arena").glob("chefs-hat-*"))
    assert f"Report: {folder}/report.html" in said.out
    assert pl.read_parquet(folder / "games.parquet").height == 240
    before = (folder / "games.parquet").stat().st_mtime_ns
    assert forno(*command).out == said.out  # the same command again plays nothing
    assert (folder / "games.parquet").stat().st_mtime_ns == before


def test_json(forno: Forno) -> None:
    said = forno(
        "arena", "mamma-mia", "--agents", "greedy,uniform", "--games", "8", "--players", "2", "--out", "here", "--json"
    )
    assert said.code == 0, said.err
    found = json.loads(said.out)
    assert found["folder"] == "here"
    summary = msgspec.convert(found["summary"], Summary)
    assert (summary.games, summary.contest["players"], summary.par_points_per_shift) == (8, 2, None)
    assert [one.agent for one in msgspec.convert(found["timing"], Timing).agents] == ["greedy", "uniform"]
    assert json.loads(Path("here/summary.json").read_text(encoding="utf-8")) == found["summary"]


def test_agents_can_be_given_one_by_one(forno: Forno) -> None:
    words = ("--agents", "greedy", "--agents", "uniform", "--games", "4", "--option", "shifts=1", "--json")
    said = forno("arena", "chefs-hat", *words)
    assert json.loads(said.out)["summary"]["contest"]["agents"] == ["greedy", "uniform"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--agents", "gready,uniform"), "There is no agent 'gready' for Chef's Hat"),
        (("--agents", "greedy,uniform", "--games", "0"), "--games must be a whole number above 0."),
        (("--agents", "greedy,uniform", "--cores", "0"), "--cores must be a whole number above 0."),
        (("--agents", "greedy,uniform", "--cores", "2", "--ray"), "--cores is for this machine"),
        (("--agents", "greedy,uniform", "--key", "12"), "A key must have 64 hexadecimal digits"),
        (("--agents", "greedy,uniform", "--players", "3"), "Chef's Hat is for 4 players, not 3."),
        (("--agents", ""), "A contest needs agents."),
        (("--agents", "cmd:no-such-program,uniform"), "There is no program 'no-such-program'"),
        (("--agents", "greedy,uniform", "--option", "shift=1"), "Did you mean shifts?"),
        ((), "See forno arena --help."),
    ],
)
def test_wrong_arguments_are_refused(forno: Forno, words: tuple[str, ...], sentence: str) -> None:
    said = forno("arena", "chefs-hat", *words)
    assert said.code == 2
    assert sentence in " ".join(said.err.split())
    assert not Path("forno-arena").exists()


def test_the_folder_of_another_contest_is_refused(forno: Forno) -> None:
    words = ("arena", "chefs-hat", "--games", "4", "--option", "shifts=1", "--out", "here")
    assert forno(*words, "--agents", "greedy,uniform").code == 0
    said = forno(*words, "--agents", "uniform,greedy")
    assert said.code == 2
    assert "The folder here has results of another contest: agents" in " ".join(said.err.split())


def long_contest(agent: str) -> list[str]:
    options = ("--games", "100", "--option", "shifts=1", "--cores", "1")
    return ["arena", "chefs-hat", "--agents", f"{agent},uniform", *options]


def test_a_failing_agent_does_not_lose_finished_games(forno: Forno) -> None:
    agent = bot(
        "    if number == 100 and not os.path.exists('warm'):\n        raise ValueError('the oven is cold')\n" + ANSWER
    )
    words = long_contest(agent)
    said = forno(*words, "--out", "here")
    assert said.code == 1
    sentence = " ".join(said.err.split())
    assert f"The agent {agent} failed in game" in sentence
    assert "ValueError: the oven is cold" in sentence
    assert "games are saved in here. Run the same command to continue." in sentence
    kept = pl.concat([pl.read_parquet(path) for path in Path("here/parts").glob("*.parquet")])
    assert kept.height >= 16
    Path("warm").touch()
    assert forno(*words, "--out", "here").code == 0
    assert pl.read_parquet("here/games.parquet").height == 400


def test_after_ctrl_c_the_same_command_continues(forno: Forno) -> None:
    stop = f"os.kill(os.getppid(), {int(signal.SIGINT)})"
    agent = bot(f"    if number == 100 and not os.path.exists('go'):\n        {stop}\n" + ANSWER)
    words = long_contest(agent)
    said = forno(*words, "--out", "here")
    assert said.code == 130
    assert "Stopped." in said.err
    assert "games are saved in here. Run the same command to continue." in " ".join(said.err.split())
    assert len(list(Path("here/parts").glob("*.parquet"))) > 0
    Path("go").touch()
    assert forno(*words, "--out", "here").code == 0


def test_the_help_explains_agents_and_seats(forno: Forno) -> None:
    said = forno("arena", "--help")
    for part in (
        "--agents",
        "--games",
        "--ray",
        "rotations",
        "cmd:python",
        "my_package:MyAgent",
        "forno arena chefs-hat",
    ):
        assert part in said.out, part
