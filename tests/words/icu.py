"""Parses ICU messages: the part of the syntax that both Python and the page understand. Our messages use nothing else."""

from dataclasses import dataclass, field

KINDS = ("plural", "select")


class BadMessage(ValueError):
    pass


@dataclass
class Parts:
    """The arguments of a message, and the branches of each plural and select."""

    arguments: set[str] = field(default_factory=set)
    branches: list[tuple[str, str, tuple[str, ...]]] = field(default_factory=list)  # argument, kind, names


def parse(message: str) -> Parts:
    """Raises BadMessage for any other syntax."""
    parts = Parts()
    try:
        _text(message, 0, parts, depth=0)
    except IndexError:
        raise BadMessage(f"a brace too few: {message}") from None
    except ValueError as error:
        raise BadMessage(f"{error}: {message}") from None
    return parts


def _text(message: str, at: int, parts: Parts, depth: int) -> int:
    """Read to the end, or to the brace that closes a branch. Return its index."""
    while at < len(message):
        if message[at] == "'" and message[at + 1 : at + 2] in ("{", "}", "#", "|"):
            raise BadMessage("an apostrophe that quotes; write ’")
        if message[at] == "}":
            if depth == 0:
                raise BadMessage("a brace too many")
            return at
        at = _argument(message, at + 1, parts, depth) if message[at] == "{" else at + 1
    if depth:
        raise BadMessage("a brace too few")
    return at


def _argument(message: str, at: int, parts: Parts, depth: int) -> int:
    end = min(k for k in (message.find("}", at), message.find(",", at)) if k >= 0)
    name = message[at:end].strip()
    if not name.isidentifier():
        raise BadMessage(f"{name!r} is no name of an argument")
    parts.arguments.add(name)
    if message[end] == "}":
        return end + 1
    comma = message.index(",", end + 1)
    kind = message[end + 1 : comma].strip()
    if kind not in KINDS:
        raise BadMessage(f"{kind!r} is none of {KINDS}")
    return _branches(message, comma + 1, parts, depth, name, kind)


def _branches(message: str, at: int, parts: Parts, depth: int, argument: str, kind: str) -> int:
    names: list[str] = []
    while True:
        while message[at] == " ":
            at += 1
        if message[at] == "}":
            parts.branches.append((argument, kind, tuple(names)))
            return at + 1
        start = message.index("{", at)
        names.append(message[at:start].strip())
        at = _text(message, start + 1, parts, depth + 1) + 1
