"""`forno bench levels`: how long people wait for bots."""

import json
import sys
from collections.abc import Sequence

from rich.table import Table as Grid

from forno.agents import levels_for
from forno.cli.bench.levels import LIMIT, Pace
from forno.cli.bench.machine import machine
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.progress import work
from forno.cli.screen import screen
from forno.cli.trouble import Trouble
from forno.rules import GAMES


def levels(*, seconds: float = 2.0, json_: bool = False) -> None:
    """Measure how long each level thinks about a choice, on one core, in whole games of every size, beside the limit of one second.

    Try:

    - forno bench levels
    - forno bench levels --seconds 30 --json

    Parameters
    ----------
    seconds
        At least so long each level plays at each size of table, and one whole game.
    json_
        Print JSON instead.

    """
    if not 0 < seconds <= 3600:
        raise Trouble("--seconds is a number above 0, at most 3600.")
    compile_if_needed()
    paces = [Pace(game, players, level) for game in GAMES for players in game.players for level in levels_for(game)]
    steps = [
        (f"{one.game.title}, {one.players} players: {one.level}", lambda one=one: one.measure(seconds)) for one in paces
    ]
    work("Measuring", steps)
    if json_:
        sys.stdout.write(json.dumps(_facts(paces), indent=2) + "\n")
    else:
        _show(paces)


def _facts(paces: Sequence[Pace]) -> dict[str, object]:
    rows = [
        {
            "game": one.game.id,
            "players": one.players,
            "level": one.level,
            "choices": len(one.seconds),
            "mean_seconds": one.mean,
            "slowest_seconds": one.slowest,
        }
        for one in paces
    ]
    return {"machine": machine(), "limit_seconds": LIMIT, "levels": rows}


def _show(paces: Sequence[Pace]) -> None:
    console = screen()
    console.print(f"What levels think about a choice, on one core of {machine()['processor']}\n")
    grid = Grid()
    for heading in ("Game", "Players", "Level", "Choices", "On average", "Slowest"):
        grid.add_column(heading, justify="left" if heading in {"Game", "Level"} else "right")
    for one in paces:
        times = (f"{1000 * one.mean:.3f} ms", f"{1000 * one.slowest:.1f} ms")
        grid.add_row(one.game.title, str(one.players), one.level, f"{len(one.seconds):,}", *times)
    console.print(grid)
    slow = [f"{one.level} ({one.game.title}, {one.players} players)" for one in paces if one.slowest > LIMIT]
    said = f"took longer than {LIMIT:g} s: {', '.join(slow)}." if slow else f"answered within {LIMIT:g} s, always."
    console.print(f"{'These' if slow else 'All'} {said}")
