"""Events on the wire. Their structs are derived from the games' declarations (`forno.rules.event_data`)."""

import dataclasses
from typing import Any

import msgspec
from msgspec import Struct

from forno.rules.event_data import EventData, json_name
from forno.server.messages import WireEvent
from forno.table import Event

_structs: dict[type[EventData], type[Struct]] = {}


def event_struct(event: type[EventData]) -> type[Struct]:
    """The struct of an event's `data`."""
    if event not in _structs:
        fields = dataclasses.fields(event)
        types: list[tuple[str, Any]] = [(field.name, field.type) for field in fields]
        names = {field.name: json_name(field.name) for field in fields}
        _structs[event] = msgspec.defstruct(event.__name__, types, rename=names, namespace={"__doc__": event.__doc__})
    return _structs[event]


def wire_event(event: Event, number: int, sentence: str | None) -> WireEvent:
    """An event as its reader gets it, with the reader's own number and a sentence in the reader's language."""
    data = msgspec.convert(event.data, event_struct(type(event.data)), from_attributes=True)
    return WireEvent(number, event.name, data, sentence)
