"""A real server with the built page, in its own process. Tests can kill it and start it again."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "forno" / "server" / "static"
FORNO = [sys.executable, "-m", "forno"]
TIMEOUT = 600.0  # seconds; the first start on a machine compiles the games


class RunningServer:
    def __init__(
        self,
        folder: Path,
        forno: Sequence[str] = FORNO,
        environment: Mapping[str, str] = os.environ,
        options: Sequence[str] = ("--pace", "0"),
    ) -> None:
        self.database = folder / "forno.sqlite"
        self._forno = forno
        self._environment = environment
        self._options = options
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self._reader = threading.Thread()
        self._output: list[str] = []

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def start(self) -> None:
        """Return when all games are compiled. A second start uses the same address."""
        port = self.url.rsplit(":", 1)[-1] if self.url else "0"
        command = [*self._forno, "serve", "--port", port, "--tables-each", "500", *self._options]
        self._process = subprocess.Popen(
            [*command, "--database", str(self.database)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            cwd=self.database.parent,
            env={**self._environment, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"},
        )
        started = threading.Event()
        self._reader = threading.Thread(target=self._read_output, args=(self._process, started), daemon=True)
        self._reader.start()
        assert started.wait(TIMEOUT), self._output
        assert self._process.poll() is None, self._output
        self._wait_until_compiled()

    def kill(self) -> None:
        """Stop without any shutdown, as in a power cut."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._reader.join(30)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
            self._reader.join(30)

    def health(self) -> Any:
        with urllib.request.urlopen(f"{self.url}/health", timeout=30) as response:  # noqa: S310  our own server
            return json.load(response)

    def _read_output(self, process: subprocess.Popen[str], started: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._output.append(line)
                if found := re.search(r"http://\S+", line):
                    self.url = self.url or found[0].rstrip("/")
                    started.set()
        started.set()

    def _wait_until_compiled(self) -> None:
        deadline = time.monotonic() + TIMEOUT
        while not self._is_ready():
            assert time.monotonic() < deadline, "the games were not compiled in time"
            time.sleep(0.5)

    def _is_ready(self) -> bool:
        try:
            return not self.health()["uncompiled"]
        except urllib.error.HTTPError:  # on a busy machine, the database may need more than a second to answer
            return False
