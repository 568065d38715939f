"""What went wrong, in one sentence for the user, and hints."""

from collections.abc import Iterable
from difflib import get_close_matches


class Trouble(Exception):
    """Ends the command: the sentence goes to stderr."""

    def __init__(self, sentence: str, code: int = 2) -> None:
        super().__init__(sentence)
        self.code = code


def closest(word: str, known: Iterable[str]) -> str | None:
    found = get_close_matches(word.strip().lower(), list(known), 1, 0.5)
    return found[0] if found else None


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """A sentence to append, with a blank before it; empty if nothing is near."""
    found = closest(word, known)
    return f" Did you mean {found}?" if found is not None else ""
