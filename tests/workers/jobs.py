"""Work for the tests, in a module that workers can import."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


@dataclass(frozen=True)
class Square:
    """Creates a file in a folder whenever a task begins."""

    notes: Path

    def __call__(self, number: int) -> int:
        with (self.notes / f"{number}-{os.getpid()}-{time.monotonic_ns()}").open("x"):
            return number * number

    def begun(self, number: int) -> int:
        return len(list(self.notes.glob(f"{number}-*")))

    def workers(self, *numbers: int) -> list[int]:
        """Ids of the processes that began these tasks."""
        return [int(path.name.split("-")[1]) for number in numbers for path in self.notes.glob(f"{number}-*")]


@dataclass(frozen=True)
class Mortal(Square):
    """Dies over one task, the first `deaths` times it is tried."""

    victim: int
    deaths: int = 1

    def __call__(self, number: int) -> int:
        result = super().__call__(number)
        if number == self.victim and self.begun(number) <= self.deaths:
            os.kill(os.getpid(), signal.SIGKILL)
        return result


@dataclass(frozen=True)
class Slow(Square):
    """Waits until it may continue or is ended, and cleans up."""

    def let(self, number: int) -> None:
        (self.notes / f"go {number}").touch()

    def let_all(self) -> None:
        (self.notes / "go").touch()

    def __call__(self, number: int) -> int:
        result = super().__call__(number)
        try:
            while not ((self.notes / "go").exists() or (self.notes / f"go {number}").exists()):
                time.sleep(0.01)
        finally:
            (self.notes / f"cleaned {number}").touch()
        return result


class Odd(Exception):
    """Cannot be unpickled: it takes other arguments than it keeps."""

    def __init__(self, one: int, two: int) -> None:
        super().__init__(f"{one} and {two}")


def write_into(array: Any) -> int:
    array[0] = 1
    return int(array[0])


def refuse(number: int) -> int:
    if number == 3:
        raise ValueError("not 3, please")
    return number


def refuse_oddly(number: int) -> int:
    raise Odd(number, number)


class Unloadable:
    """Cannot be unpickled by a worker."""

    def __call__(self, number: int) -> int:
        return number

    def __setstate__(self, state: object) -> None:
        raise ModuleNotFoundError("nowhere to be found")

    def __getstate__(self) -> object:
        return 1
