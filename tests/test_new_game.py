"""A new game written by `make new-game`, and games from outside the package."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from forno.rules import find, load_game
from forno.rules.game import BadSetup

ROOT = Path(__file__).parents[1]
TOOL = [sys.executable, str(ROOT / "tools" / "new_game.py")]


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, **environment}, cwd=ROOT, check=False
    )


def outside(folder: Path) -> dict[str, str]:
    path = os.pathsep.join([str(folder), os.environ["PYTHONPATH"]])
    return {"FORNO_GAMES": "my_game", "PYTHONPATH": path, "NUMBA_DISABLE_JIT": "1"}


def test_a_new_game_passes_the_conformance_suite(tmp_path: Path) -> None:
    written = run(*TOOL, "my-game", "--into", str(tmp_path))
    assert written.stdout == "my_game is ready. Play it:  FORNO_GAMES=my_game forno play my-game\n", written.stderr
    tests = ["tests/conformance", "-k", "my-game", "-q", "-p", "no:cacheprovider"]
    done = run(sys.executable, "-m", "pytest", *tests, **outside(tmp_path))
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
    trace = run(sys.executable, "-m", "forno", "trace", "my-game", **outside(tmp_path))
    assert '"scores"' in trace.stdout, trace.stderr


def test_existing_files_are_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "my_game").mkdir()
    refused = run(*TOOL, "my-game", "--into", str(tmp_path))
    assert refused.returncode == 2
    assert "is there already" in refused.stderr
    assert not list((tmp_path / "my_game").iterdir())


def test_id_must_be_lower_case(tmp_path: Path) -> None:
    refused = run(*TOOL, "My Game", "--into", str(tmp_path))
    assert refused.returncode == 2
    assert "small letters" in refused.stderr


def test_package_name_follows_from_its_folder(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").touch()
    assert "mine.my_game is ready" in run(*TOOL, "my-game", "--into", str(tmp_path / "mine")).stdout
    assert "from mine.my_game import events" in (tmp_path / "mine" / "my_game" / "__init__.py").read_text("utf-8")


def test_games_from_modules() -> None:
    assert load_game("tiny_game") is find("tiny-game")
    with pytest.raises(BadSetup, match="the module json, named in FORNO_GAMES, has no GAME"):
        load_game("json")
    with pytest.raises(BadSetup, match=r"no module my_game, named in FORNO_GAMES, is found \(is its folder in PYTHON"):
        load_game("my_game")
