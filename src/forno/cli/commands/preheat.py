"""`forno preheat` compiles all games. Other commands begin at once, or compile what they need."""

import gc
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.util import find_spec

from forno import warmup
from forno.agents import Agent, CompiledNetworkAgent, is_guided, recalls, searches
from forno.cli.console import stderr_console, stdout_console
from forno.cli.progress import Step, run_steps
from forno.matches.runner import match_part
from forno.rules import GAMES, compile_cache, find
from forno.rules.compiling import hold, is_compiling, release
from forno.rules.game import Game
from forno.server.following import server_part
from forno.warmup import Part
from forno.workers import LocalWorkers, cores, run_tasks

TITLE = "Preheating the oven"
Maker = Callable[[Game], Part]
Task = tuple[tuple[Maker, ...], str]  # parts of a game, which one process compiles


def preheat() -> None:
    """Compile all games now.

    You need not do this: games begin at once, and are compiled while you play. It saves a search or a simulation the wait.

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
    console.print(f"The compiled code is kept in {compile_cache.home()}", soft_wrap=True)


def compile_if_needed(game: Game | None = None, makers: Sequence[Maker] = warmup.GAME_PARTS) -> bool:
    """Compile these parts of one game, or everything. Show the progress.

    False if there was nothing to do.
    """
    steps = _all_steps() if game is None else _game_steps(game, makers)
    if not steps:
        return False
    console = stderr_console()
    if not console.is_terminal:
        console.print(f"{TITLE}: compiling {'the games' if game is None else game.title}, once …")
    run_steps(TITLE, steps)
    return True


def _game_steps(game: Game, makers: Sequence[Maker]) -> list[Step]:
    """What this process does."""
    missing = [part for make in makers if not (part := make(game)).is_compiled]
    compiling = warmup.compiling(missing)
    names = [name for part in missing for name, _ in part.calls]
    return [(name, partial(next, compiling)) for name in names] + [
        (game.title, partial(next, compiling, None)) for _ in missing[:1]
    ]


def _all_steps() -> list[Step]:
    """What processes on all cores do."""
    tasks = [task for task in _all_tasks() if not all(part.is_compiled for part in _parts(task))]
    compiled = run_tasks(_compile, dict(enumerate(tasks)), LocalWorkers())
    names = ", ".join(game.title for game in GAMES)

    def next_task() -> None:
        number, seconds = next(compiled)
        for part, each in zip(_parts(tasks[number]), seconds, strict=True):
            part.mark(each)

    return [(names, next_task) for _ in tasks]


def begin_plain(*games: Game) -> None:
    """Let a command begin at once: games that are not compiled run as plain Python. Call it before anything else."""
    for game in games:
        hold(game.state_dtype, game.view_dtype)
    for game in games:
        if warmup.table_part(game).is_compiled:
            release(game.state_dtype, game.view_dtype)


def compile_search(game: Game, agents: Iterable[Agent], *more: Maker) -> None:
    """Plain Python is too slow for a search, so a game with an agent that searches is compiled first."""
    agents = list(agents)
    if any(searches(agent) for agent in agents):
        guided = [warmup.guided_part] if any(map(is_guided, agents)) else []
        looks = guided or any(isinstance(agent, CompiledNetworkAgent) for agent in agents)
        networks = [warmup.network_part] if looks else []
        beliefs = [warmup.belief_part] if any(map(recalls, agents)) else []
        compile_if_needed(game, (*warmup.SEARCH_PARTS, *networks, *beliefs, *guided, *more))
        release(game.state_dtype, game.view_dtype)


def all_parts(game: Game) -> list[Part]:
    """Everything that can be compiled for a game."""
    return [part for makers in _groups() for make in makers if (part := make(game)).calls]


def _all_tasks() -> list[Task]:
    """The parts of a game have much in common, so one process compiles them all, and keeps another one busy.

    With more processors than that, games are divided.
    """
    groups = _groups()
    games = sorted(GAMES, key=lambda game: game.state_dtype.itemsize, reverse=True)  # about the longest first
    if cores() <= 2 * len(games):
        groups = [tuple(maker for makers in groups for maker in makers)]
    return [(makers, game.id) for makers in groups for game in games]


def _compile(task: Task) -> list[float]:
    """Returns the processor seconds of each part."""
    parts = _parts(task)
    warmup.compile_parts(parts)
    gc.collect()  # the next game needs the memory
    return [part.seconds for part in parts]


def _parts(task: Task) -> list[Part]:
    makers, game_id = task
    return [make(find(game_id)) for make in makers]


def _groups() -> list[tuple[Maker, ...]]:
    """All parts, in groups that take about the same time."""
    groups: list[tuple[Maker, ...]] = [(*warmup.GAME_PARTS, server_part, match_part, warmup.simulation_part)]
    if find_spec("gymnasium"):  # without it, the environments cannot be used
        from forno.envs.setup import environment_part  # noqa: PLC0415  loads the libraries that it registers the games with

        groups.append((environment_part,))
    return groups
