"""A drawing for any game: the view's fields as they are. A game without a drawing is playable by it at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich import box
from rich.console import RenderableType
from rich.table import Table as RichTable
from rich.text import Text

from forno.cli.drawing.base import Group
from forno.table import Event, Table
from forno.words import Words


class PlainDrawing:
    examples: tuple[str, ...] = ()

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        view = table.view(seat)[0]
        grid = RichTable(box=box.SIMPLE, show_header=False, pad_edge=False)
        grid.add_column(style="dim")
        grid.add_column()
        grid.add_row("players", ", ".join(f"{k} {name}" for k, name in enumerate(names)))
        for field in view.dtype.names:
            if field != "hand" and np.any(np.asarray(view[field]) > 0):  # an empty pile, and -1 for none, say nothing
                grid.add_row(field.replace("_", " "), _value(view[field]))
        return grid

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        view = table.view(seat)[0]
        return Text(_value(view["hand"]) if "hand" in view.dtype.names else "-")

    def groups(self, words: Words, table: Table) -> list[Group]:
        """By first word: `place`, `order`, `draw` and the like."""
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            found.setdefault(table.text(action).split()[0], []).append(position)
        return [(word if len(positions) > 1 else "", positions) for word, positions in found.items()]

    def pauses(self, event: Event) -> bool:
        return event.name in {"round", "shift"}


def _value(value: Any) -> str:
    if not hasattr(value, "tolist"):
        return str(value)
    numbers = value.tolist()
    if not isinstance(numbers, list):
        return str(numbers)
    if numbers and isinstance(numbers[0], list):
        return "\n".join(" ".join(map(str, row)) for row in numbers[:8])
    return " ".join(map(str, numbers[:40])) + (" …" if len(numbers) > 40 else "")
