"""A drawing for any game, made from the fields of its view. A new game can be played with it."""

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

_MAX_ROWS, _MAX_NUMBERS = 8, 40


class PlainDrawing:
    examples: tuple[str, ...] = ()

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        """One line per field. Arrays by seat are in the order of the seats."""
        view = table.view(seat)[0]
        grid = RichTable(box=box.SIMPLE, show_header=False, pad_edge=False)
        grid.add_column(style="dim")
        grid.add_column()
        grid.add_row("seats", ", ".join(f"{k} {name}" for k, name in enumerate(names)))
        for field in view.dtype.names:
            value = np.asarray(view[field])
            if field != "hand" and not _is_empty(value):
                grid.add_row(field.replace("_", " "), _text(value))
        return grid

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        """The names of the cards if the game has them, otherwise the numbers in the view."""
        view, cards = table.view(seat)[0], table.game.cards
        if "hand" not in view.dtype.names:
            return Text("-")
        counts = np.asarray(view["hand"])
        if counts.shape != (len(cards),):
            return Text(_text(counts))
        names = [card for card, count in zip(cards, counts.tolist(), strict=True) for _ in range(count)]
        return Text(" ".join(names)) if names else Text(words.text("terminal.no-cards"), "dim")

    def groups(self, words: Words, table: Table) -> list[Group]:
        """By the first word of the action, such as `place` or `draw`."""
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            found.setdefault(table.text(action).split()[0], []).append(position)
        return [(word if len(positions) > 1 else "", positions) for word, positions in found.items()]

    def pauses(self, event: Event) -> bool:
        return event.name in {"round", "shift"}


def _is_empty(value: Any) -> bool:
    """Whether there is nothing to show: -1 means “none”, and arrays of zeros are mostly empty piles."""
    return bool((value == -1).all() or (value.ndim > 0 and not value.any()))


def _text(value: Any) -> str:
    if value.ndim == 0:
        return str(value)
    if value.ndim > 1:
        return "\n".join(_text(row) for row in value[:_MAX_ROWS])
    return " ".join(map(str, value[:_MAX_NUMBERS].tolist())) + (" …" if len(value) > _MAX_NUMBERS else "")
