"""A worker process, as the server sees it."""

import pickle
import subprocess
import sys
from contextlib import suppress
from typing import Any

_ENDING = 1.0  # seconds that a worker has to end the programs of its agents


class Died(Exception):
    """The worker is gone, and with it the task."""


class Failed(Exception):
    """The task raised an error; the sentence is the error's."""


class Worker:
    """Its methods block: call them in a thread."""

    def __init__(self) -> None:
        # In a new session Ctrl-C does not reach it. The server ends it.
        self._process = subprocess.Popen(  # noqa: S603  our own program
            [sys.executable, "-m", __package__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )

    @property
    def process(self) -> int:
        return self._process.pid

    def wait_until_ready(self) -> None:
        """Raises Died."""
        self._read()

    def do(self, task: str, *arguments: Any) -> Any:
        """The result of one of `tasks`. Raises Died and Failed."""
        assert self._process.stdin is not None
        try:
            pickle.dump((task, arguments), self._process.stdin)
            self._process.stdin.flush()
        except (OSError, ValueError):
            raise Died from None
        return self._read()

    def _read(self) -> Any:
        assert self._process.stdout is not None
        try:
            is_done, result = pickle.load(self._process.stdout)  # noqa: S301  from our own program
        except (OSError, ValueError, EOFError, pickle.UnpicklingError):
            raise Died from None
        if not is_done:
            raise Failed(result)
        return result

    def end(self) -> None:
        """A worker that does not end by itself within a second is killed."""
        self._process.terminate()
        try:
            self._process.wait(_ENDING)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            assert pipe is not None
            with suppress(OSError):
                pipe.close()
