"""`forno preheat` compiles all games. Other commands use `compile_if_needed` to compile what they need."""

import time
from importlib.util import find_spec

from forno import folders, warmup
from forno.cli.progress import work
from forno.cli.screen import screen, side_screen
from forno.matches.runner import compile_loop
from forno.rules import GAMES
from forno.rules.compiling import is_compiling
from forno.rules.game import Game
from forno.warmup import Part

TITLE = "Preheating the oven"


def preheat() -> None:
    """Compile all games now, so that the first game starts at once.

    You need this once after an installation or an update. Every command that plays a game compiles that game by itself if it must.

    Try:

    - forno preheat
    """
    console = screen()
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

    Commands that play call this first. Otherwise the first move would take long and nobody would know why.
    """
    parts = _everything() if game is None else [warmup.table_part(game)]
    missing = [part for part in parts if not part.is_compiled]
    if not missing:
        return False
    console = side_screen()
    if not console.is_terminal:
        console.print(f"{TITLE}: compiling {'the games' if game is None else game.title}, once …")
    work(TITLE, [step for part in missing for step in part.steps])
    return True


def _everything() -> list[Part]:
    parts = [make(game) for game in GAMES for make in (warmup.table_part, warmup.simulation_part)]
    parts += [warmup.loop_part("matches", game, compile_loop) for game in GAMES]
    if find_spec("gymnasium"):  # whoever has no library for environments need not wait for them
        from forno.envs import setup  # noqa: PLC0415  loads the libraries that it registers the games with

        parts += [warmup.loop_part("environments", game, setup.compile_loops) for game in GAMES]
    return parts
