"""Suggestions for mistyped words."""

from collections.abc import Iterable
from difflib import get_close_matches


def closest(word: str, known: Iterable[str]) -> str | None:
    found = get_close_matches(word.strip().lower(), list(known), 1, 0.5)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A suggestion to append to a message, with a leading space. Empty if no known word is similar."""
    found = closest(word, known)
    return f" Did you mean {found}?" if found is not None else ""
