"""`forno arena`: contests between agents."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from forno.cli import arguments
from forno.cli.batch_run import BatchRun, contest_from, workers_from
from forno.cli.commands.preheat import begin_plain, compile_search
from forno.cli.console import stderr_console, stdout_console
from forno.cli.errors import CommandError
from forno.matches.agent_loading import load_agents
from forno.matches.contest import Contest
from forno.matches.run_folder import BadFolder
from forno.matches.runner import match_part
from forno.workers import Workers

if TYPE_CHECKING:
    from forno.arena.results import Results

_PACKAGES = ("matplotlib", "openskill", "polars")


def arena(
    game: arguments.GameId,
    /,
    *,
    agents: Annotated[list[str], Parameter(negative_iterable="")],
    games: int = 400,
    players: arguments.Players = None,
    option: arguments.GameOptions = None,
    key: arguments.BatchKey = None,
    out: Path | None = None,
    ray: arguments.Ray = None,
    cores: arguments.Cores = None,
    json_: bool = False,
) -> None:
    """Let agents play against each other, and report how good they are, with confidence intervals.

    Every deal is played with the agents in all rotations of the seats, which cancels most of the luck. Stop with Ctrl-C whenever you like: the
    same command continues. The results do not depend on the machine or the number of cores. See docs/arena.md.

    Try:

    - forno arena chefs-hat --agents greedy,larger-value --games 2000 --option shifts=1
    - forno arena mamma-mia --agents greedy,uniform,uniform,uniform
    - forno arena chefs-hat --agents "greedy,cmd:python my_bot.py"

    Parameters
    ----------
    agents
        Agents, separated by commas: names (see forno games) with or without settings, import paths (my_package:MyAgent) or programs
        (cmd:python my_bot.py). Give one per seat; or two, to put the first against a field of the second; or any other number, and they take turns.
    games
        The number of games, rounded up to whole deals. If the folder has some already, only the rest is played.
    out
        The folder for the results. The default is a folder in forno-arena, named after the contest.
    json_
        Print the summary as JSON.

    """
    chosen = arguments.game_named(game)
    begin_plain(chosen)
    if missing := [name for name in _PACKAGES if find_spec(name) is None]:
        raise CommandError(f'The arena needs {" and ".join(missing)}: pip install "forno[arena]".')
    if games < 1:
        raise CommandError("--games must be a whole number above 0.")
    workers = workers_from(ray, cores)
    contest = contest_from(chosen, agents, players, option, key)
    folder = out if out is not None else Path("forno-arena") / contest.slug
    compile_search(chosen, load_agents(contest).values(), match_part)
    _conclude(_play(contest, games, folder, workers), json_=json_)


def _play(contest: Contest, games: int, folder: Path, workers: Workers) -> "Results":
    from forno.arena.run import play  # noqa: PLC0415
    from forno.arena.worker import ContestWorker  # noqa: PLC0415  slow to import, and not always needed

    batch_run, trial = BatchRun(folder), ContestWorker(contest)
    try:
        with batch_run.explain_errors():
            with stderr_console().status("Trying every agent once …"):
                trial.warm_up()
            with batch_run.progress_bar() as on_progress:
                return play(contest, games, folder, workers, on_progress)
    except BadFolder as error:
        raise CommandError(str(error)) from None
    finally:
        trial.close()


def _conclude(results: "Results", *, json_: bool) -> None:
    from forno.arena.run import conclude  # noqa: PLC0415
    from forno.cli.contest_tables import show  # noqa: PLC0415

    with stderr_console().status("Computing intervals and drawing plots …"):
        outcome = conclude(results)
    if json_:
        facts = {"folder": str(outcome.folder), "summary": outcome.summary, "timing": outcome.timing}
        sys.stdout.write(json.dumps(msgspec.to_builtins(facts), indent=2) + "\n")
    else:
        show(stdout_console(), outcome)
