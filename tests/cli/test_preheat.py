"""`forno preheat`, and the commands that compile their game by themselves."""

from pathlib import Path

import pytest

from cli.conftest import Forno
from forno import warmup
from forno.cli.commands import preheat
from forno.cli.commands.preheat import TITLE
from forno.rules import GAMES


def test_preheat_compiles_everything_once(forno: Forno, cold_cache: Path) -> None:
    first = forno("preheat")
    assert TITLE in first.err
    assert "compiled in" in first.out
    second = forno("preheat")
    assert second.err == ""
    assert "compiled already" in second.out
    assert forno("trace", "mamma-mia").err == ""
    assert all(warmup.table_part(game).is_compiled for game in GAMES)  # what a server asks before it compiles


def test_a_command_that_plays_compiles_its_game_only(forno: Forno, cold_cache: Path) -> None:
    assert f"{TITLE}: compiling Chef's Hat" in forno("trace", "chefs-hat").err
    assert forno("trace", "chefs-hat").err == ""
    assert [path.name.rpartition("-")[0] for path in cold_cache.iterdir()] == ["table-chefs-hat"]


def test_without_the_compiler_nothing_is_done(forno: Forno, cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preheat, "is_compiling", lambda: False)
    assert "switched off" in forno("preheat").out
    assert not cold_cache.exists()
