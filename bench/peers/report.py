"""The results as JSON and as a table."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table as RichTable
from rich.text import Text

from forno.cli.console import stdout_console
from peers.benchmark import Contender, Result
from peers.targets import Target, targets

_LEGEND = (
    "A decision is one choice of one player. Shuffling and dealing take time but do not count as decisions. Games include the deal. Rollouts start "
    "from dealt hands and have one deal. The vector plays 8,192 games at once, the large one 65,536, and two threads as many each, on cores of their own, with observations and masks. Times are CPU seconds; "
    "those of two threads are seconds of the clock, on two cores."
)


def facts(
    machine: dict[str, Any], results: Sequence[Result], missing: Sequence[tuple[Contender, str]]
) -> dict[str, Any]:
    first = results[0]
    return {
        "machine": machine,
        "results": [
            {
                **_names(result.contender),
                "decisions_per_second": result.speed,
                "first_is_times_as_fast": first.times(result),
            }
            for result in results
        ],
        "missing": [{**_names(contender), "why": why} for contender, why in missing],
        "bars": [
            {"what": target.what, "found": target.found, "least": target.least, "met": target.is_met}
            for target in targets(results)
        ],
    }


def _names(contender: Contender) -> dict[str, str]:
    return {"who": contender.who, "game": contender.game, "interface": contender.interface}


def show(machine: dict[str, Any], results: Sequence[Result], missing: Sequence[tuple[Contender, str]]) -> None:
    console = stdout_console()
    console.print(f"Random play on one core of {machine['processor']}, Python {machine['python']}\n")
    grid = RichTable(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for heading in ("", "Game", "Interface"):
        grid.add_column(heading, no_wrap=True)
    for heading in ("Decisions/s", "Kernel is\n… times\nas fast"):
        grid.add_column(heading, justify="right")
    first = results[0]
    for result, following in zip(results, [*results[1:], first], strict=True):
        grid.add_row(
            *_names(result.contender).values(),
            f"{result.speed:,.0f}",
            _short(first.times(result)),
            end_section=following.contender.who != result.contender.who,
        )
    console.print(grid)
    console.print(_LEGEND + "\n")
    for target in targets(results):
        console.print(_line(target), soft_wrap=True)
    for why in dict.fromkeys(f"{contender.who} ({contender.game}) is missing: {why}" for contender, why in missing):
        console.print(Text(why, "yellow"), soft_wrap=True)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"


def _line(target: Target) -> Text:
    if target.found is None:
        return Text(f"?  {target.what}: not measured (to reach: {_short(target.least)})", "yellow")
    sign, style = ("✓", "green") if target.is_met else ("✗", "red")
    return Text(f"{sign}  {target.what}: {_short(target.found)} (to reach: {_short(target.least)})", style)
