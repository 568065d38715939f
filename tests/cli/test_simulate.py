"""`forno simulate`: the files it writes, and its errors."""

import json
import os
import sys
from pathlib import Path

import pytest

from cli.conftest import Forno
from clusters import Nodes

SHORT = ("chefs-hat", "--agents", "greedy,uniform", "--option", "shifts=1", "--cores", "1")


def test_json(forno: Forno, tmp_path: Path) -> None:
    out = tmp_path / "data"
    said = forno("simulate", *SHORT, "--games", "5", "--shard", "2", "--out", str(out), "--json")
    assert said.code == 0
    found = json.loads(said.out)
    assert found["games"] == 5
    assert found["files"] == [f"games-{first:09d}-{last:09d}.parquet" for first, last in ((0, 1), (2, 3), (4, 4))]
    assert found["bytes"] == sum((out / name).stat().st_size for name in found["files"])


def test_csv_files(forno: Forno, tmp_path: Path) -> None:
    said = forno("simulate", *SHORT, "--games", "2", "--out", str(tmp_path / "d"), "--format", "chefshatgym")
    assert said.code == 0
    assert "2 games in 1 file" in said.out
    assert (tmp_path / "d" / "games-000000000-000000001.csv").read_text(encoding="utf-8").startswith("Match,Round,")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--games", "0"), "--games must be a whole number from 1"),
        (("--shard", "0"), "--shard must be a whole number above 0"),
        (("--cores", "0"), "--cores must be a whole number above 0"),
        (("--format", "csv"), "There is no format 'csv': it can be parquet or minari or chefshatgym"),
        (("--agents", "nobody"), "nobody"),
        (("--key", "12"), "A key must have 64 hexadecimal digits"),
        (("--ray",), "--cores is for this machine"),
    ],
)
def test_wrong_arguments_are_refused(forno: Forno, tmp_path: Path, words: tuple[str, ...], sentence: str) -> None:
    usual = {"--agents": "greedy", "--games": "2", "--cores": "1", "--out": str(tmp_path / "d")}
    usual = {name: value for name, value in usual.items() if name != words[0]}
    said = forno("simulate", "chefs-hat", *(word for pair in usual.items() for word in pair), *words)
    assert said.code == 2
    assert sentence in said.err


def test_a_folder_with_other_files_is_refused(forno: Forno, tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear", encoding="utf-8")
    said = forno("simulate", *SHORT, "--games", "2", "--out", str(tmp_path))
    assert said.code == 2
    assert "is not empty" in " ".join(said.err.split())


def test_import_paths_may_start_in_the_current_folder(
    forno: Forno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "own_simulated.py").write_text(
        "class Last:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, view, legal, rng): return int(legal[-1])\n",
        encoding="utf-8",
    )
    words = ("chefs-hat", "--agents", "own_simulated:Last,uniform", "--option", "shifts=1", "--cores", "1")
    said = forno("simulate", *words, "--games", "2", "--out", "data")
    assert said.code == 0, said.err


def test_a_ray_cluster_writes_the_same_bytes(
    nodes: Nodes, forno: Forno, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The agent leaves a file that says which process it played in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.path", [*sys.path])
    (tmp_path / "own_on_ray.py").write_text(
        "import os, pathlib\n"
        "class First:\n"
        "    def __init__(self, game): pass\n"
        "    def choose(self, view, legal, rng):\n"
        f"        pathlib.Path({str(tmp_path)!r}, f'played-by-{{os.getpid()}}').touch()\n"
        "        return int(legal[0])\n",
        encoding="utf-8",
    )
    words = ("chefs-hat", "--agents", "own_on_ray:First,uniform,greedy,greedy", "--games", "11", "--shard", "2")
    assert forno("simulate", *words, "--out", "here", "--cores", "1").code == 0
    (tmp_path / f"played-by-{os.getpid()}").unlink()
    said = forno("simulate", *words, "--out", "there", "--ray", nodes.address, "--json")
    assert said.code == 0, said.err
    assert len(json.loads(said.out)["files"]) == 6
    workers = {path.name for path in tmp_path.glob("played-by-*")}
    assert workers
    assert f"played-by-{os.getpid()}" not in workers
    here, there = ({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()} for name in ("here", "there"))
    assert there == here
