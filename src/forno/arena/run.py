"""Play a contest to its end and report the results."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import msgspec

from forno.arena.results import Results
from forno.arena.summary import Summary, summarise
from forno.arena.timing import Timing, timing
from forno.arena.worker import ContestWorker
from forno.matches.agent_loading import GivenAgents
from forno.matches.contest import Contest
from forno.matches.fingerprints import fingerprints
from forno.matches.run_folder import too_many, write
from forno.workers import Workers, run_tasks

_COLD_DEALS = 20  # in tasks of their own, as long as they are played as plain Python
_COMPILED_DEALS = 100  # in one task, where whole games are compiled and take almost no time


@dataclass(frozen=True)
class Outcome:
    """What `conclude` wrote into the folder, besides the plots and `report.html`."""

    folder: Path
    summary: Summary
    timing: Timing


def play(
    contest: Contest,
    games: int,
    folder: Path,
    workers: Workers,
    progress: Callable[[int, int], None] = lambda done, total: None,
    given: GivenAgents | None = None,
) -> Results:
    """Play until the folder has at least this many games, continuing with what is there.

    Calls `progress` with the number of finished games and the total. It can be stopped at any time: finished games are kept. `given` are agents
    that the contest calls by names of their own. Raise BadFolder if the folder holds other results or those of an agent that has changed,
    AgentFailed if an agent fails.
    """
    worker = ContestWorker(contest, given)
    try:
        return _play(worker, games, folder, workers, progress)
    finally:
        worker.close()


def _play(
    worker: ContestWorker, games: int, folder: Path, workers: Workers, progress: Callable[[int, int], None]
) -> Results:
    contest = worker.contest
    deals = contest.deals_for(games)
    results = Results.open(folder, contest, fingerprints(contest, worker.agents, worker.given))
    done = set(results.rows()["deal"].to_list())
    if beyond := done - set(range(deals)):
        raise too_many(folder, (max(beyond) + 1) * contest.players)
    todo = [deal for deal in range(deals) if deal not in done]
    tasks = dict(enumerate(_tasks(todo, worker)))
    finished = len(done)
    progress(finished * contest.players, deals * contest.players)
    with results.batched_writes() as keep:
        for number, played in run_tasks(worker, tasks, workers):
            keep(played)
            finished += len(tasks[number])
            progress(finished * contest.players, deals * contest.players)
    return results


def _tasks(deals: Sequence[int], worker: ContestWorker) -> Iterator[tuple[int, ...]]:
    """The deals of each task. While the loop is being compiled, a task has one deal, so that the first results come soon."""
    single = min(_COLD_DEALS, len(deals)) if worker.is_compiled and not worker.is_warm else 0
    size = _COMPILED_DEALS if worker.is_compiled else 1
    yield from ((deal,) for deal in deals[:single])
    yield from (tuple(deals[first : first + size]) for first in range(single, len(deals), size))


def conclude(results: Results) -> Outcome:
    """Merge the results, and write the summary and the report."""
    from forno.arena.report import write_report  # noqa: PLC0415  it imports matplotlib, for which the first game need not wait

    rows, folder = results.finish(), results.folder
    outcome = Outcome(folder, summarise(results.contest, rows), timing(results.contest.names, results.times()))
    for name, part in (("summary", outcome.summary), ("timing", outcome.timing)):
        write(folder / f"{name}.json", msgspec.json.format(msgspec.json.encode(part)).decode() + "\n")
    write_report(folder, outcome.summary, outcome.timing)
    return outcome
