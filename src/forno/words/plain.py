"""Any game, in its events' own words: so that a new game can be played before somebody has found better ones."""

from collections.abc import Sequence
from typing import Any

from forno.table import Event, Table
from forno.words.messages import Messages

_SEATS = ("seat", "from", "to", "by", "helper", "next", "owner")  # fields of events that name a seat


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    data = dict(event.data)
    seat = data.pop("seat", None)
    start = f"{names[seat]}: " if isinstance(seat, int) else ""
    parts = [f"{field} {_told(field, value, names)}" for field, value in data.items()]
    return f"{start}{event.name}{': ' if parts else ''}{', '.join(parts)}."


def label(words: Messages, table: Table, action: int) -> str:
    return table.text(action)


def _told(field: str, value: Any, names: Sequence[str]) -> str:
    if field in _SEATS and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{count} {what}" for what, count in value.items()) or "none"
    return "none" if value is None else str(value)
