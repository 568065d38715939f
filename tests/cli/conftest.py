import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from forno.cli.app import run
from forno.rules import find
from forno.table import Table

KEY = bytes(32)


@dataclass(frozen=True)
class Said:
    """What a command left behind."""

    code: int
    out: str
    err: str


Forno = Callable[..., Said]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Saved games of the test alone; and a terminal whose width and language are known."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORNO_LANGUAGE", "en")
    return tmp_path / "data" / "forno"


@pytest.fixture
def forno(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Forno:
    """Run a command in this process, with some standard input."""

    def call(*words: str, stdin: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            code = run(words)
        except SystemExit as leaving:
            code = leaving.code if isinstance(leaving.code, int) else 0
        captured = capsys.readouterr()
        return Said(code, captured.out, captured.err)

    return call


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a whole short game."""
    return write_record(tmp_path, moves=None)


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    return write_record(tmp_path, moves=9)


def write_record(folder: Path, moves: int | None) -> Path:
    """A game to 3 points in which everybody does what is listed last, as far as so many moves."""
    table = Table(find("chefs-hat"), 4, {"target": 3}, key=KEY, names=["Ada", "Bea", "Cleo", "Dora"])
    while table.actor is not None and (moves is None or len(table.moves) < moves):
        table.act(table.actor, int(table.legal()[-1]))
    path = folder / "game.forno"
    path.write_text(table.record().dumps(), encoding="utf-8")
    return path
