"""The PPO example learns."""

import json
import re
from pathlib import Path

import pytest

from forno.cli.app import run
from scripts import EXAMPLES, run_example


def test_ppo_learns_in_a_short_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Random play gets 0.13 points a shift, and a short run reaches 1.3 to 1.4. With GAE's usual λ of 0.95 and without normalised layers it reached 1.1."""
    words = ("--quick", "--save", "chef.pt", "--plot", "curve.png")
    out = run_example("ppo_chefs_hat.py", *words, folder=tmp_path)
    scores = [float(score) for score in re.findall(r"([0-9.]+) points a shift", out)]
    assert len(scores) == 3
    assert scores[0] < 0.4
    assert scores[-1] > 1.2
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(EXAMPLES)
    _plays_by_its_text(capsys)


def _plays_by_its_text(capsys: pytest.CaptureFixture[str]) -> None:
    """The saved network plays in the arena as it did in its evaluation, with its file in the fingerprint."""
    text = "ppo_chefs_hat:load:file=chef.pt"
    words = (
        "arena",
        "chefs-hat",
        "--agents",
        f"{text},larger-value",
        "--games",
        "400",
        "--option",
        "shifts=1",
        "--json",
        "--cores",
        "1",
    )
    assert run(words) == 0, capsys.readouterr().err
    found = json.loads(capsys.readouterr().out)
    assert found["summary"]["agents"][0]["points_per_shift"]["value"] > 1.0
    contest = json.loads(Path(found["folder"], "contest.json").read_text(encoding="utf-8"))
    assert sorted(contest["fingerprints"][text]) == ["chef.pt", "ppo_chefs_hat.py"]
