"""`forno preheat` compiles all games. Other commands use `compile_if_needed` to compile what they need."""

import time
from collections.abc import Sequence
from importlib.util import find_spec

from forno import folders, warmup
from forno.cli.console import stderr_console, stdout_console
from forno.cli.progress import run_steps
from forno.matches.runner import compile_loop
from forno.rules import GAMES, find
from forno.rules.compiling import is_compiling
from forno.rules.game import Game
from forno.warmup import Part
from forno.workers import LocalWorkers, run_tasks

TITLE = "Preheating the oven"


def preheat() -> None:
    """Compile all games now, so that the first game starts at once.

    You need this once after an installation or an update. Every command that plays a game compiles that game if necessary.

    Try:

    - forno preheat
    """
    console = stdout_console()
    if not is_compiling():
        console.print("Nothing to preheat: compiling is switched off (NUMBA_DISABLE_JIT).")
        return
    start = time.perf_counter()
    if not compile_if_needed():
        console.print("The oven is warm: everything is compiled already.")
        return
    console.print(f"The oven is warm: everything was compiled in {time.perf_counter() - start:.0f} s.")
    console.print(f"The compiled code is kept in {folders.cache()}", soft_wrap=True)


def compile_if_needed(game: Game | None = None) -> bool:
    """Compile what a table of one game needs, or everything, and show the progress. False if there was nothing to do.

    Commands that play call this first. Otherwise the first move would take long without an explanation.
    """
    parts = [warmup.table_part(game)] if game is not None else [part for one in GAMES for part in all_parts(one)]
    missing = [part for part in parts if not part.is_compiled]
    if not missing:
        return False
    console = stderr_console()
    if not console.is_terminal:
        console.print(f"{TITLE}: compiling {'the games' if game is None else game.title}, once …")
    if game is not None:
        run_steps(TITLE, [step for part in missing for step in part.steps])
    else:
        _compile_side_by_side([one for one in GAMES if not all(part.is_compiled for part in all_parts(one))])
    return True


def _compile_side_by_side(games: Sequence[Game]) -> None:
    """Compile all parts of these games, each game in a separate process on its own core."""
    longest_first = sorted(games, key=lambda game: game.state_dtype.itemsize, reverse=True)
    tasks = {number: game.id for number, game in enumerate(longest_first)}
    compiled = run_tasks(_compile_game, tasks, LocalWorkers())

    def next_game() -> None:
        number, _ = next(compiled)
        for part in all_parts(longest_first[number]):
            part.mark()

    run_steps(TITLE, [(", ".join(game.title for game in longest_first), next_game) for _ in tasks])


def _compile_game(game_id: str) -> None:
    for part in all_parts(find(game_id)):
        for _, call in part.calls:
            call()


def all_parts(game: Game) -> list[Part]:
    """Everything that can be compiled for a game."""
    parts = [
        warmup.table_part(game),
        warmup.simulation_part(game),
        warmup.loop_part("matches", game, compile_loop),
    ]
    if find_spec("gymnasium"):  # without it, the environments cannot be used
        from forno.envs import setup  # noqa: PLC0415  loads the libraries that it registers the games with

        parts.append(warmup.loop_part("environments", game, setup.compile_loops))
    return parts
