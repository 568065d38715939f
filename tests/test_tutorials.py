"""The courses of the page's tutorials are what a server of this version would send."""

import importlib.util
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_courses_are_up_to_date() -> None:
    path = ROOT / "tools" / "tutorials.py"
    spec = importlib.util.spec_from_file_location("tutorials", path)
    assert spec is not None
    assert spec.loader is not None
    tool = sys.modules["tutorials"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tool)
    for name, text in tool.files().items():
        assert (tool.FOLDER / name).read_text(encoding="utf-8") == text, f"{name} is stale: `make tutorials`"
