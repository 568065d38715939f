"""`forno preheat`, and what the other commands do when nothing is compiled."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno
from forno import warmup
from forno.cli.commands import preheat
from forno.cli.commands.preheat import TITLE
from forno.rules import GAMES

KEY = "11" * 32


def cold(folder: Path, *arguments: str) -> str:
    """What a command prints in a new process that finds no machine code. It must leave none: it has not compiled."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "cache"), "NUMBA_DISABLE_JIT": "0"}
    command = [sys.executable, "-m", "forno", *arguments]
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=120, encoding="utf-8"
    )
    assert ran.returncode == 0, ran.stderr
    assert not list((folder / "cache").rglob("*.nbc"))
    return ran.stdout


def test_preheat_compiles_everything_once(forno: Forno, cold_cache: Path) -> None:
    first = forno("preheat")
    assert TITLE in first.err
    assert "compiled in" in first.out
    second = forno("preheat")
    assert second.err == ""
    assert "compiled already" in second.out
    assert forno("trace", "mamma-mia").err == ""
    assert all(warmup.table_part(game).is_compiled for game in GAMES)  # what a server asks before it compiles


def test_a_cold_trace_begins_at_once_and_has_the_same_bytes(forno: Forno, tmp_path: Path) -> None:
    for game in GAMES:
        command = ("trace", game.id, "--key", KEY)
        assert cold(tmp_path, *command) == forno(*command).out


def test_a_cold_record_is_replayed_and_verified(forno: Forno, tmp_path: Path, finished: Path) -> None:
    assert cold(tmp_path, "verify", str(finished)) == forno("verify", str(finished)).out
    assert cold(tmp_path, "replay", str(finished)) == forno("replay", str(finished)).out


def test_an_agent_that_searches_is_compiled_first(forno: Forno, cold_cache: Path) -> None:
    said = forno("trace", "tiny-game", "--agent", "search:sims=4", "--key", KEY).err
    assert f"{TITLE}: compiling Tiny Game" in said
    names = {path.name.rpartition("-")[0] for path in cold_cache.iterdir() if path.suffix != ".lock"}
    assert names == {f"{part}-tiny-game" for part in ("table", "worlds", "search")}


def test_without_the_compiler_nothing_is_done(forno: Forno, cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preheat, "is_compiling", lambda: False)
    assert "switched off" in forno("preheat").out
    assert not cold_cache.exists()
