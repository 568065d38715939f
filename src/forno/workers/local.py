"""Workers as processes on this machine."""

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
_CLEANUP = 10  # seconds that a worker has to clean up
_GONE = (EOFError, BrokenPipeError, ConnectionResetError)  # raised if the other end of a link is dead


def cores() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@dataclass(frozen=True)
class LocalWorkers:
    """Processes for `cores` processors; None means all. With only one processor or task, the work is done in this process."""

    cores: int | None = None

    def run(self, work: Callable[[Task], Result], queue: Queue[Task]) -> Iterator[tuple[int, Result]]:
        count = min(self.cores or cores(), len(queue))
        if count <= 1:
            while queue:
                number, task = queue.take()
                yield number, work(task)
            return
        busy: dict[Any, _Worker] = {}  # by link
        try:
            for _ in range(count):
                _start(work, queue, busy)
            while busy:
                for link in connection.wait(list(busy)):
                    worker = busy.pop(link)
                    try:
                        result, error = worker.link.recv()
                    except _GONE:
                        queue.give_back(*worker.task)
                        worker.stop()
                        _start(work, queue, busy)
                        continue
                    number, _ = worker.task
                    if queue and error is None:
                        worker.give(queue)
                        busy[worker.link] = worker
                    else:
                        worker.stop()
                    if error is not None:
                        raise error
                    yield number, result
        finally:
            for worker in busy.values():
                worker.process.terminate()
            for worker in busy.values():
                worker.stop()


class _Worker:
    """A process and its current task."""

    def __init__(self, work: Callable[[Any], Any]) -> None:
        context = multiprocessing.get_context("spawn")  # a fork would copy locks that our threads hold
        self.link, other = context.Pipe()
        self.process = context.Process(target=_serve, args=(work, other), daemon=True)
        with _no_interrupts():
            self.process.start()
        other.close()  # otherwise the link would outlive the worker
        self.task: tuple[int, Any] = (0, None)

    def give(self, queue: Queue[Any]) -> None:
        self.task = queue.take()
        with suppress(*_GONE):  # if it has died, reading the link reports it
            self.link.send(self.task[1])

    def stop(self) -> None:
        self.link.close()
        self.process.join(_CLEANUP)
        if self.process.is_alive():
            self.process.kill()
            self.process.join()
        self.process.close()


def _start(work: Callable[[Any], Any], queue: Queue[Any], busy: dict[Any, _Worker]) -> None:
    if queue:
        worker = _Worker(work)
        busy[worker.link] = worker
        worker.give(queue)


@contextmanager
def _no_interrupts() -> Iterator[None]:
    """Let child processes ignore Ctrl-C, which a terminal sends to all of them: this process ends the workers."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _serve(work: Callable[[Any], Any], link: connection.Connection) -> None:
    """The main loop of a worker. It ends when the link does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # inherited, except on Windows
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())  # lets the work clean up
    with suppress(*_GONE):
        while True:
            link.send(answer(work, link.recv()))
