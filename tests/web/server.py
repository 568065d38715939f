"""A real server with the built page, in a process of its own that can be killed and started again."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "forno" / "server" / "static"
FORNO = [sys.executable, "-c", "from forno.cli import main; main()"]
PATIENCE = 600.0  # seconds: the first start on a machine compiles the games


class Kitchen:
    def __init__(self, folder: Path) -> None:
        self.database = folder / "forno.sqlite"
        self.url = ""
        self._process: subprocess.Popen[str] | None = None
        self._ear = threading.Thread()
        self._said: list[str] = []

    def start(self) -> None:
        """At the same address as before, if there was one. Returns when all games are compiled."""
        port = self.url.rsplit(":", 1)[-1] if self.url else "0"
        command = [*FORNO, "serve", "--port", port, "--pace", "0", "--tables-each", "500"]
        self._process = subprocess.Popen(
            [*command, "--database", str(self.database)],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1", "NO_COLOR": "1"},
        )
        opened = threading.Event()
        self._ear = threading.Thread(target=self._listen, args=(self._process, opened), daemon=True)
        self._ear.start()
        assert opened.wait(PATIENCE), self._said
        assert self._process.poll() is None, self._said
        self._until_hot()

    def kill(self) -> None:
        """As a power cut does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()
        self._ear.join(30)

    def close(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.terminate()
            self._process.wait(30)
            self._ear.join(30)

    def health(self) -> Any:
        with urllib.request.urlopen(f"{self.url}/health", timeout=30) as answer:  # noqa: S310  our own server
            return json.load(answer)

    def _listen(self, process: subprocess.Popen[str], opened: threading.Event) -> None:
        assert process.stdout is not None
        with process.stdout:
            for line in process.stdout:
                self._said.append(line)
                if found := re.search(r"http://\S+", line):
                    self.url = self.url or found[0].rstrip("/")
                    opened.set()
        opened.set()

    def _until_hot(self) -> None:
        end = time.monotonic() + PATIENCE
        while self.health()["heating"]:
            assert time.monotonic() < end, "the games were not compiled in time"
            time.sleep(0.5)
