"""Run numbered tasks on many workers: the processors of this machine, or a Ray cluster.

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
    """`LocalWorkers` or `RayWorkers`."""

    def run(self, work: Callable[[Task], Result], queue: Queue[Task]) -> Iterator[tuple[int, Result]]: ...


def run_tasks(
    work: Callable[[Task], Result], tasks: Mapping[int, Task], workers: Workers
) -> Iterator[tuple[int, Result]]:
    """Call `work` with every task, and yield the number and result of each once, in any order.

    `work` is pickled once for each worker and stays there, so it can cache what is expensive to make. If a worker dies, another repeats its task.
    An exception of `work` is raised here. Closing the iterator or interrupting it ends the workers.
    """
    yield from workers.run(work, Queue(tasks))
