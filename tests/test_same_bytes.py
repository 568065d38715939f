"""The same sources give the same bytes compiled, as plain Python, and compiled with bounds checks.

Compiled code does not notice out-of-range reads. Plain Python and bounds checks would raise, or give other bytes.
"""

import os
import subprocess
import sys
from pathlib import Path

from forno.rules import GAMES

SCRIPT = Path(__file__).with_name("same_bytes.py")


def run(**settings: str) -> list[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    command = [sys.executable, "-W", "error", str(SCRIPT)]
    return subprocess.run(command, env=clean | settings, capture_output=True, text=True, check=True).stdout.splitlines()


def test_all_ways_to_run_give_the_same_bytes() -> None:
    plain = run(NUMBA_DISABLE_JIT="1")
    assert len(plain) == 5 * sum(len(game.players) for game in GAMES)
    assert run() == plain
    assert run(NUMBA_BOUNDSCHECK="1") == plain
