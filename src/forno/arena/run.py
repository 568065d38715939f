"""Playing a contest to its end."""

from collections.abc import Callable
from pathlib import Path

import polars as pl

from forno.agents import PolicyAgent
from forno.arena.contest import Contest
from forno.arena.entrants import entrant
from forno.arena.match import Match
from forno.arena.results import BadFolder, Results
from forno.spread import Workers, spread

_AT_ONCE = 100  # deals in one piece of work, where they take no time


def run(
    contest: Contest, games: int, folder: Path, workers: Workers, progress: Callable[[int, int], None]
) -> pl.DataFrame:
    """Play until there are at least so many games, going on with what is in the folder; all rows.

    `progress` is told the games that are done and how many there will be. Stop it whenever you like: what is finished is kept.
    """
    is_quick = all(isinstance(entrant(name, contest.game), PolicyAgent) for name in contest.names)
    deals = contest.deals_for(games)
    results = Results.open(folder, contest)
    done = set(results.rows()["deal"].to_list())
    if beyond := done - set(range(deals)):
        raise BadFolder(
            f"{folder} has {(max(beyond) + 1) * contest.players} games already: ask for as many or more, or choose another folder with --out."
        )
    todo = [deal for deal in range(deals) if deal not in done]
    size = _AT_ONCE if is_quick else 1
    pieces = {number: tuple(todo[first : first + size]) for number, first in enumerate(range(0, len(todo), size))}
    finished = len(done)
    progress(finished * contest.players, deals * contest.players)
    with results.keeper() as keep:
        for number, played in spread(Match(contest), pieces, workers):
            keep(played)
            finished += len(pieces[number])
            progress(finished * contest.players, deals * contest.players)
    return results.finish()
