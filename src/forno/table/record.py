"""A played game as text: rules version, options, key, seats and actions. Replaying recomputes everything else.

forno-record: 1
game: chefs-hat
rules: 1
option target: 15
option shifts: none
commitment: 66687aad…
key: 00000000…
seat 0: Ada
…

1 11x4
2 pass
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from forno.rules import find
from forno.rules.chance import KEY_BYTES
from forno.rules.game import BadSetup, Options, Value, text_of
from forno.table.refusal import Refusal

if TYPE_CHECKING:
    from forno.table.table import Table

FORMAT = "1"
NAME_LENGTH = 40


class BadRecord(ValueError):
    """A record that cannot be read or that breaks the rules. The sentence says where and why."""


@dataclass(frozen=True)
class Record:
    game: str
    rules: int
    options: Options
    key: bytes
    names: tuple[str, ...]
    moves: tuple[tuple[int, str], ...]  # seat, and the text of its action
    commitment: str  # the SHA-256 of the key that was published before the game

    def dumps(self) -> str:
        lines = [f"forno-record: {FORMAT}", f"game: {self.game}", f"rules: {self.rules}"]
        lines += [f"option {name}: {text_of(value)}" for name, value in self.options.items()]
        lines += [f"commitment: {self.commitment}", f"key: {self.key.hex()}"]
        lines += [f"seat {seat}: {name}" for seat, name in enumerate(self.names)]
        lines += ["", *(f"{seat} {text}" for seat, text in self.moves)]
        return "\n".join(lines) + "\n"

    @staticmethod
    def loads(text: str) -> "Record":
        """Read a record without replaying it. Raises BadRecord, with the line number, if it is malformed."""
        return _Reader(text).read()

    def start(self) -> "Table":
        """The table before the first action. Raises BadRecord if its rules or settings are not supported."""
        from forno.table.table import Table  # noqa: PLC0415  the two modules import each other

        try:
            game = find(self.game)
            if self.rules != game.version:
                raise BadRecord(
                    f"this record uses version {self.rules} of the rules of {game.title}, but this Forno plays version {game.version}. "
                    "Replay it with a Forno that plays that version."
                )
            return Table(game, len(self.names), self.options, key=self.key, names=self.names)
        except BadSetup as error:
            raise BadRecord(f"the record's table cannot be set up: {error}") from None

    def steps(self) -> Iterator["Table"]:
        """Yield the table before the first action and after each action: always the same object.

        Raises BadRecord at an action that the rules do not allow.
        """
        table = self.start()
        yield table
        for number, (seat, text) in enumerate(self.moves, 1):
            try:
                table.act(seat, text)
            except Refusal as refusal:
                raise BadRecord(f"action {number} ({seat} {text}) is refused: {refusal.sentence}") from None
            yield table

    def replay(self) -> "Table":
        """The table after the last action."""
        *_, table = self.steps()
        return table

    def verify(self, published: str | None = None) -> "Table":
        """Check the key against the record's commitment and the published one, then replay every action.

        Raises BadRecord if anything does not match.
        """
        found = hashlib.sha256(self.key).hexdigest()
        for where, promised in (("in the record", self.commitment), ("published", published)):
            if promised is not None and promised.lower() != found:
                raise BadRecord(
                    f"the SHA-256 of the key is {found}, but the one {where} is {promised}: "
                    "this is not the deck that was promised."
                )
        return self.replay()


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.at = 0

    def fail(self, what: str) -> BadRecord:
        return BadRecord(f"line {self.at}: {what}")

    def next(self) -> str:
        self.at += 1
        return self.lines[self.at - 1].rstrip() if self.at <= len(self.lines) else ""

    def field(self, name: str) -> str:
        head, colon, value = self.next().partition(":")
        if not colon or head != name:
            raise self.fail(f"expected “{name}: …”, as in every Forno record.")
        return value.strip()

    def fields(self, name: str) -> Iterator[tuple[str, str]]:
        """Read the following lines of the form “name x: value”."""
        while self.at < len(self.lines) and self.lines[self.at].startswith(f"{name} "):
            head, colon, value = self.next().partition(":")
            if not colon:
                raise self.fail(f"expected “{name} …: …”.")
            yield head.removeprefix(f"{name} "), value.strip()

    def hexadecimal(self, name: str) -> bytes:
        value = self.field(name)
        if len(value) != 2 * KEY_BYTES or not set(value.lower()) <= set("0123456789abcdef"):
            raise self.fail(f"the {name} must have {2 * KEY_BYTES} hexadecimal digits.")
        return bytes.fromhex(value)

    def number(self, text: str, what: str) -> int:
        if not (text.isascii() and text.isdigit() and len(text) < 10):
            raise self.fail(f"{what} is not a number: {text!r}.")
        return int(text)

    def read(self) -> Record:
        if self.field("forno-record") != FORMAT:
            raise self.fail(f"this Forno only reads records of format {FORMAT}.")
        game = self.field("game")
        rules = self.number(self.field("rules"), "the rules version")
        options: dict[str, Value] = {}
        for name, value in self.fields("option"):
            if name in options:
                raise self.fail(f"option {name} appears twice.")
            options[name] = value
        commitment = self.hexadecimal("commitment").hex()
        key = self.hexadecimal("key")
        names: list[str] = []
        for seat, name in self.fields("seat"):
            if self.number(seat, "the seat") != len(names):
                raise self.fail(f"expected seat {len(names)}.")
            names.append(name[:NAME_LENGTH])
        if self.next():
            raise self.fail("expected an empty line before the actions.")
        moves = []
        while self.at < len(self.lines):
            seat, _, action = self.next().partition(" ")
            moves.append((self.number(seat, "the seat"), action))
        return Record(
            game, rules, self._checked(game, len(names), options), key, tuple(names), tuple(moves), commitment
        )

    def _checked(self, game: str, players: int, options: Options) -> Options:
        try:
            return find(game).check(players, options)
        except BadSetup as error:
            raise BadRecord(f"the record's table cannot be set up: {error}") from None
