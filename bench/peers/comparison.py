"""The whole comparison: measure all contenders, then print the results."""

import json
import sys

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from forno.cli.bench.machine import machine
from forno.cli.console import stderr_console
from peers import chefshatgym, libraries, ours, report
from peers.benchmark import ROUNDS, measure


def run(seconds: float, chefshatgym_python: str | None, *, as_json: bool) -> None:
    """Measure each contender for about `seconds`, and print the results."""
    contenders = [*ours.contenders(), *libraries.contenders(), chefshatgym.contender(chefshatgym_python)]
    console = stderr_console()
    columns = (TextColumn("Measuring"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=len(contenders) * (ROUNDS + 1))

        def on_progress(description: str) -> None:
            progress.update(bar, description=description, advance=1)

        results, missing = measure(contenders, seconds, on_progress)
    if as_json:
        sys.stdout.write(json.dumps(report.facts(machine(), results, missing), indent=2) + "\n")
    else:
        report.show(machine(), results, missing)
