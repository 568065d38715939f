"""The packages that Forno asks for, by what its installation says."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, requires, version

_REQUIREMENT = re.compile(r"([\w.-]+)(?:\[([^\]]*)\])?")
_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")


@dataclass(frozen=True)
class Requirement:
    package: str
    of_extra: str | None
    extras: tuple[str, ...]  # of the package itself: `forno[arena]`
    is_conditional: bool  # for some systems only


def requirements() -> Iterator[Requirement]:
    for line in requires("forno") or ():
        what, _, condition = line.partition(";")
        found = _REQUIREMENT.match(what)
        assert found is not None, line
        extra = _EXTRA.search(condition)
        rest = _EXTRA.sub("", condition).strip()
        extras = tuple(name.strip() for name in (found[2] or "").split(",") if name.strip())
        yield Requirement(found[1], extra[1] if extra else None, extras, bool(rest))


def installed(package: str) -> str | None:
    """The version of a package, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None
