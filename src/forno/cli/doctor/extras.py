"""The extras: which are installed, and the commands for the others. None is needed to play."""

from collections import defaultdict

from forno.cli.doctor.packages import installed, requirements
from forno.cli.doctor.part import Part


def examine() -> Part:
    part = Part("extras", "Extras", {})
    for extra, packages in sorted(_packages().items()):
        missing = sorted(name for name in packages if installed(name) is None)
        command = f'pip install "forno[{extra}]"'
        part.facts[extra] = {"installed": not missing, "missing": missing, "command": command}
        if missing:
            part.add(extra, f"{command}  (missing: {', '.join(missing)})", "note")
        else:
            part.add(extra, "installed")
    return part


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
