"""Playing games on many workers, and keeping what they write."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from forno.matches.run_folder import too_many
from forno.simulate.plan import CHEFSHATGYM, MOST_GAMES, Plan
from forno.simulate.shards import Folder
from forno.workers import Workers, run_tasks


class Worker(Protocol):
    """Plays the games of one file, and writes it."""

    def prepare(self) -> None:
        """Make the agents: BadSetup if there is one that cannot be."""
        ...

    def __call__(self, games: Sequence[int]) -> bytes: ...


def worker_for(plan: Plan) -> Worker:
    if plan.format == CHEFSHATGYM:
        from forno.simulate.dataset import Dataset  # noqa: PLC0415  each format is imported by those who want it

        return Dataset(plan)
    from forno.simulate.decisions import Decisions  # noqa: PLC0415

    return Decisions(plan)


def simulate(plan: Plan, games: int, path: Path, workers: Workers, progress: Callable[[int, int], None]) -> Folder:
    """Play until so many games are in the folder, going on with what is there.

    `progress` is told the games that are done and how many there will be. Stop it whenever you like: files that are finished are kept.
    BadSetup if an agent cannot be made; BadFolder if something else lies there; AgentFailed if an agent gives up.
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"from 1 to {MOST_GAMES:,} games can be simulated, not {games}")
    worker = worker_for(plan)
    worker.prepare()  # before there is a folder
    folder = Folder.open(path, plan)
    done = folder.done()
    if done and done[-1].stop > games:
        raise too_many(path, done[-1].stop)
    todo = {shard.start: shard for shard in plan.shards(games) if shard not in done}
    finished = games - sum(map(len, todo.values()))
    progress(finished, games)
    for first, data in run_tasks(worker, todo, workers):
        folder.keep(todo[first], data)
        finished += len(todo[first])
        progress(finished, games)
    return folder
