"""Functions that compiled code calls are linked into those that Python calls."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from forno.rules import compile_cache

SRC = Path(compile_cache.__file__).parents[2]
PROGRAM = """
import numba
import numpy as np
from forno.rules.compiling import inlined, jit

@jit
def fail(x):
    if x > 9:
        raise ValueError("more than nine")
    return x + 1

@inlined
def twice(x):
    return 2 * fail(x)

@numba.njit
def foreign(x):  # of somebody else, as Numba makes them
    return twice(x) + 100

@jit
def entry(x):
    return twice(x) + foreign(x)

@jit
def fill(out):
    for k in range(out.shape[0]):
        out[k] = twice(k)
"""
MAIN = """
from mine import *
print(entry(3), foreign(4), fail(5))
try:
    entry(10)
except ValueError as error:
    print(error)
out = np.zeros(3, np.int64)
fill(out)
print(out.tolist())
print(entry.stats.cache_hits.total(), fail.stats.cache_hits.total(), twice.stats.cache_misses.total())
"""
AHEAD = """
from forno.rules.ahead import ahead
from mine import *
out = np.zeros(3, np.int64)
with ahead():
    print(entry(3), fail(5))
    fill(out)
print(out.tolist(), [len(function.overloads) for function in (entry, fail, twice, fill)])
"""
BUSY = """
import threading
from forno.rules import ahead
from mine import *

is_made_here = threading.Event()
make, ask = ahead.make, ahead.Optimiser._ask

def make_here(module):
    is_made_here.set()
    return make(module)

def ask_slowly(optimiser, module):
    assert is_made_here.wait(60), "nobody has taken the last function over"
    return ask(optimiser, module)

ahead.make, ahead.Optimiser._ask = make_here, ask_slowly
with ahead.ahead():
    print(entry(3), fail(5))
"""
INLINED = """
from mine import *
entry(3)
twice_ir, fail_ir = (next(iter(function._for_compiled_code.values())).library.get_llvm_str() for function in (twice, fail))
print("alwaysinline" in twice_ir, "alwaysinline" in fail_ir)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mine.py").write_text(PROGRAM, encoding="utf-8")
    return tmp_path


def run(folder: Path, program: str = MAIN) -> list[str]:
    environment = {
        **{name: value for name, value in os.environ.items() if name != "FORNO_GAMES"},
        "PYTHONPATH": os.pathsep.join([str(SRC), str(folder)]),
        "NUMBA_CACHE_DIR": str(folder / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.splitlines()


def test_calls_of_all_kinds(folder: Path) -> None:
    """From Python, from compiled code of ours and of others, inlined or not, with an exception from deep inside."""
    results = ["116 110 6", "more than nine", "[2, 4, 6]"]
    assert run(folder) == [*results, "0 0 0"]
    assert run(folder) == [*results, "1 1 0"]  # from the disk


def test_only_what_python_calls_is_kept(folder: Path) -> None:
    run(folder)
    kept = {path.name.partition("-")[0].split(".")[-1] for path in folder.glob("cache/**/*.nbc")}
    assert kept == {"entry", "fail", "fill"}


def test_ahead_of_the_first_call(folder: Path) -> None:
    """What Python calls is put on disk, and runs as plain Python until then. Afterwards it comes from disk, in the same process, too."""
    results = ["116 110 6", "more than nine", "[2, 4, 6]", "1 1 0"]
    assert run(folder, AHEAD + MAIN) == ["116 6", "[2, 4, 6] [0, 0, 0, 0]", *results]
    assert run(folder) == results


def test_the_last_functions_are_not_left_to_a_busy_process(folder: Path) -> None:
    assert run(folder, BUSY) == ["116 6"]
    assert run(folder)[-1] == "1 1 0"


def test_only_what_is_marked_as_inlined_is_forced_into_its_callers(folder: Path) -> None:
    """Numba lets what a function calls inherit the flag, if it is compiled for that function first."""
    assert run(folder, INLINED) == ["True False"]
