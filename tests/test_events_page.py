"""docs/events.md matches the declarations of the events."""

import doctest
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_page_is_up_to_date() -> None:
    written = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "events_page.py"), "--print"], check=True, capture_output=True
    ).stdout.decode()
    assert (ROOT / "docs" / "events.md").read_text(encoding="utf-8") == written, "docs/events.md is stale: `make docs`"


def test_examples_are_correct() -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / "events.md"), module_relative=False, encoding="utf-8")
    assert (failed, tried) == (0, 8)
