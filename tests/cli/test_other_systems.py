"""What differs on Windows and macOS, as far as it can be tested anywhere."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno
from forno.cli import app

NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "FORNO_LANGUAGE": "fr"}


def test_line_ends_of_windows(forno: Forno, finished: Path, own_folders: Path) -> None:
    forno("play", "chefs-hat", "--new", stdin="quit\n")
    [saved] = (own_folders / "games").iterdir()
    assert b"\r" not in saved.read_bytes()
    for file in (finished, saved):
        plain = forno("replay", str(file))
        file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))  # as an editor may leave it
        assert plain.out
        assert forno("replay", str(file)) == plain
        assert forno("verify", str(file)).code == 0


def test_a_system_without_utf8(finished: Path) -> None:
    """Letters that it lacks become question marks."""
    command = [sys.executable, "-m", "forno", "replay", str(finished)]
    text = finished.read_text(encoding="utf-8")
    finished.write_text(text.replace("Ada", "Zoë"), encoding="utf-8")
    said = subprocess.run(command, capture_output=True, check=True, env={**os.environ, **NO_UTF8}).stdout
    assert b"Zo?" in said


def test_how_windows_reports_a_closed_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    closed, other = OSError(22, "Invalid argument"), OSError(22, "Invalid argument", "a file")
    assert not app.is_closed_pipe(closed)
    monkeypatch.setattr(os, "name", "nt")
    assert app.is_closed_pipe(closed)
    assert not app.is_closed_pipe(other)
    assert app.is_closed_pipe(BrokenPipeError())
