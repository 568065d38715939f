"""The same sources give the same bytes compiled, as plain Python, and compiled with bounds checks.

Compiled code does not notice out-of-range reads. Plain Python and bounds checks would raise, or give other bytes.
"""

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from forno.rules import GAMES
from forno.rules.game import Game

CACHE = "NUMBA_CACHE_DIR"
SCRIPT = Path(__file__).with_name("same_bytes.py")


@cache
def run(**settings: str) -> list[str]:
    """Play the games of all tests in one process, since much of what is compiled with bounds checks serves them all.

    The compiled code of other runs is used: its name tells how it was compiled.
    """
    clean = {name: value for name, value in os.environ.items() if name == CACHE or not name.startswith("NUMBA_")}
    command = [sys.executable, "-W", "error", str(SCRIPT), *(game.id for game in GAMES)]
    return subprocess.run(command, env=clean | settings, capture_output=True, text=True, check=True).stdout.splitlines()


def digests(game: Game, **settings: str) -> list[str]:
    return [line for line in run(**settings) if line.split()[0] == game.id]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_all_ways_to_run_give_the_same_bytes(game: Game) -> None:
    plain = digests(game, NUMBA_DISABLE_JIT="1")
    assert len(plain) == 5 * len(game.players)
    assert digests(game) == plain
    assert digests(game, NUMBA_BOUNDSCHECK="1") == plain
