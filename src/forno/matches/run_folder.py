"""The folder of one contest or simulation. A JSON file in it says which; all files appear complete or not at all."""

import json
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from forno.matches.fingerprints import difference


class BadFolder(Exception):
    """The folder holds something else."""


FINGERPRINTS = "fingerprints"  # in the facts


def claim(folder: Path, facts_file: str, facts: Mapping[str, Any], *, content: str, maker: str) -> None:
    """Make the folder, or accept it if it is empty or its facts file has these facts. Otherwise raise BadFolder and touch nothing.

    The fact `fingerprints` says what the agents consist of (see `fingerprints`).
    """
    if (folder / facts_file).exists():
        found = _read(folder / facts_file)
        wanted = json.loads(json.dumps(facts))
        now = wanted.pop(FINGERPRINTS, {})
        for name, value in wanted.items():
            if found.get(name) != value:
                raise BadFolder(
                    f"the folder {folder} has {content} of another {maker}: {name} {_text(found.get(name))}, not {_text(value)}. Choose another folder with --out."
                )
        before = found.get(FINGERPRINTS)
        for agent, parts in now.items():
            if before is None and parts:  # written by Forno 0.1.0
                change = f"it does not say which version of the agent {agent} played"
            else:
                change = difference(agent, (before or {}).get(agent, {}), parts)
            if change:
                raise BadFolder(
                    f"the folder {folder} has {content} of this {maker}, but {change}. They cannot be counted together: "
                    "to begin anew, choose another folder with --out, or delete this one."
                )
    elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise BadFolder(f"the folder {folder} is not empty, and not a folder of {content}: choose another with --out.")
    folder.mkdir(parents=True, exist_ok=True)


def too_many(folder: Path, games: int) -> BadFolder:
    """The error for a folder that has more games than wanted."""
    return BadFolder(
        f"the folder {folder} has {games:,} games already: ask for as many or more, or choose another folder with --out."
    )


def write(path: Path, content: str | bytes | Callable[[Path], object]) -> None:
    """Write a file completely or not at all. If `content` is a function, call it with the path to write to."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        if callable(content):
            content(new)
        else:
            new.write_bytes(content.encode() if isinstance(content, str) else content)
        new.replace(path)
    finally:
        new.unlink(missing_ok=True)


def _read(path: Path) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise BadFolder(f"the file {path} cannot be read: {error}. Choose another folder with --out.") from None
    return found


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
