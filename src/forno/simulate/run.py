"""Play games on many workers and keep the files they write."""

from collections.abc import Callable
from pathlib import Path

from forno.matches.agent_loading import load_agents
from forno.matches.fingerprints import fingerprints
from forno.matches.run_folder import too_many
from forno.simulate.plan import MAX_GAMES, Plan
from forno.simulate.shards import ShardFolder
from forno.workers import Workers, run_tasks


def simulate(plan: Plan, games: int, path: Path, workers: Workers, progress: Callable[[int, int], None]) -> ShardFolder:
    """Play until the folder has this many games, continuing with what is there.

    Calls `progress` with the number of finished games and the total. It can be stopped at any time: finished files are kept.
    Raise BadSetup if an agent cannot be loaded, BadFolder if the folder holds something else, AgentFailed if an agent fails.
    """
    if not 1 <= games <= MAX_GAMES:
        raise ValueError(f"from 1 to {MAX_GAMES:,} games can be simulated, not {games}")
    writer = plan.format.writer(plan.contest)
    writer.prepare()  # before the folder is made
    folder = ShardFolder.open(path, plan, fingerprints(plan.contest, load_agents(plan.contest)))
    done = folder.done()
    if done and done[-1].stop > games:
        raise too_many(path, done[-1].stop)
    todo = {shard.start: shard for shard in plan.shards(games) if shard not in done}
    finished = games - sum(map(len, todo.values()))
    progress(finished, games)
    for first, data in run_tasks(writer, todo, workers):
        folder.keep(todo[first], data)
        finished += len(todo[first])
        progress(finished, games)
    folder.finish(games)
    return folder
