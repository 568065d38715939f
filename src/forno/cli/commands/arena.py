"""`forno arena`: how good agents are, with error bars."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
from cyclopts import Parameter

from forno.cli import arguments
from forno.cli.batch_run import BatchRun, contest_from, workers_from
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.screen import screen, side_screen
from forno.cli.trouble import Trouble
from forno.matches.contest import Contest
from forno.matches.run_folder import BadFolder
from forno.workers import Workers

if TYPE_CHECKING:
    from forno.arena.results import Results

_PACKAGES = ("matplotlib", "openskill", "polars")


def arena(
    game: str,
    /,
    *,
    agents: Annotated[list[str], Parameter(negative_iterable="")],
    games: int = 400,
    players: int | None = None,
    option: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    key: str | None = None,
    out: Path | None = None,
    ray: Annotated[list[str] | None, Parameter(consume_multiple=(0, 1), negative_iterable="")] = None,
    cores: int | None = None,
    json_: bool = False,
) -> None:
    """Let agents play against each other, and say how good they are and how sure that is.

    Every deal is played with the agents in all rotations of the seats, so that the luck of the cards cancels. Stop with Ctrl-C whenever you like: the
    same command goes on. The results do not depend on the machine, nor on how many processors work; docs/arena.md tells more.

    Try:

    - forno arena chefs-hat --agents greedy,larger-value --games 2000 --option shifts=1
    - forno arena mamma-mia --agents greedy,uniform,uniform,uniform
    - forno arena chefs-hat --agents "greedy,cmd:python my_bot.py"

    Parameters
    ----------
    game
        Which game (see forno games).
    agents
        With commas: names (see forno games), perhaps with settings, import paths (my_package:MyAgent), or programs (cmd:python my_bot.py). As many as there are seats;
        or two: the first against a field of the second; or more or fewer: they take turns.
    games
        At least so many games, rounded up to whole deals. More than there are in the folder: it goes on.
    players
        Seats at the table.
    option
        An option of the game as name=value; may be given several times.
    key
        64 hexadecimal digits that decide all deals and the agents' chance; zeros if it is missing.
    out
        The folder for the results; by default one in forno-arena, named by the contest.
    ray
        Spread the games over a Ray cluster, at this address or the one that Ray finds by itself.
    cores
        Processes that play; by default one for each processor.
    json_
        Print the summary as JSON instead.

    """
    chosen = arguments.game_named(game)
    if missing := [name for name in _PACKAGES if find_spec(name) is None]:
        raise Trouble(f"The arena needs {' and '.join(missing)}: pip install 'forno[arena]'.")
    if games < 1:
        raise Trouble("--games is a whole number above 0.")
    workers = workers_from(ray, cores)
    contest = contest_from(chosen, agents, players, option, key)
    folder = out if out is not None else Path("forno-arena") / contest.slug
    compile_if_needed(chosen)
    _conclude(_play(contest, games, folder, workers), json_=json_)


def _play(contest: Contest, games: int, folder: Path, workers: Workers) -> "Results":
    from forno.arena.match import Match  # noqa: PLC0415  slow to import: only for those who play
    from forno.arena.run import play  # noqa: PLC0415

    batch_run = BatchRun(folder)
    try:
        with batch_run.told():
            with side_screen().status("Every agent chooses once …"):
                Match(contest).rehearse()
            with batch_run.bar() as tell:
                return play(contest, games, folder, workers, tell)
    except BadFolder as error:
        raise Trouble(str(error)) from None


def _conclude(results: "Results", *, json_: bool) -> None:
    from forno.arena.run import conclude  # noqa: PLC0415  see above
    from forno.cli.contest_tables import show  # noqa: PLC0415

    with side_screen().status("Drawing intervals and plots …"):
        outcome = conclude(results)
    if json_:
        found = {"folder": str(outcome.folder), "summary": outcome.summary, "timing": outcome.timing}
        sys.stdout.write(msgspec.json.format(msgspec.json.encode(found)).decode() + "\n")
    else:
        show(screen(), outcome)
