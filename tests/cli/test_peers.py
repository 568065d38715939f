"""`forno bench peers`: the form of its results, and that every contender plays the right game. The numbers depend on the machine."""

import json
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno
from forno.cli.commands import peers as command
from peers import chefshatgym, libraries, ours, targets
from peers.benchmark import ROUNDS, Contender, NotInstalled, Play, Result, measure


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """To begin hundreds of thousands of games takes seconds."""
    monkeypatch.setattr(ours, "_GAMES_OF_A_THREAD", 1024)


def test_json(forno: Forno) -> None:
    said = forno("bench", "peers", "--json", "--seconds", "0.01")
    assert said.code == 0
    found = json.loads(said.out)
    assert set(found) == {"machine", "results", "missing", "bars"}
    here = {(row["who"], row["interface"]) for row in found["results"]}
    assert {(ours.NAME, ours.KERNEL), (ours.NAME, ours.VECTOR), (ours.NAME, libraries.AEC)} <= here
    assert {
        (libraries.OPENSPIEL, libraries.ROLLOUT),
        (libraries.RLCARD, libraries.LOOP),
        (libraries.PETTINGZOO, libraries.AEC),
    } <= here
    assert {row["who"] for row in found["missing"]} == {chefshatgym.NAME}  # the others are in the lock
    assert all(row["decisions_per_second"] > 0 for row in found["results"])
    assert found["results"][0]["first_is_times_as_fast"] == 1
    assert [bar["met"] for bar in found["bars"] if "ChefsHatGYM" in bar["what"]] == [None]


def test_the_table_names_missing_libraries(forno: Forno, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "rlcard", None)
    out = forno("bench", "peers", "--seconds", "0.01").out
    assert "RLCard (doudizhu) is missing" in out
    assert 'pip install "forno[bench]"' in out
    assert "ChefsHatGYM (chefs-hat) is missing" in out
    assert "dou_dizhu" in out


def test_without_a_checkout_it_says_what_it_needs(
    forno: Forno, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(command, "BENCH", tmp_path)
    said = forno("bench", "peers")
    assert said.code == 2
    assert "needs a checkout of Forno" in said.err


@pytest.mark.parametrize("seconds", ["0", "-1", "601"])
def test_seconds_are_checked(forno: Forno, seconds: str) -> None:
    said = forno("bench", "peers", "--seconds", seconds)
    assert said.code == 2
    assert "--seconds must be above 0" in said.err


@pytest.mark.parametrize(
    ("game", "least", "most"),
    [("hearts", 52, 64), ("spades", 56, 56), ("dou_dizhu", 20, 120)],  # cards to play, and bids or cards to pass on
)
def test_decisions_in_openspiel_are_counted(game: str, least: int, most: int) -> None:
    for contender in libraries.contenders():
        if contender.who == libraries.OPENSPIEL and contender.game == game:
            pieces = libraries.ROLLOUTS if contender.interface == libraries.ROLLOUT else 1
            decisions, seconds = contender.prepare()(20)
            assert least <= decisions / (20 * pieces) <= most
            assert seconds > 0


def test_our_rollouts_are_single_shifts() -> None:
    """A random shift has about 91 decisions: a game has 743 in 8.2 shifts (tests/cli/test_bench.py)."""
    contender = next(one for one in ours.contenders() if one.interface == ours.ROLLOUT)
    decisions, _ = contender.prepare()(5 * libraries.DEALS)
    assert decisions / (5 * libraries.DEALS * libraries.ROLLOUTS) == pytest.approx(91, rel=0.1)


def test_rounds_alternate_and_are_compared_one_by_one() -> None:
    order: list[str] = []

    def player(name: str, speeds: list[int]) -> Contender:
        def prepare() -> Play:
            rounds = iter([1, 1, *speeds])

            def play(games: int) -> tuple[int, float]:
                order.append(name)
                return next(rounds), 1.0

            return play

        return Contender(name, "game", "interface", prepare)

    def absent() -> Play:
        raise NotInstalled("not here")

    nobody = Contender("nobody", "game", "interface", absent)
    results, missing = measure(
        [player("a", [20, 40, 60, 80, 100]), nobody, player("b", [10, 20, 20, 20, 50])], ROUNDS, lambda what: None
    )
    assert order == ["a", "a", "b", "b", *["a", "b"] * ROUNDS]
    assert missing == [(nobody, "not here")]
    assert [result.speed for result in results] == [60, 20]
    assert results[0].times(results[1]) == 2


def test_a_target_that_cannot_be_measured_is_neither_met_nor_missed() -> None:
    kernel = Result(Contender(ours.NAME, "chefs-hat", ours.KERNEL, _never), (30.0,))
    room = Result(Contender(chefshatgym.NAME, "chefs-hat", chefshatgym.ROOM, _never), (0.001,))
    assert [target.is_met for target in targets.targets([kernel])] == [None] * 6
    assert [target.is_met for target in targets.targets([kernel, room])] == [*[None] * 5, True]


def _never() -> Play:
    raise AssertionError


def test_chefshatgym_plays_in_a_separate_python(tmp_path: Path) -> None:
    """A script stands in for the interpreter: the real room needs a NumPy that conflicts with ours."""
    python = tmp_path / "python"
    python.write_text(
        f"#!{sys.executable}\nimport sys\nprint(int(sys.argv[-1]) * 90, 0.5)\n",
        encoding="utf-8",
    )
    python.chmod(0o755)
    assert chefshatgym.contender(str(python)).prepare()(2) == (180, 0.5)
    with pytest.raises(NotInstalled, match="No module named 'ChefsHatGym'"):
        chefshatgym.contender(None).prepare()
    with pytest.raises(NotInstalled, match="No such file"):
        chefshatgym.contender(str(tmp_path / "none")).prepare()
