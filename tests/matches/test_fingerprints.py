"""A folder never mixes the games of an agent with those of its edited successor."""

import importlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forno import agents, arena
from forno.arena.run import play
from forno.matches.contest import Contest
from forno.matches.fingerprints import fingerprint
from forno.matches.run_folder import BadFolder
from forno.observations.network import NetworkAgent
from forno.rules import find
from forno.simulate import Plan, simulate
from forno.workers import LocalWorkers

GAME = find("chefs-hat")
AGENT = """
from pathlib import Path
import numpy
from edited_helpers import choice

class Mine:
    def __init__(self, game, file=None):
        self.files = [Path("weights.bin")]

    def choose(self, view, legal, rng):
        return choice(legal)
"""
HELPERS = "def choice(legal):\n    return int(legal[0])\n"
PROGRAM = "import json, sys, edited_helpers\nfor line in sys.stdin:\n    print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n"


@pytest.fixture(autouse=True)
def agents_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with an agent, and nothing of it in PYTHONPATH."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])
    for name in ("edited_agent", "edited_helpers", "edited_objects"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    Path("edited_agent.py").write_text(AGENT, encoding="utf-8")
    Path("edited_helpers.py").write_text(HELPERS, encoding="utf-8")
    Path("bot.py").write_text(PROGRAM, encoding="utf-8")
    Path("weights.bin").write_bytes(b"1")
    Path("network.bin").write_bytes(b"1")


def contest(agent: str) -> Contest:
    return Contest.make(GAME, (agent, "uniform"), players=4, options={"shifts": 1}, key=bytes(32))


def in_arena(one: Contest, games: int) -> None:
    play(one, games, Path("results"), LocalWorkers(1))


def in_simulation(one: Contest, games: int) -> None:
    simulate(Plan(one, shard=1), games, Path("results"), LocalWorkers(1), lambda done, total: None)


MINE, WITH_FILE, PROGRAM_TEXT = (
    "edited_agent:Mine",
    "edited_agent:Mine:file=network.bin",
    f"cmd:{sys.executable} bot.py",
)


@pytest.mark.parametrize("run", [in_arena, in_simulation])
@pytest.mark.parametrize(
    ("agent", "file", "named"),
    [
        (MINE, "edited_agent.py", "edited_agent.py is different"),
        (MINE, "edited_helpers.py", "edited_helpers.py is different"),
        (MINE, "weights.bin", "weights.bin is different"),
        (WITH_FILE, "network.bin", "network.bin is different"),
        (PROGRAM_TEXT, "bot.py", "bot.py is different"),
        (PROGRAM_TEXT, "edited_helpers.py", "edited_helpers.py is different"),
    ],
)
def test_an_edited_agent_is_refused(agent: str, file: str, named: str, run: Callable[[Contest, int], None]) -> None:
    run(contest(agent), 4)
    run(contest(agent), 8)  # the same agent goes on
    with Path(file).open("a", encoding="utf-8") as edited:
        edited.write("\n")
    before = {path: path.read_bytes() for path in Path("results").rglob("*") if path.is_file()}
    with pytest.raises(BadFolder) as caught:
        run(contest(agent), 12)
    assert f"the agent {agent} has changed since then ({named})" in str(caught.value)
    assert "to begin anew, choose another folder with --out" in str(caught.value)
    assert {path: path.read_bytes() for path in Path("results").rglob("*") if path.is_file()} == before


def test_folders_of_the_first_version_go_on_only_with_our_agents() -> None:
    """They have no fingerprints, and our agents change only with Forno's version."""
    for agent in ("greedy", MINE):
        in_arena(contest(agent), 4)
        facts = json.loads(Path("results/contest.json").read_text(encoding="utf-8"))
        del facts["fingerprints"]
        Path("results/contest.json").write_text(json.dumps(facts), encoding="utf-8")
        if agent == "greedy":
            in_arena(contest(agent), 8)
            Path("results").rename("first")
    with pytest.raises(BadFolder, match="does not say which version of the agent edited_agent:Mine played"):
        in_arena(contest(MINE), 8)


def test_only_files_that_belong_to_an_agent_count() -> None:
    Path("unrelated.py").touch()
    names = set(fingerprint(MINE, agents.find(MINE, GAME)))
    assert names == {"edited_agent.py", "edited_helpers.py", "weights.bin"}
    assert fingerprint("greedy", agents.find("greedy", GAME)) == {}
    assert fingerprint("search:sims=5", agents.find("search:sims=5", GAME)) == {}


OBJECTS = """
import numpy as np, torch
from forno.observations.network import NetworkAgent

class Weighted:
    def __init__(self, weights):
        self.weights, self.layer = np.array(weights), torch.nn.Linear(2, 2)
        torch.nn.init.ones_(self.layer.weight), torch.nn.init.zeros_(self.layer.bias)

    def choose(self, view, legal, rng):
        return int(legal[0])

def first(observations, masks):
    return masks * 1.0
"""


def test_an_object_with_other_attributes_or_another_source_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook: the same name, another object."""
    Path("edited_objects.py").write_text(OBJECTS, encoding="utf-8")
    monkeypatch.syspath_prepend(Path.cwd())
    module = importlib.import_module("edited_objects")
    weighted = module.Weighted

    def compare(agent: Any, games: int, folder: str) -> None:
        arena.compare(GAME, {"mine": agent, "uniform": "uniform"}, games, cores=1, options={"shifts": 1}, folder=folder)

    compare(weighted([1, 2]), 4, "weighted")
    compare(weighted([1, 2]), 8, "weighted")
    with pytest.raises(BadFolder, match=r"the agent mine has changed since then \(the object is different\)"):
        compare(weighted([1, 3]), 12, "weighted")
    changed = weighted([1, 2])
    changed.layer.weight.data[0, 0] = 2
    with pytest.raises(BadFolder, match=r"the object is different"):
        compare(changed, 12, "weighted")
    compare(NetworkAgent(GAME, module.first), 4, "function")
    with Path("edited_objects.py").open("a", encoding="utf-8") as edited:
        edited.write("\n")
    with pytest.raises(BadFolder, match=r"edited_objects.py is different"):
        compare(NetworkAgent(GAME, module.first), 8, "function")
    compare(NetworkAgent(GAME, lambda observations, masks: masks * 1.0), 4, "lambda")
    with pytest.raises(BadFolder, match="cannot be known whether the agent mine has changed"):
        compare(NetworkAgent(GAME, lambda observations, masks: masks * 1.0), 8, "lambda")


def test_the_fingerprint_of_an_object_is_the_same_in_every_process() -> None:
    Path("edited_objects.py").write_text(OBJECTS, encoding="utf-8")
    program = (
        "from edited_objects import Weighted, first; from forno.matches.fingerprints import fingerprint_of_object as of; "
        "from forno.observations.network import NetworkAgent; from forno.rules import find; "
        "print(of(Weighted([1])), of(NetworkAgent(find('chefs-hat'), first)))"
    )
    said = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert said[0] == said[1]
    assert "unknown" not in said[0]
    assert said[0].count("edited_objects.py") == 2
