"""What a game's drawing offers to the commands that show tables to people."""

import itertools
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from forno.rules.game import Game
from forno.table import Event, Table
from forno.words import Words

Group = tuple[str, list[int]]  # a heading, and positions in the list of legal actions


class Drawing(Protocol):
    """Whatever is drawn for a seat comes from its view and its events: there is nothing to leak."""

    examples: tuple[str, ...]  # texts of actions, which messages explain one by one

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        """All that lies on the table, as a seat (or SPECTATOR) sees it, without the seat's hand."""
        ...

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        """A seat's own cards, on one line if the terminal is wide enough."""
        ...

    def groups(self, words: Words, table: Table) -> list[Group]:
        """The legal actions, as they are best laid out."""
        ...

    def pauses(self, event: Event) -> bool:
        """Whether a person wants to take a breath after this event."""
        ...


class Rules:
    """The rules' page of a game, and how its actions are written."""

    def __init__(self, words: Words, game: Game, drawing: Drawing) -> None:
        self.words = words
        self.game = game
        self.drawing = drawing

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text, game = self.words.text, self.game.id
        for number in itertools.count(1):
            if not self.words.has(f"rules.{game}.{number}.title"):
                break
            yield Text(text(f"rules.{game}.{number}.title"), "bold")
            yield Padding(Text(text(f"rules.{game}.{number}.text")), (0, 0, 1, 2))
        if not self.drawing.examples:
            yield Text(text("terminal.rules.none"))
            return
        yield Text(text("terminal.examples"), "bold")
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for number, example in enumerate(self.drawing.examples, 1):
            grid.add_row(Text(f"  {example}", "bold"), text(f"terminal.{game}.example.{number}"))
        yield grid


class Beside:
    """The players and what lies in the middle, beside each other, or one above the other if there is no room."""

    def __init__(self, players: RenderableType, middle: RenderableType) -> None:
        self.players = players
        self.middle = middle

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < 76:
            yield self.players
            yield self.middle
            return
        grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column()
        grid.add_column(ratio=1)
        grid.add_row(self.players, self.middle)
        yield grid
