"""The messages of one language."""

import functools
from collections.abc import Iterable, Sequence
from typing import Self, cast

from icu4py.messageformat import MessageFormat

from forno.locales import LANGUAGES, messages

Argument = str | int | float
_known: "dict[tuple[type[Messages], str], Messages]" = {}


class Messages:
    """The messages of one language, by key. Arguments are inserted literally, so a name may contain any character."""

    language: str

    def __new__(cls, language: str) -> Self:
        """There is one object for each language, which caches find by its identity."""
        if language not in LANGUAGES:
            raise ValueError(f"there is no language {language!r}: the languages are {', '.join(LANGUAGES)}.")
        known = _known.get((cls, language))
        if known is None:
            known = _known[cls, language] = super().__new__(cls)
            known.language = language
        return cast("Self", known)

    def __getnewargs__(self) -> tuple[str]:
        return (self.language,)

    def text(self, key: str, /, **arguments: Argument) -> str:
        """A formatted message. Raises KeyError if there is none with this key."""
        return _text(self.language, key, tuple(arguments.items()))

    def has(self, key: str) -> bool:
        return key in messages(self.language)

    def number(self, n: int) -> str:
        """A small number as a word, such as “three”."""
        return self.text("number", n=n)

    def joined(self, parts: Iterable[str]) -> str:
        """A list of parts, such as “one, two and three”. There must be at least one."""
        *some, last = parts
        if not some:
            return last
        first = some[0]
        for part in some[1:]:
            first = self.text("list.more", first=first, next=part)
        return self.text("list.last", first=first, last=last)


@functools.lru_cache(maxsize=20_000)  # a table says the same things again and again
def _text(language: str, key: str, arguments: tuple[tuple[str, Argument], ...]) -> str:
    return _format(language, key).format(dict(arguments))


@functools.cache
def _format(language: str, key: str) -> MessageFormat:
    return MessageFormat(messages(language)[key], language)


def who(seat: int, names: Sequence[str], me: int) -> dict[str, Argument]:
    """The arguments for a message about a seat: `you`, which the message selects by, and `name`."""
    return {"you": "yes" if seat == me else "no", "name": names[seat]}
