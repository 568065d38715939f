"""Preheating: everything compiled is compiled once, with a progress bar, and kept on disk."""

import shutil
import time
from collections.abc import Iterator
from typing import Any

import numba
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from forno import folders
from forno.agents import AGENTS, PolicyAgent
from forno.cli.screen import side_screen
from forno.rules import GAMES, chance, kernel, preheat
from forno.table import Table

TITLE = "Preheating the oven"
_KEPT = 30 * 24 * 3600  # seconds that another version's compiled code may lie unused


def is_compiling() -> bool:
    """False with NUMBA_DISABLE_JIT: then everything runs as plain Python."""
    config: Any = numba.config  # it makes its attributes as it goes
    return not config.DISABLE_JIT


def is_needed() -> bool:
    return is_compiling() and not kernel.WARM.exists()


def preheat_if_cold() -> None:
    """Every command that plays calls this first: without it the first move would take half a minute in silence."""
    if is_needed():
        preheat_all()
    elif kernel.WARM.exists():
        kernel.WARM.touch()


def preheat_all() -> None:
    console = side_screen()
    if not console.is_terminal:
        console.print(f"{TITLE}: compiling the games, once …")
    steps = [*preheat.steps(), *_policies()]
    columns = (
        TextColumn(TITLE),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("", total=len(steps))
        for what, call in steps:
            progress.update(task, description=what)
            call()
            progress.advance(task)
    kernel.WARM.parent.mkdir(parents=True, exist_ok=True)
    kernel.WARM.touch()
    _sweep()


def _policies() -> Iterator[preheat.Step]:
    for game in GAMES:
        for entry in AGENTS:
            if game.id in entry.games:
                yield f"{game.title}: {entry.name}", _one_choice(game.id, entry.name)


def _one_choice(game_id: str, agent_name: str) -> preheat.Call:
    def choose() -> int:
        game = next(game for game in GAMES if game.id == game_id)
        agent = next(PolicyAgent(entry.policy) for entry in AGENTS if entry.name == agent_name)
        table = Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))
        seat = table.actor
        assert seat is not None
        return agent.choose(table.view(seat), table.legal(), chance.stream(table.key))

    return choose


def _sweep() -> None:
    """Remove what other versions of Forno compiled and nobody has used for long."""
    for folder in folders.cache().glob("kernel-*"):
        warm = folder / kernel.WARM.name
        used = (warm if warm.exists() else folder).stat().st_mtime
        if folder != kernel.CACHE and time.time() - used > _KEPT:
            shutil.rmtree(folder, ignore_errors=True)
