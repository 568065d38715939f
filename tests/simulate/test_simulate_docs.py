"""The page about simulation: its commands and its examples run, in their order, in one folder."""

import re
import shlex
from pathlib import Path

import pytest

from forno.cli.app import run

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "simulate.md"


def test_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = re.findall(r"```(sh|python)\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert [kind for kind, _ in blocks] == ["sh", "python", "python"]
    for kind, block in blocks:
        if kind == "sh":
            assert run(shlex.split(block.replace("10000", "20"))[1:]) == 0  # fewer games will do
        else:
            exec(compile(block, str(PAGE), "exec"), {"__name__": "example"})  # noqa: S102  our own page
        assert capsys.readouterr().out
    assert {path.name for path in tmp_path.iterdir()} == {"data", "shifts"}
