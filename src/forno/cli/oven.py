"""Preheating: everything compiled is compiled once, with a progress bar, and kept on disk."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numba

from forno import agents
from forno.agents import agents_for, find
from forno.arena.worker import ContestWorker
from forno.cli.console import stderr_console
from forno.cli.progress import run_steps
from forno.matches.contest import Contest
from forno.rules import GAMES, chance, compile_cache
from forno.rules import preheat as rules_preheat
from forno.rules.game import Game
from forno.table import Table

TITLE = "Preheating the oven"


def is_compiling() -> bool:
    """False with NUMBA_DISABLE_JIT: then everything runs as plain Python."""
    config: Any = numba.config  # it makes its attributes as it goes
    return not config.DISABLE_JIT


def is_needed(game: Game | None = None) -> bool:
    """For one game's tables, or for everything."""
    return is_compiling() and not _marker().exists() and not (game is not None and _marker(game).exists())


def preheat_if_cold(game: Game | None = None) -> None:
    """Every command that plays calls this first: without it the first move would take long, in silence.

    Who wants to play one game does not wait for the others, nor for what only simulations need.
    """
    if is_needed(game):
        preheat(game)


def preheat(game: Game | None = None) -> None:
    games = GAMES if game is None else (game,)
    console = stderr_console()
    if not console.is_terminal:
        console.print(f"{TITLE}: compiling {'the games' if game is None else game.title}, once …")
    steps = [*rules_preheat.steps(games, to_simulate=game is None), *_policies(games)]
    if game is None:
        from forno.envs import preheat as environments  # noqa: PLC0415  loads the libraries that it registers games with

        steps += [(f"{one.title}: the arena", _rehearsal(one)) for one in games]
        steps += environments.steps(games)
    run_steps(TITLE, steps)
    marker = _marker(game)
    marker.parent.mkdir(parents=True, exist_ok=True)
    marker.touch()


def _marker(game: Game | None = None) -> Path:
    """Written once a game's tables (or everything) have all that they need."""
    if game is not None:
        return compile_cache.marker(f"table-{game.id}", Path(agents.__file__))
    root = Path(agents.__file__).parents[1]
    return compile_cache.marker("everything", *root.rglob("*.py"))


def _policies(games: Sequence[Game]) -> Iterator[rules_preheat.Step]:
    for game in games:
        for name in agents_for(game):
            yield f"{game.title}: {name}", one_choice(game, name)


def one_choice(game: Game, name: str) -> rules_preheat.Call:
    """At the largest table."""

    def choose() -> int:
        table = Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))
        seat = table.actor
        assert seat is not None
        return find(name, game).choose(table.view(seat), table.legal(), chance.stream(table.key))

    return choose


def _rehearsal(game: Game) -> rules_preheat.Call:
    key = bytes(chance.KEY_BYTES)
    return lambda: ContestWorker(
        Contest.make(game, ("uniform",), players=game.players[-1], options={}, key=key)
    ).warm_up()
