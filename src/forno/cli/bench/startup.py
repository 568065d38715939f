"""How long a user waits for the first compile and for a start from the cache, measured in new processes."""

import os
import subprocess
import sys
import time
from pathlib import Path

from forno.cli.commands.preheat import all_parts
from forno.rules import GAMES
from forno.rules.game import Game
from forno.warmup import Part

_FORNO = [sys.executable, "-m", "forno"]


def first_compile_seconds(cache: Path) -> tuple[float, dict[str, dict[str, float]]]:
    """Compile everything into an empty cache folder. Returns the time of the whole, and the processor seconds of each part by game.

    Games are compiled side by side, on all cores. A part takes less time after another one of its game in the same process.
    """
    start = time.perf_counter()
    subprocess.run([*_FORNO, "preheat"], check=True, capture_output=True, env=_environment(cache))  # noqa: S603  our own command
    took = time.perf_counter() - start
    return took, {game.id: {name_of(part, game): _seconds(part, cache) for part in all_parts(game)} for game in GAMES}


def game_compile_seconds(cache: Path, game: Game) -> float:
    """Compile what a table of one game needs, with its search, into an empty cache folder."""
    start = time.perf_counter()
    command = [*_FORNO, "trace", game.id, "--agent", "search:sims=1"]
    subprocess.run(command, check=True, capture_output=True, env=_environment(cache))  # noqa: S603  our own command
    return time.perf_counter() - start


def _seconds(part: Part, cache: Path) -> float:
    """What the other process noted in the part's marker."""
    return float((cache / part.marker.name).read_text(encoding="utf-8"))


def name_of(part: Part, game: Game) -> str:
    return part.name.removesuffix(f"-{game.id}")


def cached_start_seconds(cache: Path | None) -> float:
    """From the command to the first decision of a game. `cache` is a warm cache folder, by default the user's."""
    command = [*_FORNO, "trace", GAMES[0].id]
    start = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=_environment(cache), text=True) as process:  # noqa: S603  our own command
        assert process.stdout is not None
        for line in process.stdout:
            if line.startswith('{"seat"'):
                break
        took = time.perf_counter() - start
        process.stdout.close()
    return took


def _environment(cache: Path | None) -> dict[str, str]:
    return dict(os.environ) if cache is None else {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
