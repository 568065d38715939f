"""Workers on a real Ray cluster of two nodes, both on this machine."""

import threading
from pathlib import Path

import numpy as np
import pytest

from clusters import Nodes
from forno.workers import NoRay, RayWorkers, WorkerDied, run_tasks
from workers.jobs import Mortal, Slow, Square, Unloadable, is_alive, refuse, write_into

TASKS = {number: number for number in range(12)}
SQUARES = {number: number * number for number in TASKS}


def test_each_task_is_done_once(nodes: Nodes, tmp_path: Path) -> None:
    work = Square(tmp_path)
    results = list(run_tasks(work, TASKS, RayWorkers(nodes.address)))
    assert sorted(results) == list(SQUARES.items())
    assert [work.begun(number) for number in TASKS] == [1] * len(TASKS)


def test_a_dead_workers_task_is_done_again(nodes: Nodes, tmp_path: Path) -> None:
    work = Mortal(tmp_path, victim=5)
    results = list(run_tasks(work, TASKS, RayWorkers(nodes.address)))
    assert sorted(results) == list(SQUARES.items())
    assert work.begun(5) == 2


def test_a_task_that_always_kills_is_an_error(nodes: Nodes, tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match="number 5"):
        list(run_tasks(Mortal(tmp_path, victim=5, deaths=99), TASKS, RayWorkers(nodes.address)))


def test_an_exception_of_the_work_is_raised_here(nodes: Nodes) -> None:
    with pytest.raises(ValueError, match="not 3, please"):
        list(run_tasks(refuse, TASKS, RayWorkers(nodes.address)))


def test_workers_that_cannot_start_are_an_error(nodes: Nodes) -> None:
    with pytest.raises(WorkerDied, match="nowhere to be found"):
        list(run_tasks(Unloadable(), TASKS, RayWorkers(nodes.address)))


def test_the_arrays_of_a_task_can_be_written(nodes: Nodes) -> None:
    """For arrays that cannot, Numba compiles everything again, in every worker."""
    tasks = {number: np.zeros(3) for number in range(2)}
    assert dict(run_tasks(write_into, tasks, RayWorkers(nodes.address))) == {0: 1, 1: 1}


def test_a_missing_cluster_is_reported() -> None:
    with pytest.raises(NoRay, match=r"127\.0\.0\.1:9"):
        list(run_tasks(refuse, TASKS, RayWorkers("127.0.0.1:9")))


def test_a_node_that_dies_in_the_middle(nodes: Nodes, tmp_path: Path) -> None:
    """Both workers have a task when one node dies; the other does them all."""
    work = Slow(tmp_path)
    found: list[tuple[int, int]] = []
    listener = threading.Thread(target=lambda: found.extend(run_tasks(work, TASKS, RayWorkers(nodes.address))))
    listener.start()
    for number in (0, 1, 2):
        work.let(number)
    nodes.wait_until(lambda: bool(work.begun(3) and work.begun(4)))
    nodes.kill_one()
    nodes.wait_until(lambda: not all(map(is_alive, work.workers(3, 4))))
    work.let_all()
    listener.join()
    assert sorted(found) == list(SQUARES.items())
    assert work.begun(3) + work.begun(4) == 3
