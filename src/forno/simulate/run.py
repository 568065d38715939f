"""Playing games on many workers, and keeping what they write."""

from collections.abc import Callable, Sequence
from pathlib import Path

from forno.arena.folder import too_many
from forno.simulate.folder import Folder
from forno.simulate.plan import CHEFSHATGYM, MOST_GAMES, Plan
from forno.spread import Workers, spread

Worker = Callable[[Sequence[int]], bytes]


def worker_for(plan: Plan) -> Worker:
    """What plays and writes one file's games."""
    if plan.format == CHEFSHATGYM:
        from forno.simulate.dataset import Dataset  # noqa: PLC0415  each format is imported by those who want it

        return Dataset(plan)
    from forno.simulate.decisions import Decisions  # noqa: PLC0415

    return Decisions(plan)


def simulate(plan: Plan, games: int, path: Path, workers: Workers, progress: Callable[[int, int], None]) -> Folder:
    """Play until so many games are in the folder, going on with what is there.

    `progress` is told the games that are done and how many there will be. Stop it whenever you like: files that are finished are kept.
    BadFolder if something else lies there; AgentFailed if an agent does.
    """
    if not 1 <= games <= MOST_GAMES:
        raise ValueError(f"from 1 to {MOST_GAMES:,} games can be simulated, not {games}")
    folder = Folder.open(path, plan)
    done = folder.done()
    if done and done[-1].stop > games:
        raise too_many(path, done[-1].stop)
    todo = {shard.start: shard for shard in plan.shards(games) if shard not in done}
    finished = games - sum(map(len, todo.values()))
    progress(finished, games)
    for first, data in spread(worker_for(plan), todo, workers):
        folder.keep(todo[first], data)
        finished += len(todo[first])
        progress(finished, games)
    return folder
