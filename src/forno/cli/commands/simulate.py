"""`forno simulate`: data sets of decisions, for learning."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forno import warmup
from forno.chefshatgym.dataset import DATASET
from forno.cli import arguments
from forno.cli.batch_run import BatchRun, contest_from, workers_from
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.console import stdout_console
from forno.cli.errors import CommandError
from forno.matches.formats import Format
from forno.matches.runner import match_part
from forno.rules.game import BadSetup
from forno.simulate import MINARI, PARQUET, BadFolder, Parquet, Plan
from forno.simulate import simulate as run
from forno.simulate.minari_format import ROOT, dataset_id
from forno.simulate.plan import MAX_GAMES
from forno.simulate.shards import ShardFolder
from forno.workers import Workers

_FORMATS: tuple[Format, ...] = (PARQUET, MINARI, DATASET)


def simulate(
    game: arguments.GameId,
    /,
    *,
    agents: Annotated[list[str], Parameter(negative_iterable="")],
    games: int,
    out: Path,
    players: arguments.Players = None,
    option: arguments.GameOptions = None,
    key: arguments.BatchKey = None,
    format_: str = PARQUET.name,
    open_: Annotated[bool, Parameter(name="--open")] = False,
    shard: int = 100,
    ray: arguments.Ray = None,
    cores: arguments.Cores = None,
    json_: bool = False,
) -> None:
    """Play many games and write down every decision: the observation, the legal actions, the chosen one, and how the game ended.

    The folder gets Parquet files, a list of the actions, and a description of the columns. Stop with Ctrl-C whenever you like: the same command
    continues. The files do not depend on the machine or the number of cores. See docs/simulate.md.

    Try:

    - forno simulate chefs-hat --agents greedy,larger-value --games 1000 --out data
    - forno simulate mamma-mia --agents greedy --games 1000 --out data --players 3
    - forno simulate chefs-hat --agents greedy --games 1000 --out data --open
    - forno simulate chefs-hat --agents greedy,uniform --games 100 --out data --format minari

    Parameters
    ----------
    agents
        Agents, separated by commas, as in forno arena: one per seat; or two, to put the first against a field of the second; or any other
        number, and they take turns.
    games
        The number of games. If the folder has some already, only the rest is played.
    out
        The folder for the files.
    format_
        parquet; minari: also a Minari data set with one episode for each seat of each game; or for Chef's Hat chefshatgym: CSV files with the
        columns of the ChefsHatGYM data sets.
    open_
        Also write the true hands of all seats, as labels.
    shard
        Games per file. Use fewer with slow agents: a file is only written when all of its games are over.
    json_
        Print a summary as JSON.

    """
    chosen = arguments.game_named(game)
    if format_ == PARQUET.name and find_spec("polars") is None:
        raise CommandError('Parquet files need polars: pip install "forno[arena]".')
    if not 1 <= games <= MAX_GAMES:
        raise CommandError(f"--games must be a whole number from 1 to {MAX_GAMES:,}.")
    if shard < 1:
        raise CommandError("--shard must be a whole number above 0.")
    workers = workers_from(ray, cores)
    chosen_format = _format_named(format_)
    if open_:
        if chosen_format is not PARQUET:
            raise CommandError("--open is for Parquet files.")
        chosen_format = Parquet(is_open=True)
    plan = Plan(contest_from(chosen, agents, players, option, key), shard, chosen_format)
    compile_if_needed(chosen, (*warmup.GAME_PARTS, match_part))
    folder = _play(plan, games, out, workers)
    files = folder.files()
    size = sum(path.stat().st_size for path in files)
    if json_:
        facts = {"folder": str(out), "games": games, "files": [path.name for path in files], "bytes": size}
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
    else:
        what = f"{games:,} games in {len(files)} {'file' if len(files) == 1 else 'files'} ({size / 1e6:.1f} MB)"
        stdout_console().print(
            f"Wrote {what} to {out}. README.md there says what they contain.",
            soft_wrap=True,
        )
        if chosen_format is MINARI:
            root = (out / ROOT).resolve()
            stdout_console().print(
                f'Load it with MINARI_DATASETS_PATH={root} and minari.load_dataset("{dataset_id(plan.contest)}").',
                soft_wrap=True,
            )


def _format_named(name: str) -> Format:
    by_name = {one.name: one for one in _FORMATS}
    if name not in by_name:
        raise BadSetup(f"there is no format {name!r}: it can be {' or '.join(by_name)}.")
    return by_name[name]


def _play(plan: Plan, games: int, out: Path, workers: Workers) -> ShardFolder:
    batch_run = BatchRun(out)
    try:
        with batch_run.explain_errors(), batch_run.progress_bar() as on_progress:
            return run(plan, games, out, workers, on_progress)
    except BadFolder as error:
        raise CommandError(str(error)) from None
