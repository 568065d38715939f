"""Legal actions as a numbered list: with what they mean if they are few, in columns if they are many."""

from collections.abc import Sequence

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from forno.cli.drawing.drawing import Group

_HEADING = 18
FEW = 12


class Choices:
    """Actions by their texts, which can be typed; labels say the same in the person's language."""

    def __init__(self, groups: Sequence[Group], texts: Sequence[str], labels: Sequence[str]) -> None:
        self.groups = groups
        self.texts = texts
        self.labels = labels

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        return self._explained() if len(self.texts) <= FEW else self._in_columns(options.max_width)

    def _explained(self) -> RenderResult:
        digits, width = len(str(len(self.texts))), max(map(len, self.texts))
        for number, (text, label) in enumerate(zip(self.texts, self.labels, strict=True), 1):
            yield Text(f"{number:>{digits}} ", "cyan").append(f"{text:<{width}}", "bold").append(f"  {label}", "dim")

    def _in_columns(self, max_width: int) -> RenderResult:
        """With a heading for each group."""
        digits = len(str(len(self.texts)))
        heading = min(_HEADING, max(len(name) for name, _ in self.groups)) + 2 if len(self.groups) > 1 else 0
        cell = max(len(text) for text in self.texts) + digits + 4
        columns = max(1, (max_width - heading) // cell)
        for name, positions in self.groups:
            for first in range(0, len(positions), columns):
                line = Text(f"{name[:_HEADING] if first == 0 else '':>{heading - 2}}  " if heading else "", "dim")
                for position in positions[first : first + columns]:
                    text = self.texts[position]
                    line.append(f"{position + 1:>{digits}} ", "cyan").append(text, "bold")
                    line.append(" " * (cell - digits - 1 - len(text)))
                line.rstrip()
                yield line
