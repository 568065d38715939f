"""Imports the scripts in tools/, and runs those in examples/."""

import contextlib
import importlib.util
import io
import runpy
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS, EXAMPLES = ROOT / "tools", ROOT / "examples"


@cache
def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look there
    spec.loader.exec_module(module)
    return module


def run_example(name: str, *words: str, folder: Path) -> str:
    """What an example prints to somebody in this folder. It runs in this process, since to load its libraries takes most of the time."""
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()) as printed:
        patch.chdir(folder)
        patch.setattr(sys, "argv", [name, *words])
        patch.syspath_prepend(EXAMPLES)
        runpy.run_path(str(EXAMPLES / name), run_name="__main__")
    return printed.getvalue()
