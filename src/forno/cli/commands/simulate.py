"""`forno simulate`: games in batch_run, written as data for learning."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forno.cli import arguments
from forno.cli.batch_run import BatchRun, contest_from, workers_from
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.screen import screen
from forno.cli.trouble import Trouble
from forno.simulate import BadFolder, Plan
from forno.simulate import simulate as run
from forno.simulate.plan import MOST_GAMES, PARQUET
from forno.simulate.shards import Folder
from forno.workers import Workers


def simulate(
    game: str,
    /,
    *,
    agents: Annotated[list[str], Parameter(negative_iterable="")],
    games: int,
    out: Path,
    players: int | None = None,
    option: Annotated[list[str] | None, Parameter(negative_iterable="")] = None,
    key: str | None = None,
    format_: str = PARQUET,
    shard: int = 100,
    ray: Annotated[list[str] | None, Parameter(consume_multiple=(0, 1), negative_iterable="")] = None,
    cores: int | None = None,
    json_: bool = False,
) -> None:
    """Play many games, and write down every decision: what the seat observed, what it could do, what it did, and how its game ended.

    The folder gets Parquet files, a dictionary of actions, and a description of all columns. Stop with Ctrl-C whenever you like: the same command goes on. What is
    written does not depend on the machine, nor on how many processors work; docs/simulate.md tells more.

    Try:

    - forno simulate chefs-hat --agents greedy,larger-value --games 1000 --out data
    - forno simulate mamma-mia --agents greedy --games 1000 --out data --players 3
    - forno simulate chefs-hat --agents greedy,uniform --games 100 --out data --format chefshatgym

    Parameters
    ----------
    game
        Which game (see forno games).
    agents
        With commas, as in forno arena: as many as there are seats; or two: the first against a field of the second; or more or fewer: they take turns.
    games
        How many games. More than there are in the folder: it goes on.
    out
        The folder for the files.
    players
        Seats at the table.
    option
        An option of the game as name=value; may be given several times.
    key
        64 hexadecimal digits that decide all deals and the agents' chance; zeros if it is missing.
    format_
        parquet; or, for Chef's Hat, chefshatgym: CSV files with the columns of ChefsHatGYM's datasets.
    shard
        Games in one file. Take fewer if your agents think for long: a file is written when its games are played.
    ray
        Spread the games over a Ray cluster, at this address or the one that Ray finds by itself.
    cores
        Processes that play; by default one for each processor.
    json_
        Print what was written as JSON.

    """
    chosen = arguments.game_named(game)
    if format_ == PARQUET and find_spec("polars") is None:
        raise Trouble("Parquet files need polars: pip install 'forno[arena]'.")
    if not 1 <= games <= MOST_GAMES:
        raise Trouble(f"--games is a whole number from 1 to {MOST_GAMES:,}.")
    if shard < 1:
        raise Trouble("--shard is a whole number above 0.")
    workers = workers_from(ray, cores)
    plan = Plan(contest_from(chosen, agents, players, option, key), shard, format_)
    compile_if_needed(chosen)
    folder = _play(plan, games, out, workers)
    files = folder.files()
    size = sum(path.stat().st_size for path in files)
    if json_:
        facts = {"folder": str(out), "games": games, "files": [path.name for path in files], "bytes": size}
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
    else:
        what = f"{games:,} games in {len(files)} {'file' if len(files) == 1 else 'files'} ({size / 1e6:.1f} MB)"
        screen().print(f"{what} lie in {out}, described in simulation.json and actions.json there.", soft_wrap=True)


def _play(plan: Plan, games: int, out: Path, workers: Workers) -> Folder:
    batch_run = BatchRun(out)
    try:
        with batch_run.told(), batch_run.bar() as tell:
            return run(plan, games, out, workers, tell)
    except BadFolder as error:
        raise Trouble(str(error)) from None
