"""Agents that are other programs. They read a JSON line for each decision and answer with another (docs/arena.md)."""

import json
import os
import queue
import shlex
import shutil
import subprocess
import tempfile
import threading
import weakref
from contextlib import suppress
from typing import IO, Any

from forno.rules import chance
from forno.rules.chance import Rng
from forno.rules.game import Actions, BadSetup, Game
from forno.rules.records import Records
from forno.table import view_to_json

PREFIX = "cmd:"
TIMEOUT = 60.0  # seconds for one answer


class CommandAgent:
    """Starts the program at its first decision, and ends it when the agent is deleted."""

    def __init__(self, command: str, game: Game, timeout: float = TIMEOUT) -> None:
        """Raise BadSetup if there is no such program."""
        self.game = game
        self.timeout = timeout
        try:
            self.words = split(command)
        except ValueError as error:
            raise BadSetup(f"the command {command!r} cannot be read: {error}.") from None
        program = shutil.which(self.words[0]) if self.words else None
        if program is None:
            raise BadSetup(f"there is no program {command.strip()!r} that could be started: {PREFIX} needs a command.")
        self.words[0] = program  # Windows finds npm.cmd only by its whole name
        self._program: _Program | None = None

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        texts = {self.game.describe(view, 0, int(action)): int(action) for action in legal}
        question = {
            "game": self.game.id,
            "view": view_to_json(view),
            "legal": list(texts),
            "random": chance.word(rng),
        }
        if self._program is None:
            self._program = _Program(self.words)
        line = self._program.ask(json.dumps(question), self.timeout)
        try:
            text = json.loads(line)["action"]
            action = texts.get(text, -1) if isinstance(text, str) else -1
        except (ValueError, KeyError, TypeError):
            raise ValueError(f'its answer {line.strip()!r} is not of the form {{"action": "…"}}') from None
        if action < 0:
            raise ValueError(f"its answer {text!r} is not one of the legal actions {', '.join(texts)}")
        return action


def split(command: str, *, windows: bool = os.name == "nt") -> list[str]:
    """The words of a command. On Windows a backslash belongs to a path. Raises ValueError if a quotation mark is not closed."""
    words = shlex.split(command, posix=not windows)
    return [word.strip("\"'") for word in words] if windows else words


class _Program:
    """A running program that answers line by line."""

    def __init__(self, words: list[str]) -> None:
        errors = tempfile.TemporaryFile()  # noqa: SIM115  open for as long as the program runs
        self.errors = errors
        self.process = subprocess.Popen(  # noqa: S603  the user's own command
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            encoding="utf-8",
            bufsize=1,
            start_new_session=True,  # Ctrl-C goes to us alone
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # the same on Windows
        )
        self.answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        assert self.process.stdout is not None
        reader = threading.Thread(target=_read, args=(self.process.stdout, self.answers), daemon=True)
        reader.start()
        weakref.finalize(self, _end, self.process, reader, errors)  # also runs when Python exits

    def ask(self, question: str, timeout: float) -> str:
        assert self.process.stdin is not None
        with suppress(OSError):  # if it has ended, its reader reports it
            self.process.stdin.write(question + "\n")
        try:
            line = self.answers.get(timeout=timeout)
        except queue.Empty:
            raise TimeoutError(f"it gave no answer in {timeout:g} seconds") from None
        if not line:
            raise ConnectionError(f"its program ended with code {self.process.wait()}{self._last_error()}")
        return line

    def _last_error(self) -> str:
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").strip()
        return f" and said: {said.splitlines()[-1]}" if said else ""


def _read(lines: IO[str], answers: "queue.SimpleQueue[str]") -> None:
    """Run in a thread, so that waiting for an answer can time out. An empty answer means the end."""
    for line in lines:
        answers.put(line)
    answers.put("")


def _end(process: "subprocess.Popen[str]", reader: threading.Thread, errors: IO[bytes]) -> None:
    process.kill()
    process.wait()
    reader.join()
    for pipe in (process.stdin, process.stdout, errors):
        assert pipe is not None
        with suppress(OSError):  # a question that was never read
            pipe.close()
