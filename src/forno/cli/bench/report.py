"""Prints the numbers of the benchmark."""

from typing import Any

from rich.console import Console
from rich.table import Table as RichTable

from forno.cli.bench.limit import GAME
from forno.cli.console import stdout_console
from forno.rules import find


def show(found: dict[str, Any], why_no_limit: str) -> None:
    console = stdout_console()
    machine = found["machine"]
    console.print(
        f"Random play on {machine['processor']}, {machine['cores']} cores, Python {machine['python']}, Numba {machine['numba']}\n"
    )
    console.print(_grid(found, machine["cores"]))
    console.print(
        "A move is one decision. “One look” is what an agent gets to decide: its view, its legal actions and their mask."
    )
    show_start(console, found)
    if why_no_limit:
        console.print(why_no_limit)
    elif "limit_ratio" in found["games"].get(GAME, {}):
        _show_limit(console, found["games"][GAME])


def _grid(found: dict[str, Any], cores: int) -> RichTable:
    grid = RichTable()
    grid.add_column("Game")
    grid.add_column("Players", justify="right")
    for heading in ("Moves/s\none core", f"Moves/s\n{cores} cores", "Games/s\none core", "Moves\na game", "One look"):
        grid.add_column(heading, justify="right")
    for game_id, game in found["games"].items():
        for players, numbers in game["by_players"].items():
            grid.add_row(
                find(game_id).title,
                players,
                _millions(numbers["moves_per_second"]),
                _millions(numbers["all_cores_moves_per_second"]),
                f"{numbers['games_per_second']:,.0f}",
                f"{numbers['moves_per_game']:.1f}",
                f"{numbers['view_and_legal_ns']:.0f} ns",
            )
    return grid


def _compile_table(by_part: dict[str, dict[str, float]], alone: dict[str, float]) -> RichTable:
    grid = RichTable("Processor seconds to compile", *next(iter(by_part.values())), "Alone")
    for column in grid.columns[1:]:
        column.justify = "right"
    for game, parts in by_part.items():
        grid.add_row(find(game).title, *(f"{seconds:.1f}" for seconds in parts.values()), f"{alone[game]:.1f} s")
    return grid


def _millions(number: float) -> str:
    return f"{number / 1e6:.2f} M"


def show_start(console: Console, found: dict[str, Any]) -> None:
    compiled = found["first_compile_seconds"]
    if compiled is not None:
        console.print(_compile_table(found["compile_seconds_by_part"], found["one_game_compile_seconds"]))
        console.print(
            f"Compiling everything takes {compiled:.1f} s, once, on all cores. A part takes less after another one of its game. "
            "“Alone” is a game with its search, from the command to the end of a game, by the clock."
        )
    console.print(
        f"From the command to the first decision of a game, with compiled code from the cache: {found['cached_start_seconds']:.1f} s."
    )


def _show_limit(console: Console, numbers: dict[str, Any]) -> None:
    console.print(
        f"\nChef's Hat by hand in C (bench/limit.c, -O3 -march=native), measured in alternation: {_millions(numbers['limit_moves_per_second'])} moves/s, "
        f"{numbers['limit_moves_per_game']:.1f} moves a game."
    )
    console.print(
        f"Ratio {numbers['limit_ratio']:.2f}: for every 100 moves of the C program, Forno makes {100 * numbers['limit_ratio']:.0f} in the same time, "
        "although it shuffles with ChaCha20 instead of a predictable generator."
    )
