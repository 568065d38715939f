"""The interface of a game's drawing, and the parts that drawings share."""

import itertools
from collections.abc import Sequence
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from forno.rules.game import Game
from forno.table import Event, Table
from forno.words import Words

Group = tuple[str, list[int]]  # a heading, and indexes into the list of legal actions


class Drawing(Protocol):
    """Draws a table for a seat, from the view and events of that seat only, so that nothing can leak."""

    examples: tuple[str, ...]  # texts of actions: the locales explain each of them

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        """The table as a seat (or SPECTATOR) sees it, without the hand of the seat."""
        ...

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        """The cards of a seat, on one line if the terminal is wide enough."""
        ...

    def groups(self, words: Words, table: Table) -> list[Group]:
        """The legal actions in groups, for a list in columns."""
        ...

    def pauses(self, event: Event) -> bool:
        """Whether to wait for Enter after this event."""
        ...


class RulesPage:
    """The rules of a game, and how its actions are written."""

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
        grid = RichTable.grid(padding=(0, 2, 0, 0))
        for number, example in enumerate(self.drawing.examples, 1):
            grid.add_row(Text(f"  {example}", "bold"), text(f"terminal.{game}.example.{number}"))
        yield grid


class SideBySide:
    """The players and the middle of the table: side by side, or one above the other in a narrow terminal."""

    def __init__(self, players: RenderableType, middle: RenderableType) -> None:
        self.players = players
        self.middle = middle

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < 76:
            yield self.players
            yield self.middle
            return
        grid = RichTable.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column()
        grid.add_column(ratio=1)
        grid.add_row(self.players, self.middle)
        yield grid
