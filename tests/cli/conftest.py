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
class Output:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


Forno = Callable[..., Output]


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder for this test only, and a terminal with a fixed width and language."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("FORNO_LANGUAGE", "en")
    return tmp_path / "data" / "forno"


@pytest.fixture
def forno(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Forno:
    """Runs a command in this process, with the given standard input."""

    def call(*words: str, stdin: str = "") -> Output:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin.encode()), encoding="utf-8"))
        capsys.readouterr()
        try:
            code = run(words)
        except SystemExit as exit_:
            code = exit_.code if isinstance(exit_.code, int) else 0
        captured = capsys.readouterr()
        return Output(code, captured.out, captured.err)

    return call


@pytest.fixture
def finished(tmp_path: Path) -> Path:
    """The record of a short game."""
    return write_record(tmp_path, moves=None)


@pytest.fixture
def unfinished(tmp_path: Path) -> Path:
    return write_record(tmp_path, moves=9)


def write_record(folder: Path, moves: int | None) -> Path:
    """Record a game to 3 points, or its first moves. Everybody takes the last legal action."""
    table = Table(find("chefs-hat"), 4, {"target": 3}, key=KEY, names=["Ada", "Bea", "Cleo", "Dora"])
    while table.actor is not None and (moves is None or len(table.moves) < moves):
        table.act(table.actor, int(table.legal()[-1]))
    path = folder / "game.forno"
    path.write_text(table.record().dumps(), encoding="utf-8")
    return path
