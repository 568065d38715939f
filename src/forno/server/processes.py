"""Several processes on one machine: they share a listening socket, and a supervisor sees to them.

One that ends is started again. SIGTERM and SIGINT end all. SIGHUP replaces them one by one, each after its successor serves and has
warmed up, so that a new version of Forno comes without an interruption.
"""

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Any

from sqlalchemy.engine import URL

from forno import agents
from forno.rules import GAMES
from forno.server import logs
from forno.server.serve import serve
from forno.server.settings import Settings

log = logging.getLogger(__name__)

_SPAWN = multiprocessing.get_context("spawn")  # each process imports everything anew: also a new version
_ENDING_PATIENCE = 10.0  # seconds
_STARTING_PATIENCE = 120.0
_SERVES, _WARM = b"serves", b"warm"  # what a process tells the supervisor
_PAUSE = 1.0  # before a process that ended early is started again


@dataclass(frozen=True)
class Plan:
    """What each process does."""

    database: URL
    settings: Settings
    allowed_agents: Sequence[tuple[str, str]] = ()  # names and texts
    log_json: bool = False
    log_level: str = "warning"

    def prepare(self) -> None:
        """Set up the present process."""
        for name, text in self.allowed_agents:
            agents.allow_agent(name, text, GAMES)
        logs.configure(as_json=self.log_json, level=self.log_level)


def _run(plan: Plan, sockets: list[socket.socket], news: Connection) -> None:
    """In a process of its own."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # it is for the supervisor
    threading.Thread(target=_end_with_parent, daemon=True).start()
    plan.prepare()
    serve(plan.database, plan.settings, sockets, lambda: news.send_bytes(_SERVES), lambda: news.send_bytes(_WARM))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os.kill(os.getpid(), signal.SIGTERM)


class _Child:
    def __init__(self, plan: Plan, sockets: list[socket.socket]) -> None:
        self.began = time.monotonic()
        self.is_warm = False  # it serves, and its games run as machine code
        self.news, news = _SPAWN.Pipe(duplex=False)
        self.process: Any = _SPAWN.Process(target=_run, args=(plan, sockets, news))
        self.process.start()
        news.close()

    @property
    def sentinel(self) -> int:
        return int(self.process.sentinel)

    def terminate(self) -> None:
        with contextlib.suppress(OSError):
            self.process.terminate()

    def join(self, patience: float) -> None:
        self.process.join(patience)
        if self.process.exitcode is None:
            self.process.kill()
            self.process.join()
        self.news.close()


class Supervisor:
    def __init__(
        self, plan: Plan, shared: socket.socket, own: Sequence[socket.socket], begun: Callable[[], None]
    ) -> None:
        """One process for each of the sockets in `own`, at which it alone listens. `begun` is called when the first one serves."""
        self._plan = plan
        self._shared = shared
        self._own = own
        self._begun = begun
        self._children: dict[int, _Child] = {}  # by the index of their sockets
        self._is_ending = self._is_renewing = False
        self._woken, self._wake = socket.socketpair()

    def run(self) -> None:
        """Until a signal ends it."""
        self._woken.setblocking(False)
        self._wake.setblocking(False)
        before = {name: signal.signal(name, self._signalled) for name in _signals()}
        signal.set_wakeup_fd(self._wake.fileno())
        try:
            for index in range(len(self._own)):
                self._start(index)
            while not self._is_ending:
                self._wait()
                self._replace_ended()
                if self._is_renewing:
                    self._is_renewing = False
                    self._renew()
        finally:
            signal.set_wakeup_fd(-1)
            for child in self._children.values():
                child.terminate()
            for child in self._children.values():
                child.join(_ENDING_PATIENCE)
            for name, handler in before.items():
                signal.signal(name, handler)
            self._woken.close()
            self._wake.close()

    def _signalled(self, name: int, _frame: object) -> None:
        if name == getattr(signal, "SIGHUP", None):
            self._is_renewing = True
        else:
            self._is_ending = True

    def _start(self, index: int) -> None:
        self._children[index] = _Child(self._plan, [self._shared, self._own[index]])

    def _wait(self, timeout: float | None = None) -> None:
        """Until something happens."""
        children = self._children.values()
        pipes = [child.news for child in children if not child.is_warm]
        ready = wait([*(child.sentinel for child in children), *pipes, self._woken], timeout)
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                self._woken.recv(100)
        for child in children:
            if child.news in ready and not child.is_warm:
                self._note(child)

    def _note(self, child: _Child) -> None:
        """Take in what a process tells. If it has ended, nothing more will come."""
        try:
            news = child.news.recv_bytes()
        except (EOFError, OSError):
            child.process.join(_PAUSE)
            news = _WARM
        child.is_warm = news == _WARM
        if news == _SERVES:
            begun, self._begun = self._begun, lambda: None
            begun()

    def _replace_ended(self) -> None:
        for index, child in list(self._children.items()):
            if child.process.exitcode is None or self._is_ending:
                continue
            log.error(
                "a process has ended and is started again",
                extra={"pid": child.process.pid, "code": child.process.exitcode},
            )
            if time.monotonic() - child.began < 2 * _PAUSE:
                time.sleep(_PAUSE)
            child.join(0)
            self._start(index)

    def _renew(self) -> None:
        """Replace the processes one by one. An old one ends when its successor serves and has warmed up."""
        for index, old in list(self._children.items()):
            self._start(index)
            new, end = self._children[index], time.monotonic() + _STARTING_PATIENCE
            while not new.is_warm and new.process.exitcode is None and time.monotonic() < end and not self._is_ending:
                self._wait(1.0)
            if new.process.exitcode is not None:
                log.error("a new process has not started; the old ones stay")
                self._children[index] = old
                return
            old.terminate()
            old.join(_ENDING_PATIENCE)


def _signals() -> list[signal.Signals]:
    return [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
