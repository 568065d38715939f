"""Measures how fast this machine is, by what version 0.1.0 takes here for what it once took elsewhere.

    python bench/this_machine.py

Machines in a cloud differ by a factor of two, from one to the next and from hour to hour, so a bar in seconds means little without the
machine that it was set on. There, 0.1.0 compiled the rules and `greedy` of Chef's Hat in 29 seconds. Here it does so again, with an
empty cache. 0.1.0 compiles on one core, so its processor time is what counts; the present version uses two, and is timed by the clock, so
let nothing else run. Needs git, and a clone with its history.
"""

import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLD = "edf56b0"  # version 0.1.0
THERE = 29.0  # seconds on the machine on which the bars were set
BARS = {"compile one game with its search": 20, "compile everything": 120, "make test": 480}  # seconds there


def seconds_to_compile(source: Path, agent: str) -> tuple[float, float]:
    """By the processor and by the clock, to the end of a game of Chef's Hat, with an empty cache."""
    ours = ("FORNO_", "NUMBA_", "PYTHON")
    outside = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    command = [sys.executable, "-c", "from forno.cli import main; main()", "trace", "chefs-hat", "--agent", agent]
    with tempfile.TemporaryDirectory() as cache:
        own = {"PYTHONPATH": str(source), "NUMBA_CACHE_DIR": cache, "XDG_CACHE_HOME": cache}
        before = os.times()
        subprocess.run(command, env=outside | own, capture_output=True, check=True)
        after = os.times()
    processor = after.children_user + after.children_system - before.children_user - before.children_system
    return processor, after.elapsed - before.elapsed


def main() -> None:
    packed = subprocess.run(
        [shutil.which("git") or "git", "archive", OLD, "src"], cwd=ROOT, capture_output=True, check=True
    )
    with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(packed.stdout)) as files:
        files.extractall(folder, filter="data")
        old, _ = seconds_to_compile(Path(folder) / "src", "greedy")
    _, new = seconds_to_compile(ROOT / "src", "search:sims=1")
    factor = old / THERE
    lines = [
        f"Version 0.1.0 compiles the rules and greedy of Chef's Hat in {old:.1f} s here, and took {THERE:.0f} s where the bars were set.",
        f"So this machine takes {factor:.2f} times as long. Bars there and here:",
        *(f"  {name}: {there} s, {there * factor:.0f} s" for name, there in BARS.items()),
        f"This version compiles the rules, greedy and the search of Chef's Hat in {new:.1f} s.",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
