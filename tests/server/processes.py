"""Several real server processes on one database, which can be ended, stopped and started again."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Self

from server.clients import PATIENCE, Browser, Json, wait_until


class Processes:
    """A process that is started again listens where the old one did."""

    def __init__(self, database: str, n: int, *options: str) -> None:
        self._database = database
        self._options = options
        self._ports = [_free_port() for _ in range(n)]
        self._running: dict[int, subprocess.Popen[str]] = {}

    def __enter__(self) -> Self:
        try:
            for number in range(len(self._ports)):
                self._launch(number)
            for number in range(len(self._ports)):
                self._wait_for(number)
            self.wait_until_known()
        except BaseException:
            self._kill()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._kill()

    def _kill(self) -> None:
        for process in self._running.values():
            process.kill()
            process.communicate()

    @property
    def addresses(self) -> list[str]:
        return [f"http://127.0.0.1:{port}" for port in self._ports]

    def start(self, number: int) -> None:
        self._launch(number)
        self._wait_for(number)

    def end(self, number: int, by: signal.Signals = signal.SIGKILL) -> None:
        process = self._running.pop(number)
        process.send_signal(by)
        process.communicate()

    @contextmanager
    def stopped(self, number: int) -> Iterator[None]:
        process = self._running[number]
        process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            process.send_signal(signal.SIGCONT)

    def wait_until_known(self) -> None:
        """Until all know of each other."""
        n = len(self._running)
        wait_until(lambda: all(_health(self.addresses[one])["processes"] == n for one in self._running))

    def wait_until_compiled(self) -> None:
        """Until the games of all run as machine code."""
        wait_until(lambda: not any(_health(self.addresses[one])["uncompiled"] for one in self._running), 3 * PATIENCE)

    def _launch(self, number: int) -> None:
        command = [sys.executable, "-m", "forno", "serve", "--pace", "0", *self._options]
        self._running[number] = subprocess.Popen(
            [*command, "--port", str(self._ports[number]), "--database", self._database],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "200"},
        )

    def _wait_for(self, number: int) -> None:
        started = self._running[number].stdout
        assert started is not None
        assert any(re.search(r"http://\S+", line) for line in started), "it did not start"


def _health(address: str) -> Json:
    return json.loads(Browser(address).ask("GET", "/health")[1])


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])
