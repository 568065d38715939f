"""Playing a contest to its end, and writing down what it says."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from forno.arena.match import Match
from forno.arena.report import write_report
from forno.arena.results import Results
from forno.arena.summary import Summary, summarise
from forno.arena.timing import Timing, timing
from forno.matches.contest import Contest
from forno.matches.run_folder import too_many, write
from forno.workers import Workers, run_tasks

_AT_ONCE = 100  # deals in one task of work, where they take no time


@dataclass(frozen=True)
class Outcome:
    """What is in the folder now, besides the rows: summary.json, timing.json, report.html and its plots."""

    folder: Path
    summary: Summary
    timing: Timing


def play(contest: Contest, games: int, folder: Path, workers: Workers, progress: Callable[[int, int], None]) -> Results:
    """Play until there are at least so many games, going on with what is in the folder.

    `progress` is told the games that are done and how many there will be. Stop it whenever you like: what is finished is kept.
    BadFolder if other results lie there; AgentFailed if an agent does.
    """
    match = Match(contest)
    deals = contest.deals_for(games)
    results = Results.open(folder, contest)
    done = set(results.rows()["deal"].to_list())
    if beyond := done - set(range(deals)):
        raise too_many(folder, (max(beyond) + 1) * contest.players)
    todo = [deal for deal in range(deals) if deal not in done]
    size = _AT_ONCE if match.is_compiled else 1
    tasks = {number: tuple(todo[first : first + size]) for number, first in enumerate(range(0, len(todo), size))}
    finished = len(done)
    progress(finished * contest.players, deals * contest.players)
    with results.keeper() as keep:
        for number, played in run_tasks(match, tasks, workers):
            keep(played)
            finished += len(tasks[number])
            progress(finished * contest.players, deals * contest.players)
    return results


def conclude(results: Results) -> Outcome:
    """Put together what was played, and report it."""
    rows, folder = results.finish(), results.folder
    outcome = Outcome(folder, summarise(results.contest, rows), timing(results.contest.names, results.clock()))
    for name, part in (("summary", outcome.summary), ("timing", outcome.timing)):
        write(folder / f"{name}.json", msgspec.json.format(msgspec.json.encode(part)).decode() + "\n")
    write_report(folder, outcome.summary, outcome.timing)
    return outcome
