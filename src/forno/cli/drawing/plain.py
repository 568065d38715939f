"""A drawing for any game: the view's fields, and events in their own words. A game without a drawing is playable by it at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from rich import box
from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text

from forno.cli.drawing.drawing import Group, result, subject
from forno.table import Event, Table

_SEATS = ("seat", "from", "to", "by", "helper", "next", "owner")  # fields of events that name a seat


class PlainDrawing:
    rules = (
        "There is no description of this game here yet; its rules are in docs/rules.md.\n"
        "Actions are written as they stand in the list."
    )

    def table(self, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        view = table.view(seat)[0]
        grid = Grid(box=box.SIMPLE, show_header=False, pad_edge=False)
        grid.add_column(style="dim")
        grid.add_column()
        grid.add_row("players", ", ".join(f"{k} {name}" for k, name in enumerate(names)))
        for field in view.dtype.names:
            if field != "hand" and np.any(np.asarray(view[field]) > 0):  # an empty pile, and -1 for none, say nothing
                grid.add_row(field.replace("_", " "), _value(view[field]))
        return grid

    def hand(self, table: Table, seat: int) -> Text:
        view = table.view(seat)[0]
        return Text(_value(view["hand"]) if "hand" in view.dtype.names else "see the table")

    def sentence(self, event: Event, names: Sequence[str], seat: int) -> str | None:
        if event.name == "over":
            return result(event, names, seat)
        data = dict(event.data)
        who = f"{subject(data.pop('seat'), names, seat)}: " if isinstance(data.get("seat"), int) else ""
        parts = [f"{field} {_told(field, value, names, seat)}" for field, value in data.items()]
        return f"{who}{event.name}{': ' if parts else ''}{', '.join(parts)}."

    def groups(self, table: Table) -> list[Group]:
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


def _told(field: str, value: Any, names: Sequence[str], seat: int) -> str:
    if field in _SEATS and isinstance(value, int) and 0 <= value < len(names):
        return "you" if value == seat else names[value]
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{count} {what}" for what, count in value.items()) or "none"
    return "none" if value is None else str(value)
