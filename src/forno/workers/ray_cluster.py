"""Workers as actors on a Ray cluster."""

import os
import pickle
import socket
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from forno.workers.tasks import Answer, Queue, WorkerDied, answer

Task = TypeVar("Task")
Result = TypeVar("Result")
_TRIES = 3


class NoRay(Exception):
    """Ray is not installed, or there is no cluster at that address."""


@dataclass(frozen=True)
class RayWorkers:
    """One actor for each processor of the cluster at this address.

    Without an address, Ray looks for a cluster itself (RAY_ADDRESS, then one on this machine), and otherwise starts one here.
    """

    address: str | None = None

    def run(self, work: Callable[[Task], Result], queue: Queue[Task]) -> Iterator[tuple[int, Result]]:
        ray = _ray()
        joined = not ray.is_initialized()
        if joined:
            _join(ray, self.address)
        try:
            yield from _run(ray, work, queue)
        finally:
            if joined:
                ray.shutdown()


class _Worker:
    """Lives on a node of the cluster and keeps the work."""

    def __init__(self, path: list[str], work: bytes) -> None:
        sys.path.extend(folder for folder in path if folder not in sys.path)  # for agents of the user
        self.work: Callable[[Any], Any] = pickle.loads(work)  # noqa: S301  sent by the process that started us

    def ready(self) -> None:
        """Returns once the cluster has room for this worker."""

    def do(self, task: bytes) -> Answer:
        """Ray itself would pass arrays that cannot be written, and for those Numba compiles everything again."""
        return answer(self.work, pickle.loads(task))  # noqa: S301  sent by the same process


def _run(ray: Any, work: Callable[[Any], Any], queue: Queue[Any]) -> Iterator[tuple[int, Any]]:
    actor = ray.remote(num_cpus=1, max_restarts=0)(_Worker)
    parcel = pickle.dumps(work)
    early_deaths = 0  # consecutive deaths of workers before their first task
    asked: dict[Any, tuple[Any, tuple[int, Any] | None]] = {}  # by the reference of the answer: worker and task
    idle: list[Any] = []

    def start() -> None:
        worker = actor.remote(sys.path, parcel)
        asked[worker.ready.remote()] = worker, None

    def assign(worker: Any) -> None:
        if queue:
            task = queue.take()
            asked[worker.do.remote(pickle.dumps(task[1]))] = worker, task
        else:
            idle.append(worker)

    left = len(queue)
    for _ in range(min(left, int(ray.cluster_resources().get("CPU", 1)))):
        start()
    try:
        while left:
            reference = ray.wait(list(asked))[0][0]
            worker, task = asked.pop(reference)
            try:
                said = ray.get(reference)
            except ray.exceptions.RayActorError as death:
                ray.kill(worker)  # it may only be unreachable; its answer would come too late
                if task is not None:
                    queue.give_back(*task)
                else:
                    early_deaths += 1
                    if early_deaths == _TRIES:
                        raise WorkerDied(f"no worker can start on this cluster: {death}") from death
                if idle:
                    assign(idle.pop())
                else:
                    start()  # it starts when there is room; meanwhile the next idle worker takes the returned task
                continue
            assign(worker)
            early_deaths = 0
            if task is not None:
                result, error = said
                if error is not None:
                    raise error
                left -= 1
                yield task[0], result
    finally:
        for worker in [*idle, *(worker for worker, _ in asked.values())]:
            ray.kill(worker)


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  large, and an extra
    except ImportError:
        raise NoRay('Ray is not installed: pip install "forno[ray]".') from None
    return ray


def _join(ray: Any, address: str | None) -> None:
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray's future default; otherwise it warns
    _check_address(address or "")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR")
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise NoRay(f"there is no Ray cluster at {address or 'the usual address'}: {error}") from error


def _check_address(address: str) -> None:
    """Ray itself would try for a minute and then end the process."""
    host, colon, port = address.rpartition("://")[2].rpartition(":")
    if colon and port.isdecimal():
        try:
            socket.create_connection((host, int(port)), timeout=5).close()
        except OSError as error:
            raise NoRay(f"there is no Ray cluster at {address}: {error.strerror or error}.") from error
