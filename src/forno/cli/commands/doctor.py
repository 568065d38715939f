"""`forno doctor`: what this installation has, and what it lacks."""

import json
import sys
from collections.abc import Sequence

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from forno.cli.console import stdout_console
from forno.cli.doctor.part import Mark, Part

_MARKS: dict[Mark, Text] = {"good": Text("✓", "green"), "note": Text("·", "yellow"), "bad": Text("✗", "red")}


def doctor(*, database: str | None = None, json_: bool = False) -> None:
    """Check this installation: versions, compiled code, database, port, terminal and extras.

    The exit code is 1 if something does not work. What is only missing or not done yet is no problem.

    Try:

    - forno doctor
    - forno doctor --database postgresql://forno@localhost/forno
    - forno doctor --json

    Parameters
    ----------
    database
        The database of the server: an SQLite file or the URL of a PostgreSQL database. The default is the file in your data folder.
    json_
        Print JSON.

    """
    from forno.cli.doctor import examine  # noqa: PLC0415  slow to import: other commands do not need the server

    parts = list(examine(database))
    problems = [{"part": part.name, "problem": problem} for part in parts for problem in part.problems]
    if json_:
        facts = {"ok": not problems, "problems": problems, **{part.name: part.facts for part in parts}}
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
    else:
        _show(stdout_console(), parts)
    if problems:
        raise SystemExit(1)


def _show(console: Console, parts: Sequence[Part]) -> None:
    width = max(len(row.label) for part in parts for row in part.rows)
    for part in parts:
        console.print(Text(part.title, "bold"))
        grid = RichTable.grid(padding=(0, 1))
        grid.add_column()
        grid.add_column(style="cyan", no_wrap=True, min_width=width)
        grid.add_column(overflow="fold")
        for row in part.rows:
            grid.add_row(_MARKS[row.mark], row.label, row.text)
        console.print(grid)
        console.print()
    problems = [problem for part in parts for problem in part.problems]
    if not problems:
        console.print("Everything works.")
    for problem in problems:
        console.print(Text("✗ ", "red").append(problem, "not red"), soft_wrap=True)
