"""Plain words for any game: the names of its events, fields and actions. They are the fallback for games without a module of words."""

from collections.abc import Sequence
from typing import Any

from forno.rules.event_data import json_name
from forno.table import Event, Table
from forno.words.messages import Messages


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    seats = {json_name(field) for field in event.data.seat_fields()}
    values = {
        field: names[value] if field in seats and value is not None else _value_text(value)
        for field, value in event.data.as_json().items()
    }
    start = f"{values.pop('seat')}: " if "seat" in seats else ""
    parts = [f"{field} {text}" for field, text in values.items()]
    return f"{start}{event.name}{': ' if parts else ''}{', '.join(parts)}."


def label(words: Messages, table: Table, action: int) -> str:
    return table.text(action)


fixed_label = label


def _value_text(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{count} {what}" for what, count in value.items()) or "none"
    return "none" if value is None else str(value)
