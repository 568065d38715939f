"""The yardstick: Chef's Hat written by hand in C (bench/limit.c), compiled on the fly."""

import shutil
import subprocess
from pathlib import Path

SOURCE = Path(__file__).parents[4] / "bench" / "limit.c"
GAME = "chefs-hat"


class NoLimit(Exception):
    """The sentence says why there is nothing to compare with."""


class Limit:
    def __init__(self, folder: Path) -> None:
        """Compile it into a folder; NoLimit if that cannot be."""
        compiler = shutil.which("cc")
        if not SOURCE.exists():
            raise NoLimit("Not compared with C: bench/limit.c comes with the sources only.")
        if compiler is None:
            raise NoLimit("Not compared with C: there is no C compiler (cc) here.")
        self.program = folder / "limit"
        command = [compiler, "-O3", "-march=native", "-o", str(self.program), str(SOURCE)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603  our own source
        if done.returncode != 0:
            raise NoLimit(f"Not compared with C: cc failed: {done.stderr.strip()[:200]}")

    def play(self, games: int, seed: int) -> tuple[int, float]:
        """Decisions, and the seconds that they took."""
        command = [str(self.program), str(games), str(seed)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603  compiled just now
        _, moves, seconds = done.stdout.split()
        return int(moves), max(float(seconds), 1e-9)

    def games_that_take(self, seconds: float) -> int:
        games = 16
        while True:
            _, took = self.play(games, 0)
            if took >= seconds / 4:
                return max(1, round(games * seconds / took))
            games *= 4
