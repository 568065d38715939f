"""A folder that games are kept in, of one contest or simulation alone: its card says which. Files come into it whole or not at all."""

import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any


class BadFolder(Exception):
    """Something else lies there."""


def claim(folder: Path, card: str, facts: Mapping[str, Any], *, content: str, maker: str) -> None:
    """BadFolder, and nothing is touched, unless the folder is new, empty, or has a card with these facts."""
    if (folder / card).exists():
        found = _read(folder / card)
        for name, value in json.loads(json.dumps(facts)).items():
            if found.get(name) != value:
                raise BadFolder(
                    f"the folder {folder} has {content} of another {maker}: {name} {_text(found.get(name))}, not {_text(value)}. Choose another folder with --out."
                )
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadFolder(f"the folder {folder} is not empty, and not a folder of {content}: choose another with --out.")
    folder.mkdir(parents=True, exist_ok=True)


def too_many(folder: Path, games: int) -> BadFolder:
    """What to raise if so many games lie there, and fewer are wanted."""
    return BadFolder(
        f"the folder {folder} has {games:,} games already: ask for as many or more, or choose another folder with --out."
    )


def write(path: Path, content: str | bytes | Callable[[Path], object]) -> None:
    """Whole or not at all: what could not be written leaves no trace. A function is called with the path to write to."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if callable(content):
            content(new)
        else:
            new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _read(card: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(card.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise BadFolder(f"the file {card} cannot be read: {error}. Choose another folder with --out.") from None
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
