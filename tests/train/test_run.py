"""Training runs: they learn, they can be continued exactly, and the number of threads changes nothing."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from clusters import Nodes
from forno.agents import CompiledNetworkAgent
from forno.agents import find as find_agent
from forno.agents.networks import Network, load_network
from forno.rules import chance, find
from forno.rules.game import BadSetup
from forno.table import Table
from forno.train.learner import Learner
from forno.train.run import CHECKPOINT, CURVE, NETWORK, PLOT, TrainingRun
from forno.train.settings import Settings
from forno.workers import LocalWorkers, RayWorkers, Workers
from networks import random_network

TINY, HAT = find("tiny-game"), find("chefs-hat")
SMALL = Settings(
    hidden=16,
    advice=False,
    ratings=False,
    clone=512,
    rows=512,
    window=2,
    minibatch=128,
    snapshot_every=1,
    evaluate_every=2,
    evaluation_games=50,
)


def new_run(folder: Path, settings: Settings = SMALL) -> TrainingRun:
    return TrainingRun(TINY, folder, key=bytes(32), settings=settings, command="forno train tiny-game")


def test_an_interrupted_run_ends_with_the_same_network(tmp_path: Path) -> None:
    whole = new_run(tmp_path / "whole")
    whole.train(decisions=6 * 512, threads=2)
    begun = new_run(tmp_path / "halves")
    begun.train(decisions=3 * 512, threads=1)
    halves = TrainingRun.resume(tmp_path / "halves")
    assert len(halves.snapshots) == len(begun.snapshots) > 1
    halves.train(decisions=6 * 512, threads=1)
    assert halves.progress.recorded == whole.progress.recorded
    one, other = (load_network(tmp_path / name / NETWORK, TINY).network for name in ("whole", "halves"))
    for name, array in one.parameters.items():
        assert array.tobytes() == other.parameters[name].tobytes(), name


def test_a_folder_has_the_network_and_its_curve(tmp_path: Path) -> None:
    new_run(tmp_path).train(decisions=512)
    found = load_network(tmp_path / NETWORK, TINY)
    assert found.provenance["command"] == "forno train tiny-game"
    assert found.provenance["decisions"] == 512
    curve = json.loads((tmp_path / CURVE).read_text(encoding="utf-8"))
    assert [point["decisions"] for point in curve] == [0, 512]
    assert curve[-1]["results"].keys() == {str(n) for n in TINY.players}
    assert (tmp_path / PLOT).read_bytes().startswith(b"\x89PNG")
    find_agent(f"policy:{tmp_path / NETWORK}", TINY)


def test_settings_can_be_changed_from_a_point_on(tmp_path: Path) -> None:
    new_run(tmp_path).train(decisions=512)
    run = TrainingRun.resume(tmp_path, {"learning_rate": "0.25", "window": 3}, "forno train tiny-game --resume …")
    assert (run.settings.learning_rate, run.settings.rows) == (0.25, SMALL.rows)
    assert [group["lr"] for group in run.learner.optimizer.param_groups] == [0.25]
    assert run.learner.memory.maxlen == 3
    run.train(decisions=1024)
    command = load_network(tmp_path / NETWORK, TINY).provenance["command"]
    assert command == "forno train tiny-game --decisions 512 && forno train tiny-game --resume …"
    again = TrainingRun.resume(tmp_path)
    assert (again.settings, again.command) == (run.settings, command)
    with pytest.raises(BadSetup, match="hidden cannot be changed"):
        TrainingRun.resume(tmp_path, {"hidden": 32})


def varied(network: Network) -> Network:
    """The same network with other weights everywhere."""
    rng = np.random.default_rng(0)
    arrays = [rng.normal(size=one.shape) for name, one in network.parameters.items() if name != "thresholds"]
    return Network(network.thresholds, *(one.astype(np.float16).astype(np.float32) for one in arrays))


def test_a_run_can_begin_with_a_network(tmp_path: Path) -> None:
    """One that took no advice and no ratings plays as before, whatever it is told now."""
    told = replace(SMALL, advice=True, ratings=True)
    start, whole = (varied(Learner(TINY, settings, 1).network()) for settings in (SMALL, told))
    for settings in (SMALL, told):
        run = TrainingRun(TINY, tmp_path, key=bytes(32), settings=settings, start=start)
        found = run.learner.network()
        assert (found.is_advised, found.is_rated) == (settings.advice, settings.ratings)
        agents = [CompiledNetworkAgent(network) for network in (start, found)]
        table = Table(TINY, 3, key=bytes(32))
        while table.actor is not None:
            view, legal = table.view(table.actor), table.legal()
            one, other = (agent.choose(view, legal, chance.stream(bytes(32))) for agent in agents)
            assert one == other
            table.act(table.actor, one)
    again = TrainingRun(TINY, tmp_path, key=bytes(32), settings=told, start=whole).learner.network()
    for name, array in whole.parameters.items():
        assert np.allclose(array, again.parameters[name], rtol=2e-3), name
    narrow = Learner(TINY, replace(SMALL, hidden=8), 1).network()
    for bad in (random_network(TINY), narrow, whole):
        with pytest.raises(BadSetup, match="does not fit the settings: its layers, its thresholds"):
            TrainingRun(TINY, tmp_path, key=bytes(32), settings=SMALL, start=bad)


def test_there_must_be_something_to_resume(tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="no training run to resume"):
        TrainingRun.resume(tmp_path)


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ({"depth": 3}, "no training setting 'depth'"),
        ({"hidden": "many"}, "hidden cannot be 'many'"),
        ({"true_rollouts": "maybe"}, "true_rollouts cannot be"),
    ],
)
def test_bad_settings_are_refused(found: dict[str, object], says: str) -> None:
    with pytest.raises(BadSetup, match=says):
        Settings.from_json(found)


def test_with_advice_a_network_begins_as_greedy(tmp_path: Path) -> None:
    run = TrainingRun(HAT, tmp_path, key=bytes(32), settings=Settings(evaluation_games=100))
    agent = CompiledNetworkAgent(run.learner.network())
    greedy = find_agent("greedy", HAT)
    table, number = Table(HAT, 4, key=bytes(32)), 0
    while table.actor is not None:
        view, legal = table.view(table.actor), table.legal()
        chosen = greedy.choose(view, legal, chance.stream(bytes(32), number))
        assert agent.choose(view, legal, chance.stream(bytes(32), number)) == chosen
        table.act(table.actor, chosen)
        number += 1
    assert number > 100


def test_a_network_learns_chefs_hat(tmp_path: Path) -> None:
    """From random weights, without imitating anybody, it comes from nothing to half of what `greedy` makes."""
    settings = Settings(
        hidden=64,
        advice=False,
        ratings=False,
        clone=0,
        rows=4096,
        reuse=6,
        learning_rate=2e-3,
        average=0.98,
        evaluation_games=200,
    )
    run = TrainingRun(HAT, tmp_path, key=bytes(32), settings=settings)
    run.train(decisions=40_000)
    points = [point["results"]["4"]["points"] for point in run.progress.curve]
    assert points[0] < 0.4
    assert points[-1] > points[0] + 0.4


def check_workers(workers: Workers, folder: Path) -> None:
    run = new_run(folder)
    run.train(decisions=3 * 512, workers=workers)
    assert run.progress.recorded >= 3 * 512
    assert len(run.learner.memory) == SMALL.window
    assert (folder / CHECKPOINT).exists()


def test_processes_can_gather(tmp_path: Path) -> None:
    check_workers(LocalWorkers(2), tmp_path)


def test_a_cluster_can_gather(nodes: Nodes, tmp_path: Path) -> None:
    check_workers(RayWorkers(nodes.address), tmp_path)
