"""`forno replay`: look at a recorded game."""

import json
import sys

from rich.console import Console
from rich.text import Text

from forno.cli import arguments
from forno.cli.commands.preheat import begin_plain
from forno.cli.console import is_terminal, printable, stdout_console
from forno.cli.drawing import drawing_of
from forno.cli.errors import CommandError
from forno.rules import GAMES
from forno.rules.game import SPECTATOR
from forno.table import BadRecord, Event, Record, Table
from forno.words import Words


def replay(
    file: arguments.RecordFile, /, *, seat: int | None = None, language: arguments.Language = None, json_: bool = False
) -> None:
    """Step through a recorded game, finished or not, with all hands open or as one seat saw it.

    If the output is not a terminal, the whole game is printed as sentences.

    Try:

    - forno replay game.forno --seat 0
    - forno replay game.forno --json | head -3

    Parameters
    ----------
    seat
        Show only what this seat saw. By default everything is open.
    json_
        Print the events as JSON lines.

    """
    words, text = arguments.words_in(language), arguments.text_from(file)
    begin_plain(*GAMES)
    try:
        record = arguments.record_in(text)
        table = record.replay()
    except BadRecord as error:
        raise CommandError(f"{file} cannot be replayed: {error}") from None
    if seat is not None and seat not in range(table.players):
        raise CommandError(f"There is no seat {seat}: the seats of this game are 0 to {table.players - 1}.")
    if json_:
        for event in _events(table, seat):
            sys.stdout.write(_json(event) + "\n")
    elif is_terminal():
        _Viewer(record, seat, stdout_console(), words).run()
    else:
        _print_all(words, table, seat)


def _events(table: Table, seat: int | None, since: int = 0) -> list[Event]:
    return table.events[since:] if seat is None else table.events_for(seat, since)


def _json(event: Event) -> str:
    audience = "all" if event.audience is None else sorted(event.audience)
    line = {"number": event.number, "audience": audience, "name": event.name, "data": event.data.as_json()}
    return json.dumps(line)


def _print_all(words: Words, table: Table, seat: int | None) -> None:
    console, names = stdout_console(), [printable(name) for name in table.names]
    for event in _events(table, seat):
        sentence = words.sentence(table.game, event, names, SPECTATOR if seat is None else seat)
        if sentence is not None:
            console.print(sentence, soft_wrap=True)
    if not table.is_over:
        console.print(words.text("terminal.unfinished", n=len(table.moves)))


class _Cursor:
    """A position in a record.

    The next position takes one action. An earlier one is reached from the start, since actions cannot be undone.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self._rewind()

    def _rewind(self) -> None:
        self.steps = self.record.steps()
        self.table = next(self.steps)
        self.at = 0  # actions taken
        self.first_event = 0  # of the last action

    def seek(self, at: int) -> None:
        if at < self.at:
            self._rewind()
        while self.at < at:
            self.first_event = len(self.table.events)
            next(self.steps)
            self.at += 1


class _Viewer:
    """Shows one position after another, as the person asks for them."""

    def __init__(self, record: Record, seat: int | None, console: Console, words: Words) -> None:
        self.words = words
        self.seat = seat
        self.console = console
        self.cursor = _Cursor(record)
        self.last = len(record.moves)
        self.names = [printable(name) for name in record.names]

    def run(self) -> None:
        note = ""
        while True:
            self._show()
            if note:
                self.console.print(Text(note, "yellow"))
            note = ""
            try:
                typed = self.console.input(Text(self.words.text("terminal.replay.prompt"), "bold cyan"))
            except (EOFError, KeyboardInterrupt):
                return
            at = self.cursor.at
            match typed.strip().lower():
                case "" | "n" if at == self.last:
                    note = self.words.text("terminal.replay.end")
                case "" | "n":
                    self.cursor.seek(at + 1)
                case "b":
                    self.cursor.seek(max(0, at - 1))
                case "q" | "quit":
                    return
                case number if number.isdecimal() and int(number) <= self.last:
                    self.cursor.seek(int(number))
                case other:
                    note = self.words.text("terminal.replay.none", typed=printable(other), last=self.last)

    def _show(self) -> None:
        table, words = self.cursor.table, self.words
        viewer = SPECTATOR if self.seat is None else self.seat
        self.console.clear()
        heading = words.text("terminal.replay.at", game=words.title(table.game), at=self.cursor.at, last=self.last)
        self.console.print(Text(heading, "bold"))
        for event in _events(table, self.seat, self.cursor.first_event):
            sentence = words.sentence(table.game, event, self.names, viewer)
            if sentence is not None:
                self.console.print(sentence)
        self.console.print()
        self.console.print(drawing_of(table.game).table(words, table, self.names, viewer))
        self._show_hands()

    def _show_hands(self) -> None:
        table = self.cursor.table
        drawing, width = drawing_of(table.game), max(map(len, self.names))
        for seat in range(table.players) if self.seat is None else [self.seat]:
            name = Text(f"{self.names[seat]:<{width}}  ", "bold")
            self.console.print(name.append(drawing.hand(self.words, table, seat)))
