"""The result of a game: a table of places and points by round, and sentences about it."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from forno.results import result_of
from forno.table import Table
from forno.words import Words


class ResultTable:
    def __init__(self, words: Words, table: Table, names: Sequence[str], me: int) -> None:
        """`names` are those of the seats, and `me` is the reader's seat."""
        self.words = words
        self.table = table
        self.names = names
        self.me = me
        self.result = result_of(table)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        text, result = self.words.text, self.result
        grid = RichTable(title=text("terminal.result"), title_justify="left")
        grid.add_column(text("result.place"), justify="right")
        grid.add_column(text("result.player"))
        for number, _ in enumerate(result.rounds, 1):
            grid.add_column(str(number), justify="right")
        grid.add_column(text("result.total"), justify="right")
        for seat in sorted(range(self.table.players), key=lambda seat: result.places[seat]):
            name = text("terminal.is-you", name=self.names[seat]) if seat == self.me else self.names[seat]
            points = (str(points[seat]) for points in result.rounds)
            style = "bold" if seat == self.me else ""
            grid.add_row(str(result.places[seat]), name, *points, str(result.scores[seat]), style=style)
        yield grid
        for sentence in self.words.result(self.table.game, result, self.names):
            yield Text(sentence)
