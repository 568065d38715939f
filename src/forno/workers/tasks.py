"""The tasks that wait for a worker, and how an answer travels back."""

import pickle
import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
_TRIES = 3  # of one task, before we believe that it is the task that kills


class WorkerDied(Exception):
    """Again and again, over the same task of work."""


class Queue(Generic[Task]):
    def __init__(self, tasks: Mapping[int, Task]) -> None:
        self._waiting = deque(tasks.items())
        self._deaths: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self) -> tuple[int, Task]:
        return self._waiting.popleft()

    def give_back(self, number: int, task: Task) -> None:
        """Whoever had it has died."""
        self._deaths[number] += 1
        if self._deaths[number] == _TRIES:
            raise WorkerDied(
                f"{_TRIES} workers died over the same task of work (number {number}): is there too little memory, or does an agent end its process?"
            )
        self._waiting.appendleft((number, task))


Answer = tuple[Any, Exception | None]  # a result, or what went wrong


def answer(work: Callable[[Task], Any], task: Task) -> Answer:
    try:
        return work(task), None
    except Exception as error:  # noqa: BLE001  whatever it is, it is raised where the results are awaited
        return None, _portable(error)


def _portable(error: Exception) -> Exception:
    """With the worker's traceback, which stays behind; exceptions that cannot travel are told by it alone."""
    where = "".join(traceback.format_exception(error))
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
        assert type(copy) is type(error)
    except Exception:  # noqa: BLE001  an exception may do anything when it is copied
        return RuntimeError(where)
    error.add_note(where)
    return error
