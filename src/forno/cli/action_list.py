"""The legal actions as a numbered list."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from forno.cli.drawing.base import Group

_MAX_HEADING = 18
_MAX_LABELLED = 12


class ActionList:
    """Up to a dozen actions are listed with labels, more in columns under the headings of their groups.

    `texts` are what a person types; `labels` say the same in the person's language, and come first if that is another one.
    """

    def __init__(
        self, groups: Sequence[Group], texts: Sequence[str], labels: Sequence[str], *, labels_first: bool = False
    ) -> None:
        self.groups = groups
        self.texts = texts
        self.labels = labels
        self.labels_first = labels_first

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self._labelled() if len(self.texts) <= _MAX_LABELLED else self._in_columns(options.max_width)

    def _labelled(self) -> RenderResult:
        columns = (self.labels, self.texts) if self.labels_first else (self.texts, self.labels)
        digits, width = len(str(len(self.texts))), max(map(len, columns[0]))
        for number, (first, second) in enumerate(zip(*columns, strict=True), 1):
            yield Text(f"{number:>{digits}} ", "cyan").append(f"{first:<{width}}", "bold").append(f"  {second}", "dim")

    def _in_columns(self, max_width: int) -> RenderResult:
        digits = len(str(len(self.texts)))
        heading = min(_MAX_HEADING, max(len(name) for name, _ in self.groups)) + 2 if len(self.groups) > 1 else 0
        cell = max(len(text) for text in self.texts) + digits + 4
        columns = max(1, (max_width - heading) // cell)
        for name, positions in self.groups:
            for first in range(0, len(positions), columns):
                line = Text(f"{name[:_MAX_HEADING] if first == 0 else '':>{heading - 2}}  " if heading else "", "dim")
                for position in positions[first : first + columns]:
                    text = self.texts[position]
                    line.append(f"{position + 1:>{digits}} ", "cyan").append(text, "bold")
                    line.append(" " * (cell - digits - 1 - len(text)))
                line.rstrip()
                yield line
