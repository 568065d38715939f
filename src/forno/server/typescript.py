"""The wire messages as TypeScript types, for the page. `make protocol` writes them; a test fails when they are stale."""

import sys
from collections.abc import Iterator
from typing import Any

from msgspec import Struct, inspect
from msgspec.inspect import Field, StructType, Type

from forno.server import messages

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
    parts = [f"// Generated from src/forno/server/messages.py by `{COMMAND}`. Do not edit."]
    parts += [_interface(struct) for struct in _structs()]
    for name in UNIONS:
        parts.append(f"export type {name} = {_union(inspect.type_info(getattr(messages, name)))};")
    return "\n\n".join(parts) + "\n"


def _structs() -> Iterator[StructType]:
    for value in vars(messages).values():
        if isinstance(value, type) and issubclass(value, Struct) and value is not Struct:
            found = inspect.type_info(value)
            assert isinstance(found, StructType)
            yield found


def _interface(struct: StructType) -> str:
    lines = [f"export interface {struct.cls.__name__} {{"]
    if doc := struct.cls.__dict__.get("__doc__"):
        lines.insert(0, f"/** {' '.join(doc.split()).replace('None', 'null')} */")
    if struct.tag is not None:
        lines.append(f'  {struct.tag_field}: "{struct.tag}";')
    lines += [f"  {_name(field)}: {_type(field.type)};" for field in struct.fields]
    return "\n".join([*lines, "}"])


def _name(field: Field) -> str:
    return field.encode_name if field.required else f"{field.encode_name}?"


def _type(kind: Type) -> str:
    match kind:
        case inspect.Metadata():
            return _type(kind.type)
        case inspect.StructType():
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
    """Null last, as one writes it."""
    names = dict.fromkeys(_type(part) for part in kind.types)
    return " | ".join(sorted(names, key=lambda name: name == "null"))


if __name__ == "__main__":
    sys.stdout.write(typescript())
