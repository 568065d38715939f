"""`forno bench`: the form of its results. The numbers depend on the machine."""

import io
import json
import shutil
from pathlib import Path

import pytest
from rich.console import Console

from cli.conftest import Forno
from forno.cli.bench import limit, report
from forno.rules import GAMES

NUMBERS = {
    "moves_per_second",
    "games_per_second",
    "moves_per_game",
    "all_cores_moves_per_second",
    "view_and_legal_ns",
}
LIMIT = {"limit_moves_per_second", "limit_moves_per_game", "limit_ratio"}


def test_json(forno: Forno) -> None:
    said = forno("bench", "--json", "--quick", "--seconds", "0.02")
    assert said.code == 0
    found = json.loads(said.out)
    assert set(found) == {
        "machine",
        "games",
        "first_compile_seconds",
        "compile_seconds_by_part",
        "one_game_compile_seconds",
        "cached_start_seconds",
    }
    assert {"cores", "python", "numba"} <= set(found["machine"])
    assert set(found["games"]) == {game.id for game in GAMES}
    for game in GAMES:
        numbers = found["games"][game.id]
        own = LIMIT if game.id == "chefs-hat" else {"relative_to_chefs_hat"}
        assert set(numbers) == NUMBERS | own | {"players", "by_players"}
        assert numbers["players"] == game.players[-1]
        assert [int(players) for players in numbers["by_players"]] == list(game.players)
        for at_table in numbers["by_players"].values():
            assert set(at_table) == NUMBERS | own
            assert all(value > 0 for value in at_table.values())
    assert found["cached_start_seconds"] > 0


def test_the_table_without_a_c_compiler(forno: Forno, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    out = forno("bench", "--quick", "--seconds", "0.02").out
    assert "Chef's Hat" in out
    assert "there is no C compiler" in out
    assert "Ratio" not in out


def test_the_c_program_plays_the_same_game(tmp_path: Path) -> None:
    """A random game has 743 moves on average (millions of games of the compiled rules). 4,000 games come within 3 %."""
    moves, _ = limit.Limit(tmp_path).play(4000, 1)
    assert moves / 4000 == pytest.approx(743, rel=0.03)


def test_the_times_of_compiling_by_part() -> None:
    by_part = {game.id: {"table": 12.34, "search": 5.0} for game in GAMES}
    found = {
        "first_compile_seconds": 99.0,
        "compile_seconds_by_part": by_part,
        "one_game_compile_seconds": {game.id: 17.0 for game in GAMES},
        "cached_start_seconds": 1.0,
    }
    console = Console(file=io.StringIO(), width=100)
    report.show_start(console, found)
    shown = console.file.getvalue()  # type: ignore[attr-defined]  # a StringIO
    for text in ("Chef's Hat", "table", "12.3", "17.0", "99.0 s"):
        assert text in shown
