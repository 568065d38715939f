"""How long a user waits for the first compile and for a start from the cache, measured in new processes."""

import os
import subprocess
import sys
import time
from pathlib import Path

from forno.rules import GAMES

_FORNO = [sys.executable, "-c", "from forno.cli import main; main()"]


def first_compile_seconds(cache: Path) -> float:
    """Compile everything into an empty cache folder."""
    start = time.perf_counter()
    subprocess.run([*_FORNO, "preheat"], check=True, capture_output=True, env=_environment(cache))  # noqa: S603  our own command
    return time.perf_counter() - start


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
    own = {} if cache is None else {"XDG_CACHE_HOME": str(cache)}
    return {**{name: value for name, value in os.environ.items() if name != "NUMBA_CACHE_DIR"}, **own}
