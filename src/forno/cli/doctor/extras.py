"""The extras: which are installed, and the commands for the others. None is needed to play."""

import sys
from collections import defaultdict
from pathlib import Path

from forno.cli.doctor.packages import installed, requirements
from forno.cli.doctor.part import Part


def examine() -> Part:
    part = Part("extras", "Extras", {})
    for extra, packages in sorted(_packages().items()):
        missing = sorted(name for name in packages if installed(name) is None)
        command = _command(extra, missing)
        part.facts[extra] = {"installed": not missing, "missing": missing, "command": command}
        if missing:
            part.add(extra, f"{command}  (missing: {', '.join(missing)})", "note")
        else:
            part.add(extra, "installed")
    return part


def _command(extra: str, missing: list[str]) -> str:
    if missing and (Path(sys.prefix) / "pipx_metadata.json").exists():  # pip would install them somewhere else
        return f"pipx inject forno {' '.join(missing)}"
    return f'pip install "forno[{extra}]"'


def _packages() -> dict[str, set[str]]:
    """The packages of each extra, with those of the extras that it includes."""
    direct: defaultdict[str, set[str]] = defaultdict(set)
    includes: defaultdict[str, set[str]] = defaultdict(set)
    for one in requirements():
        if one.of_extra is None:
            continue
        if one.package == "forno":
            includes[one.of_extra] |= set(one.extras)
        else:
            direct[one.of_extra].add(one.package)

    def all_of(extra: str) -> set[str]:
        return direct[extra].union(*(all_of(other) for other in includes[extra]))

    return {extra: all_of(extra) for extra in {*direct, *includes}}
