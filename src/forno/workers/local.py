"""Workers that are processes on this machine."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import connection
from typing import Any, TypeVar

from forno.workers.tasks import Queue, answer

Task = TypeVar("Task")
Result = TypeVar("Result")
_PATIENCE = 10  # seconds that a worker has to clean up
_GONE = (EOFError, BrokenPipeError, ConnectionResetError)  # how the other end of a link shows that it is dead


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class LocalWorkers:
    """All processors, or fewer. One alone (or one task of work) needs no process of its own."""

    cores: int | None = None

    def run(self, work: Callable[[Task], Result], queue: Queue[Task]) -> Iterator[tuple[int, Result]]:
        count = min(self.cores or cores(), len(queue))
        if count <= 1:
            while queue:
                number, task = queue.take()
                yield number, work(task)
            return
        staff: dict[Any, _Worker] = {}  # by their links
        try:
            for _ in range(count):
                _hire(work, queue, staff)
            while staff:
                for link in connection.wait(list(staff)):
                    worker = staff.pop(link)
                    try:
                        result, error = worker.link.recv()
                    except _GONE:
                        queue.give_back(*worker.task)
                        worker.dismiss()
                        _hire(work, queue, staff)
                        continue
                    number, _ = worker.task
                    if queue and error is None:
                        worker.give(queue)
                        staff[worker.link] = worker
                    else:
                        worker.dismiss()
                    if error is not None:
                        raise error
                    yield number, result
        finally:
            for worker in staff.values():
                worker.process.terminate()
            for worker in staff.values():
                worker.dismiss()


class _Worker:
    """A process, and the task that it works on."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks that threads of ours hold
        self.link, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, other), daemon=True)
        with _no_interrupts():
            self.process.start()
        other.close()  # so that the link ends when the worker does
        self.task: tuple[int, Any] = (0, None)

    def give(self, queue: Queue[Any]) -> None:
        self.task = queue.take()
        with suppress(*_GONE):  # if it has died, the link says so again when it is read
            self.link.send(self.task[1])

    def dismiss(self) -> None:
        self.link.close()
        self.process.join(_PATIENCE)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _hire(work: Callable[[Any], Any], queue: Queue[Any], staff: dict[Any, _Worker]) -> None:
    if queue:
        worker = _Worker(work)
        staff[worker.link] = worker
        worker.give(queue)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """What is started meanwhile ignores Ctrl-C, which a terminal sends to all: it is ours to end the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(work: Callable[[Any], Any], link: connection.Connection) -> None:
    """What a worker does until it is dismissed, or whoever started it is gone."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # not at once: the work may have something to clean up
    with suppress(*_GONE):
        while True:
            link.send(answer(work, link.recv()))
