"""The contest's results as JSON, and as a table for people."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.table import Table as Grid
from rich.text import Text

from forno.cli.bench.peers.bars import Bar, bars
from forno.cli.bench.peers.contest import Contender, Result
from forno.cli.screen import screen

_LEGEND = (
    "A decision is one choice of one player; shuffling and dealing is played, not counted. Games begin with the deal; rollouts begin with hands "
    "already dealt, and have one deal. A vector plays 4,096 games at once, with observations and masks. Seconds are those of the processor."
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
            {"what": bar.what, "found": bar.found, "least": bar.least, "met": bar.is_met} for bar in bars(results)
        ],
    }


def _names(contender: Contender) -> dict[str, str]:
    return {"who": contender.who, "game": contender.game, "interface": contender.interface}


def show(machine: dict[str, Any], results: Sequence[Result], missing: Sequence[tuple[Contender, str]]) -> None:
    console = screen()
    console.print(f"Random play on one core of {machine['processor']}, Python {machine['python']}\n")
    grid = Grid(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
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
    for bar in bars(results):
        console.print(_line(bar), soft_wrap=True)
    for why in dict.fromkeys(f"{contender.who} ({contender.game}) is missing: {why}" for contender, why in missing):
        console.print(Text(why, "yellow"), soft_wrap=True)


def _short(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.2f}"


def _line(bar: Bar) -> Text:
    if bar.found is None:
        return Text(f"?  {bar.what}: not measured (to reach: {_short(bar.least)})", "yellow")
    sign, style = ("✓", "green") if bar.is_met else ("✗", "red")
    return Text(f"{sign}  {bar.what}: {_short(bar.found)} (to reach: {_short(bar.least)})", style)
