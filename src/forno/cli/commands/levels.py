"""`forno bench levels`: how long bots think."""

import json
import sys
from collections.abc import Sequence

from rich.table import Table as RichTable

from forno.agents import levels_for
from forno.cli.bench.level_times import LIMIT, LevelTimes
from forno.cli.bench.machine import machine
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.console import stdout_console
from forno.cli.errors import CommandError
from forno.cli.progress import run_steps
from forno.rules import GAMES


def levels(*, seconds: float = 2.0, json_: bool = False) -> None:
    """Measure how long each level thinks about a choice, on one core, in whole games with every number of players.

    People should not wait longer than a second: slower levels are named.

    Try:

    - forno bench levels
    - forno bench levels --seconds 30 --json

    Parameters
    ----------
    seconds
        The minimum time to measure each level at each number of players. At least one whole game is played.
    json_
        Print JSON.

    """
    if not 0 < seconds <= 3600:
        raise CommandError("--seconds must be above 0 and at most 3600.")
    compile_if_needed()
    measured = [
        LevelTimes(game, players, level) for game in GAMES for players in game.players for level in levels_for(game)
    ]
    steps = [
        (f"{one.game.title}, {one.players} players: {one.level}", lambda one=one: one.measure(seconds))
        for one in measured
    ]
    run_steps("Measuring", steps)
    if json_:
        sys.stdout.write(json.dumps(_facts(measured), indent=2) + "\n")
    else:
        _show(measured)


def _facts(measured: Sequence[LevelTimes]) -> dict[str, object]:
    rows = [
        {
            "game": one.game.id,
            "players": one.players,
            "level": one.level,
            "choices": len(one.seconds),
            "mean_seconds": one.mean,
            "slowest_seconds": one.slowest,
        }
        for one in measured
    ]
    return {"machine": machine(), "limit_seconds": LIMIT, "levels": rows}


def _show(measured: Sequence[LevelTimes]) -> None:
    console = stdout_console()
    console.print(f"Thinking time per choice, on one core of {machine()['processor']}\n")
    grid = RichTable()
    for heading in ("Game", "Players", "Level", "Choices", "Mean", "Slowest"):
        grid.add_column(heading, justify="left" if heading in {"Game", "Level"} else "right")
    for one in measured:
        times = (f"{1000 * one.mean:.3f} ms", f"{1000 * one.slowest:.1f} ms")
        grid.add_row(one.game.title, str(one.players), one.level, f"{len(one.seconds):,}", *times)
    console.print(grid)
    slow = [f"{one.level} ({one.game.title}, {one.players} players)" for one in measured if one.slowest > LIMIT]
    if slow:
        console.print(f"Slower than {LIMIT:g} s: {', '.join(slow)}.")
    else:
        console.print(f"Every choice took at most {LIMIT:g} s.")
