"""The static types: mypy knows the fields of a record, whose class also gives its dtype."""

import re
import subprocess
import sys
from pathlib import Path

_SNIPPET = """
from forno.rules.chefs_hat.rules import STATE, State
from forno.rules.records import Record, Records, new_records

states = new_records(1, STATE)

def right(s: State, any_game: Records) -> int:
    return s.phase + states[0].actor + any_game[0].itemsize

def wrong(s: State, any_game: Records) -> None:
    s.fase
    states[0].hands
    any_game[0].phase
    s.phase = "pizza"
"""


def test_mypy_finds_a_misspelt_field(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(_SNIPPET, encoding="utf-8")
    root = Path(__file__).parents[1]
    mypy = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(root / ".mypy_cache"), str(snippet)]
    result = subprocess.run(mypy, capture_output=True, text=True, check=False, cwd=root)
    errors = re.findall(r"snippet\.py:(\d+): error: .*\[([\w-]+)\]$", result.stdout, re.MULTILINE)
    assert errors == [
        ("11", "attr-defined"),
        ("12", "attr-defined"),
        ("13", "attr-defined"),
        ("14", "assignment"),
    ], result.stdout + result.stderr
