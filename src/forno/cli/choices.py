"""Legal actions as a numbered list that stays readable when there are sixty of them."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from forno.cli.drawing.drawing import Group

_HEADING = 18


class Choices:
    """Groups with their headings, the actions in columns."""

    def __init__(self, groups: Sequence[Group], texts: Sequence[str]) -> None:
        self.groups = groups
        self.texts = texts

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        digits = len(str(len(self.texts)))
        heading = min(_HEADING, max(len(name) for name, _ in self.groups)) + 2 if len(self.groups) > 1 else 0
        cell = max(len(text) for text in self.texts) + digits + 4
        columns = max(1, (options.max_width - heading) // cell)
        for name, positions in self.groups:
            for first in range(0, len(positions), columns):
                line = Text(f"{name[:_HEADING] if first == 0 else '':>{heading - 2}}  " if heading else "", "dim")
                for position in positions[first : first + columns]:
                    text = self.texts[position]
                    line.append(f"{position + 1:>{digits}} ", "cyan").append(text, "bold")
                    line.append(" " * (cell - digits - 1 - len(text)))
                line.rstrip()
                yield line
