"""The speed limit: Chef's Hat written by hand in C (bench/limit.c), compiled when it is needed."""

import shutil
import subprocess
from pathlib import Path

from forno.cli.bench.checkout import BENCH

SOURCE = BENCH / "limit.c"
GAME = "chefs-hat"


class LimitUnavailable(Exception):
    """The message says why there is nothing to compare with."""


class Limit:
    def __init__(self, folder: Path) -> None:
        """Compile the program into a folder. Raises LimitUnavailable if that fails."""
        compiler = shutil.which("cc")
        if not SOURCE.exists():
            raise LimitUnavailable("Not compared with C: bench/limit.c is only in a checkout of Forno.")
        if compiler is None:
            raise LimitUnavailable("Not compared with C: there is no C compiler (cc).")
        self.program = folder / "limit"
        command = [compiler, "-O3", "-march=native", "-o", str(self.program), str(SOURCE)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  our own source
        if done.returncode != 0:
            raise LimitUnavailable(f"Not compared with C: cc failed: {done.stderr.strip()[:200]}")

    def play(self, games: int, seed: int) -> tuple[int, float]:
        """Return the number of decisions and the seconds they took."""
        command = [str(self.program), str(games), str(seed)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  our own program
        _, moves, seconds = done.stdout.split()
        return int(moves), max(float(seconds), 1e-9)

    def games_that_take(self, seconds: float) -> int:
        games = 16
        while True:
            _, took = self.play(games, 0)
            if took >= seconds / 4:
                return max(1, round(games * seconds / took))
            games *= 4
