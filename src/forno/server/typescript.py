"""The wire messages as TypeScript types for the page. `make protocol` writes them, and a test fails when they are stale."""

import sys
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect
from msgspec.inspect import DataclassType, Field, StructType, Type

from forno.rules import OWN_GAMES
from forno.rules.event_data import EventData
from forno.server import messages
from forno.server.wire_events import event_struct
from forno.table import Over

COMMAND = "make protocol"
UNIONS = ("FromServer", "FromClient", "View")  # that the page names
_PLAIN: dict[type[Type], str] = {
    inspect.StrType: "string",
    inspect.IntType: "number",
    inspect.FloatType: "number",
    inspect.BoolType: "boolean",
    inspect.NoneType: "null",
    inspect.AnyType: "unknown",
}


def typescript() -> str:
    """The text of ui/src/protocol/messages.ts."""
    parts = [f"// Generated from src/forno/server/messages.py and the games' events by `{COMMAND}`. Do not edit."]
    parts += [_interface(struct) for struct in _structs()]
    for name in UNIONS:
        parts.append(f"export type {name} = {_union(inspect.type_info(getattr(messages, name)))};")
    parts += _events()
    return "\n\n".join(parts) + "\n"


def _structs() -> Iterator[StructType]:
    for value in vars(messages).values():
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct:
            yield _struct(value)


def _struct(struct: type[Struct]) -> StructType:
    found = inspect.type_info(struct)
    assert isinstance(found, StructType)
    return found


def _events() -> Iterator[str]:
    """The data of each event, and for each game the union of its events: TypeScript tells them apart by `name`."""
    names = _event_names()
    described: set[type] = set()
    for event, name in names.items():
        struct = _struct(event_struct(event))
        for field in struct.fields:
            if isinstance(field.type, DataclassType) and field.type.cls not in described:
                described.add(field.type.cls)
                yield _interface(field.type)
        yield _interface(struct, name)
    unions = {game.event_types: f"{_camel(game.id)}Event" for game in reversed(OWN_GAMES)}  # named after the first game
    for event_types, union in reversed(unions.items()):
        members = [f'WireEvent<"{event.name}", {names[event]}>' for event in event_types]
        yield "\n  | ".join([f"export type {union} =", *members, 'WireEvent<"over", Over>']) + ";"
    lines = [f'  "{game.id}": {unions[game.event_types]};' for game in OWN_GAMES]
    yield "\n".join(["/** The events of each game. */", "export interface EventByGame {", *lines, "}"])


def field_types(event: type[EventData]) -> dict[str, str]:
    """The TypeScript types of an event's fields, by their names in JSON."""
    return {field.encode_name: _type(field.type) for field in _struct(event_struct(event)).fields}


def _event_names() -> dict[type[EventData], str]:
    """The names of the interfaces. An event that games share has the name of the first one."""
    names: dict[type[EventData], str] = {Over: "Over"}
    for game in OWN_GAMES:
        for event in game.event_types:
            names.setdefault(event, _camel(game.id) + event.__name__)
    return names


def _camel(name: str) -> str:
    return "".join(part.capitalize() for part in name.split("-"))


def _interface(struct: StructType | DataclassType, name: str | None = None) -> str:
    parameters, types = "", {field.name: _type(field.type) for field in struct.fields}
    if struct.cls is messages.WireEvent:
        parameters = "<Name extends string = string, Data = object>"
        types |= {"name": "Name", "data": "Data"}
    lines = [f"export interface {name or struct.cls.__name__}{parameters} {{"]
    if doc := struct.cls.__dict__.get("__doc__"):
        lines.insert(0, f"/** {' '.join(doc.split()).replace('None', 'null')} */")
    if isinstance(struct, StructType) and struct.tag is not None:
        lines.append(f'  {struct.tag_field}: "{struct.tag}";')
    lines += [f"  {_name(field)}: {types[field.name]};" for field in struct.fields]
    return "\n".join([*lines, "}"])


def _name(field: Field) -> str:
    return field.encode_name if field.required else f"{field.encode_name}?"


def _type(kind: Type) -> str:
    match kind:
        case inspect.Metadata():
            return _type(kind.type)
        case inspect.StructType() | inspect.DataclassType():
            return str(kind.cls.__name__)
        case inspect.UnionType():
            return _union(kind)
        case inspect.LiteralType():
            return " | ".join(f'"{value}"' for value in kind.values)
        case inspect.ListType():
            item = _type(kind.item_type)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case inspect.DictType():
            return f"Record<{_type(kind.key_type)}, {_type(kind.value_type)}>"
    return _PLAIN[type(kind)]


def _union(kind: Any) -> str:
    """The union's members, with null last."""
    names = dict.fromkeys(_type(part) for part in kind.types)
    return " | ".join(sorted(names, key=lambda name: name == "null"))


if __name__ == "__main__":
    sys.stdout.write(typescript())
