"""Where text for people goes."""

import sys

from rich.console import Console


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Rich would leave with an error; whoever reads only our first lines has made none (see `main`)."""
        raise BrokenPipeError


def screen() -> Console:
    return _Console(highlight=False, markup=False, emoji=False)


def side_screen() -> Console:
    """For progress and complaints, so that what is piped on stays clean."""
    return _Console(stderr=True, highlight=False, markup=False, emoji=False)


def is_terminal() -> bool:
    """Whether a person sits there: only then we clear the screen, ask, and wait."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def printable(text: str) -> str:
    """Names come from files and command lines: nothing in them may steer the terminal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)
