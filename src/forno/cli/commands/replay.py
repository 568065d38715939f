"""`forno replay`: look at a recorded game again."""

import json
import sys

from rich.console import Console
from rich.text import Text

from forno.cli import arguments, oven
from forno.cli.drawing import Drawing, drawing_of
from forno.cli.screen import is_terminal, printable, screen
from forno.cli.trouble import Trouble
from forno.rules import find
from forno.rules.game import SPECTATOR
from forno.table import BadRecord, Event, Record, Table
from forno.words import Words


def replay(
    file: arguments.File, /, *, seat: int | None = None, language: str | None = None, json_: bool = False
) -> None:
    """Step through a recorded game, finished or not, with all hands open or as one seat saw it.

    Without a terminal the whole game is printed as sentences.

    Try:

    - forno replay game.forno --seat 0
    - forno replay game.forno --json | head -3

    Parameters
    ----------
    file
        A record, or - for standard input.
    seat
        Show only what this seat saw; without it everything is open.
    language
        en, it, fr, de or es; without it FORNO_LANGUAGE, or the terminal's own language.
    json_
        Print the events as JSON lines instead.

    """
    words, text = arguments.words_in(language), arguments.text_from(file)
    try:
        record = arguments.record_in(text)
        oven.preheat_if_cold(find(record.game))
        table = record.replay()
    except BadRecord as error:
        raise Trouble(f"{file} cannot be replayed: {error}") from None
    if seat is not None and seat not in range(table.players):
        raise Trouble(f"There is no seat {seat}: the seats of this game are 0 to {table.players - 1}.")
    events = table.events if seat is None else table.events_for(seat)
    if json_:
        for event in events:
            sys.stdout.write(_json(event) + "\n")
    elif is_terminal():
        _Player(record, seat, screen(), words).run()
    else:
        _tell_all(words, table, seat, events)


def _json(event: Event) -> str:
    audience = "all" if event.audience is None else sorted(event.audience)
    line = {"number": event.number, "audience": audience, "name": event.name, "data": dict(event.data)}
    return json.dumps(line, ensure_ascii=False)


def _tell_all(words: Words, table: Table, seat: int | None, events: list[Event]) -> None:
    console, names = screen(), [printable(name) for name in table.names]
    for event in events:
        sentence = words.sentence(table.game, event, names, SPECTATOR if seat is None else seat)
        if sentence is not None:
            console.print(sentence, soft_wrap=True)
    if not table.is_over:
        console.print(words.text("terminal.unfinished", n=len(table.moves)))


class _Player:
    """Shows one position after another."""

    def __init__(self, record: Record, seat: int | None, console: Console, words: Words) -> None:
        self.words = words
        self.record = record
        self.seat = seat
        self.console = console
        self.last = len(record.moves)

    def run(self) -> None:
        at, note = 0, ""
        while True:
            self._show(at)
            if note:
                self.console.print(Text(note, "yellow"))
            note = ""
            try:
                typed = self.console.input(Text(self.words.text("terminal.replay.prompt"), "bold cyan"))
            except (EOFError, KeyboardInterrupt):
                return
            match typed.strip().lower():
                case "" | "n" if at == self.last:
                    note = self.words.text("terminal.replay.end")
                case "" | "n":
                    at += 1
                case "b":
                    at = max(0, at - 1)
                case "q" | "quit":
                    return
                case number if number.isdecimal() and int(number) <= self.last:
                    at = int(number)
                case other:
                    note = self.words.text("terminal.replay.none", typed=printable(other), last=self.last)

    def _show(self, at: int) -> None:
        before = self._table(max(0, at - 1))
        table = self._table(at)
        names = [printable(name) for name in table.names]
        drawing, eyes = drawing_of(table.game), SPECTATOR if self.seat is None else self.seat
        first = len(before.events) if at > 0 else 0
        events = table.events[first:] if self.seat is None else table.events_for(self.seat, first)
        self.console.clear()
        head = self.words.text("terminal.replay.at", game=self.words.title(table.game), at=at, last=self.last)
        self.console.print(Text(head, "bold"))
        for event in events:
            sentence = self.words.sentence(table.game, event, names, eyes)
            if sentence is not None:
                self.console.print(sentence)
        self.console.print()
        self.console.print(drawing.table(self.words, table, names, eyes))
        self._show_hands(drawing, table, names)

    def _show_hands(self, drawing: Drawing, table: Table, names: list[str]) -> None:
        seats = range(table.players) if self.seat is None else [self.seat]
        width = max(len(name) for name in names)
        for seat in seats:
            self.console.print(Text(f"{names[seat]:<{width}}  ", "bold").append(drawing.hand(self.words, table, seat)))

    def _table(self, at: int) -> Table:
        """After so many actions. Replaying from the start takes milliseconds, and there is nothing to undo."""
        for k, table in enumerate(self.record.steps()):
            if k == at:
                return table
        raise AssertionError(at)
