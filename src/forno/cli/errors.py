"""The error that ends a command, and suggestions for mistyped words."""

from collections.abc import Iterable
from difflib import get_close_matches


class CommandError(Exception):
    """Ends the command: its message goes to stderr, and `code` is the exit code."""

    def __init__(self, message: str, code: int = 2) -> None:
        super().__init__(message)
        self.code = code


def closest(word: str, known: Iterable[str]) -> str | None:
    found = get_close_matches(word.strip().lower(), list(known), 1, 0.5)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to append to a message, with a leading space. Empty if no known word is similar."""
    found = closest(word, known)
    return f" Did you mean {found}?" if found is not None else ""


def capitalized(message: str) -> str:
    """The message with a capital first letter. Unlike `str.capitalize`, it leaves the rest alone."""
    return message[:1].upper() + message[1:]
