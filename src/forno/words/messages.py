"""Messages of one language: by key, with arguments; numbers and lists in words."""

import functools
from collections.abc import Iterable, Sequence

from icu4py.messageformat import MessageFormat

from forno.locales import LANGUAGES, messages

Argument = str | int | float


class Messages:
    """The messages of one language. Arguments are put in as they are: a name may contain whatever it likes."""

    def __init__(self, language: str) -> None:
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}: the languages are {', '.join(LANGUAGES)}.")
        self.language = language

    def text(self, key: str, /, **arguments: Argument) -> str:
        """A message; KeyError if there is none of that name."""
        return _format(self.language, key).format(dict(arguments))

    def has(self, key: str) -> bool:
        return key in messages(self.language)

    def number(self, n: int) -> str:
        """A small number in words: three."""
        return self.text("number", n=n)

    def joined(self, parts: Iterable[str]) -> str:
        """One, two and three."""
        *some, last = parts
        if not some:
            return last
        first = some[0]
        for part in some[1:]:
            first = self.text("list.more", first=first, next=part)
        return self.text("list.last", first=first, last=last)


@functools.cache
def _format(language: str, key: str) -> MessageFormat:
    return MessageFormat(messages(language)[key], language)


def who(seat: int, names: Sequence[str], me: int) -> dict[str, Argument]:
    """The arguments by which a message tells of a seat: `you` to select by, and `name`."""
    return {"you": "yes" if seat == me else "no", "name": names[seat]}
