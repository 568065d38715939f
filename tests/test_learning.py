"""The PPO example learns."""

import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(__file__).resolve().parent.parent / "examples" / "ppo_chefs_hat.py"


def test_ppo_learns_in_a_short_run(tmp_path: Path) -> None:
    """Random play gets 0.13 points a shift, and a short run reaches 1.1. A learner that does not improve stays below 0.4."""
    command = [sys.executable, str(EXAMPLE), "--quick", "--save", "player.pt", "--plot", "curve.png"]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    scores = [float(score) for score in re.findall(r"([0-9.]+) points a shift", ran.stdout)]
    assert len(scores) == 3
    assert scores[0] < 0.4
    assert scores[-1] > 0.8
    assert (tmp_path / "player.pt").stat().st_size > 100_000
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
