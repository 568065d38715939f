"""What `forno doctor` looks at: one file for each part of the report."""

from collections.abc import Iterator

from forno.cli.doctor import extras, installation, terminal
from forno.cli.doctor.part import Part


def examine(database_wish: str | None) -> Iterator[Part]:
    first = installation.examine()
    yield first
    if first.facts["missing"]:
        return
    from forno.cli.doctor import compiled_code, database, port  # noqa: PLC0415  they need those packages

    yield compiled_code.examine()
    yield database.examine(database_wish)
    yield port.examine()
    yield terminal.examine()
    yield extras.examine()
