"""Much work on many workers: the processors here, or a Ray cluster.

>>> from forno.workers import LocalWorkers, run_tasks
>>> dict(run_tasks(abs, {7: -1, 8: 2}, LocalWorkers(1)))
{7: 1, 8: 2}
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Protocol, TypeVar

from forno.workers.local import LocalWorkers, cores
from forno.workers.ray_cluster import NoRay, RayWorkers
from forno.workers.tasks import Queue, WorkerDied

__all__ = ["LocalWorkers", "NoRay", "RayWorkers", "WorkerDied", "Workers", "cores", "run_tasks"]

Task = TypeVar("Task")
Result = TypeVar("Result")


class Workers(Protocol):
    """Where the work is done: `LocalWorkers` or `RayWorkers`."""

    def run(self, work: Callable[[Task], Result], queue: Queue[Task]) -> Iterator[tuple[int, Result]]: ...


def run_tasks(
    work: Callable[[Task], Result], tasks: Mapping[int, Task], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """Do numbered tasks of work; each one's number and result, once, as they are done: in any order.

    `work` is sent to each worker once and stays there, so it may keep what is dear to make. The tasks of a worker that dies are done again by another.
    An exception of `work` is raised here. Whoever stops listening (closes the iterator, or is interrupted) ends the workers.
    """
    yield from workers.run(work, Queue(tasks))
