"""Workers as processes on this machine."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from forno.workers import LocalWorkers, WorkerDied, cores, run_tasks
from workers.jobs import Mortal, Slow, Square, is_alive, refuse, refuse_oddly

SQUARES = {number: number * number for number in range(20)}
TASKS = {number: number for number in SQUARES}


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_task_is_done_once(tmp_path: Path, count: int) -> None:
    work = Square(tmp_path)
    results = list(run_tasks(work, TASKS, LocalWorkers(count)))
    assert sorted(results) == list(SQUARES.items())
    assert [work.begun(number) for number in TASKS] == [1] * len(TASKS)


def test_several_processes_work(tmp_path: Path) -> None:
    assert len(list(run_tasks(Square(tmp_path), TASKS, LocalWorkers(2)))) == len(TASKS)
    pids = {path.name.split("-")[1] for path in tmp_path.iterdir()}
    assert len(pids) == 2
    assert str(os.getpid()) not in pids


def test_one_processor_starts_no_process(tmp_path: Path) -> None:
    list(run_tasks(Square(tmp_path), TASKS, LocalWorkers(1)))
    assert {path.name.split("-")[1] for path in tmp_path.iterdir()} == {str(os.getpid())}


def test_nothing_to_do() -> None:
    assert list(run_tasks(refuse, {}, LocalWorkers(2))) == []


def test_a_dead_workers_task_is_done_again(tmp_path: Path) -> None:
    work = Mortal(tmp_path, victim=5)
    results = list(run_tasks(work, TASKS, LocalWorkers(2)))
    assert sorted(results) == list(SQUARES.items())
    assert work.begun(5) == 2


def test_the_last_task_is_not_lost_either(tmp_path: Path) -> None:
    work = Mortal(tmp_path, victim=19, deaths=2)
    assert dict(run_tasks(work, TASKS, LocalWorkers(2))) == SQUARES
    assert work.begun(19) == 3


def test_a_worker_killed_from_outside_is_replaced(tmp_path: Path) -> None:
    work = Slow(tmp_path)
    results = run_tasks(work, {1: 1, 2: 2, 3: 3}, LocalWorkers(2))
    killed: list[int] = []

    def kill_one_then_go() -> None:
        while not work.begun(1):
            time.sleep(0.01)
        killed.extend(work.workers(1))
        os.kill(killed[0], signal.SIGKILL)
        work.let_all()

    killer = threading.Thread(target=kill_one_then_go)
    killer.start()
    assert dict(results) == {1: 1, 2: 4, 3: 9}
    killer.join()
    assert killed
    assert work.begun(1) == 2


def test_a_task_that_always_kills_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(WorkerDied, match="number 5"):
        list(run_tasks(Mortal(tmp_path, victim=5, deaths=99), TASKS, LocalWorkers(2)))


@pytest.mark.parametrize("count", [1, 2])
def test_an_exception_of_the_work_is_raised_here(count: int) -> None:
    with pytest.raises(ValueError, match="not 3, please") as caught:
        list(run_tasks(refuse, TASKS, LocalWorkers(count)))
    if count > 1:  # with the worker's own traceback
        assert any("in refuse" in note for note in caught.value.__notes__)


def test_an_exception_that_cannot_be_pickled_is_reported(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="7 and 7"):
        list(run_tasks(refuse_oddly, {7: 7, 8: 7}, LocalWorkers(2)))


def test_closing_the_iterator_ends_the_workers(tmp_path: Path) -> None:
    work = Slow(tmp_path)
    results = run_tasks(work, {0: 0, 1: 1, 2: 2}, LocalWorkers(2))
    work.let(0)
    assert next(results) == (0, 0)
    while not (work.begun(1) and work.begun(2)):
        time.sleep(0.01)
    results.close()  # type: ignore[attr-defined]  # it is a generator
    assert not any(is_alive(pid) for pid in work.workers(0, 1, 2))
    assert (tmp_path / "cleaned 1").exists()
    assert (tmp_path / "cleaned 2").exists()


PROGRAM = """
import sys
from pathlib import Path
from workers.jobs import Slow
from forno.workers import LocalWorkers, run_tasks

if __name__ == "__main__":
    try:
        list(run_tasks(Slow(Path(sys.argv[1])), {1: 1, 2: 2}, LocalWorkers(2)))
    except KeyboardInterrupt:
        print("interrupted")
"""


def test_ctrl_c_ends_all_processes_silently(tmp_path: Path) -> None:
    script = tmp_path / "program.py"
    script.write_text(PROGRAM, encoding="utf-8")
    notes = tmp_path / "notes"
    notes.mkdir()
    work = Slow(notes)
    with subprocess.Popen(
        [sys.executable, str(script), str(notes)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[1])},
        start_new_session=True,
    ) as program:
        while not (work.begun(1) and work.begun(2)):
            assert program.poll() is None, program.stderr.read() if program.stderr else ""
            time.sleep(0.01)
        os.killpg(program.pid, signal.SIGINT)  # as a terminal does: to the workers too
        out, err = program.communicate()
    assert (out, err) == ("interrupted\n", "")
    assert not any(is_alive(pid) for pid in work.workers(1, 2))


def test_cores() -> None:
    assert cores() >= 1
