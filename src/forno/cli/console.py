"""Consoles for text that people read."""

import sys

from rich.console import Console


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let `app.run` handle it. Rich would exit with an error, but closing a pipe early is not one."""
        raise BrokenPipeError


def stdout_console() -> Console:
    return _Console(highlight=False, markup=False, emoji=False)


def stderr_console() -> Console:
    """For progress and errors, which must not end up in piped output."""
    return _Console(stderr=True, highlight=False, markup=False, emoji=False)


def is_terminal() -> bool:
    """Whether a person is at the keyboard. Only then do commands ask, wait, or clear the screen."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def printable(text: str) -> str:
    """Text without control characters: names from files and arguments must not control the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
