"""The queue of tasks, and how results and exceptions travel back."""

import pickle
import traceback
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

Task = TypeVar("Task")
_TRIES = 3  # before a task is blamed for the death of its workers


class WorkerDied(Exception):
    """Workers died repeatedly over the same task."""


class Queue(Generic[Task]):
    def __init__(self, tasks: Mapping[int, Task]) -> None:
        self._waiting = deque(tasks.items())
        self._deaths: Counter[int] = Counter()

    def __len__(self) -> int:
        return len(self._waiting)

    def take(self) -> tuple[int, Task]:
        return self._waiting.popleft()

    def give_back(self, number: int, task: Task) -> None:
        """Return a task whose worker has died."""
        self._deaths[number] += 1
        if self._deaths[number] == _TRIES:
            raise WorkerDied(
                f"{_TRIES} workers died over the same task (number {number}): is there too little memory, or does an agent end its process?"
            )
        self._waiting.appendleft((number, task))


Answer = tuple[Any, Exception | None]  # the result or the error


def answer(work: Callable[[Task], Any], task: Task) -> Answer:
    try:
        return work(task), None
    except Exception as error:  # noqa: BLE001  run_tasks raises it
        return None, _portable(error)


def _portable(error: Exception) -> Exception:
    """The exception with the worker's traceback as a note. If it cannot be pickled, a RuntimeError with the traceback."""
    where = "".join(traceback.format_exception(error))
    try:
        copy = pickle.loads(pickle.dumps(error))  # noqa: S301  our own bytes
        assert type(copy) is type(error)
    except Exception:  # noqa: BLE001  unpickling an exception may raise anything
        return RuntimeError(where)
    error.add_note(where)
    return error
