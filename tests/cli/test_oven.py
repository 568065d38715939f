"""Preheating."""

from pathlib import Path

import pytest

from cli.conftest import Forno
from forno import folders
from forno.cli import oven
from forno.rules import GAMES, compile_cache, preheat


@pytest.fixture
def cold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if nothing had been compiled; what really is compiled is not touched."""
    cache = tmp_path / "cache"
    monkeypatch.setattr(compile_cache, "home", lambda: cache)
    monkeypatch.setattr(folders, "cache", lambda: cache)
    return cache


def warm(cache: Path) -> bool:
    return bool(list(cache.glob("everything-*")))


def test_once_warm_there_is_nothing_to_do(forno: Forno, cold: Path) -> None:
    first = forno("preheat")
    assert oven.TITLE in first.err
    assert "compiled in" in first.out
    assert warm(cold)
    second = forno("preheat")
    assert second.err == ""
    assert "compiled already" in second.out


def test_a_command_that_plays_preheats_its_game_by_itself(forno: Forno, cold: Path) -> None:
    assert f"{oven.TITLE}: compiling Chef's Hat" in forno("trace", "chefs-hat").err
    assert forno("trace", "chefs-hat").err == ""
    assert not warm(cold)
    forno("preheat")
    assert forno("trace", "mamma-mia").err == ""


def test_without_the_compiler_nothing_is_preheated(forno: Forno, cold: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oven, "is_compiling", lambda: False)
    assert "switched off" in forno("preheat").out
    assert not warm(cold)


def test_every_verb_of_every_game_is_called() -> None:
    names = [what for what, _ in preheat.steps(GAMES, to_simulate=True)]
    assert len(names) == len(set(names))
    for verb in ("deal", "actor", "legal", "view", "resample", "step", "score", "rank", "whole games"):
        assert all(f"{game.title}: {verb}" in names for game in GAMES)
