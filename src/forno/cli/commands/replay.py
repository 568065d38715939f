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


def replay(file: arguments.File, /, *, seat: int | None = None, json_: bool = False) -> None:
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
    json_
        Print the events as JSON lines instead.

    """
    text = arguments.text_from(file)
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
        _Player(record, seat, screen()).run()
    else:
        _tell_all(table, seat, events)


def _json(event: Event) -> str:
    audience = "all" if event.audience is None else sorted(event.audience)
    line = {"number": event.number, "audience": audience, "name": event.name, "data": dict(event.data)}
    return json.dumps(line, ensure_ascii=False)


def _tell_all(table: Table, seat: int | None, events: list[Event]) -> None:
    console, drawing, names = screen(), drawing_of(table.game), [printable(name) for name in table.names]
    for event in events:
        sentence = drawing.sentence(event, names, SPECTATOR if seat is None else seat)
        if sentence is not None:
            console.print(sentence, soft_wrap=True)
    if not table.is_over:
        console.print(f"The game is not finished: {len(table.moves)} actions so far.")


class _Player:
    """Shows one position after another."""

    def __init__(self, record: Record, seat: int | None, console: Console) -> None:
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
                words = self.console.input(Text("Enter next, b back, a number to go there, q quit: ", "bold cyan"))
            except (EOFError, KeyboardInterrupt):
                return
            match words.strip().lower():
                case "" | "n" if at == self.last:
                    note = "This is the end of the record."
                case "" | "n":
                    at += 1
                case "b":
                    at = max(0, at - 1)
                case "q" | "quit":
                    return
                case number if number.isdecimal() and int(number) <= self.last:
                    at = int(number)
                case other:
                    note = f"{printable(other)!r} is none of these; numbers go from 0 to {self.last}."

    def _show(self, at: int) -> None:
        before = self._table(max(0, at - 1))
        table = self._table(at)
        names = [printable(name) for name in table.names]
        drawing, eyes = drawing_of(table.game), SPECTATOR if self.seat is None else self.seat
        first = len(before.events) if at > 0 else 0
        events = table.events[first:] if self.seat is None else table.events_for(self.seat, first)
        self.console.clear()
        self.console.print(Text(f"{table.game.title}: {at} of {self.last} actions", "bold"))
        for event in events:
            sentence = drawing.sentence(event, names, eyes)
            if sentence is not None:
                self.console.print(sentence)
        self.console.print()
        self.console.print(drawing.table(table, names, eyes))
        self._show_hands(drawing, table, names)

    def _show_hands(self, drawing: Drawing, table: Table, names: list[str]) -> None:
        seats = range(table.players) if self.seat is None else [self.seat]
        width = max(len(name) for name in names)
        for seat in seats:
            self.console.print(Text(f"{names[seat]:<{width}}  ", "bold").append(drawing.hand(table, seat)))

    def _table(self, at: int) -> Table:
        """After so many actions. Replaying from the start takes milliseconds, and there is nothing to undo."""
        for k, table in enumerate(self.record.steps()):
            if k == at:
                return table
        raise AssertionError(at)
