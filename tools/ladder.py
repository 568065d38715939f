"""Measure all our agents on every game and number of players, and write the tables of docs/agents.md. Run it with `make ladder`.

Each agent plays against a field of `greedy`, and each level against a field of the next lower one. Finished results are stored in docs/ladder/*.json,
their points by deal in docs/ladder/deals, unfinished ones in build/ladder. You can stop at any time; the same command continues. It says first how long
it will take, and begins with quick rows. To split it, give each machine a part (`--part 1/4`), or choose rows (`--only mamma-mia-4 --only levels`, `--quick`).
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import polars as pl
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

import ladder_rows
import ladder_tables
from forno.arena.intervals import Estimate
from forno.arena.run import conclude, play
from forno.arena.summary import AgentSummary
from forno.cli.commands.preheat import compile_if_needed
from forno.matches.run_folder import write
from forno.rules import OWN_GAMES
from forno.workers import LocalWorkers, cores
from ladder_rows import Pairing, by_deal, has_deals, pairings, same, stored

WORK = ladder_rows.ROOT / "build" / "ladder"
CONSOLE = Console(highlight=False)


def measure(pairing: Pairing, progress: Progress, bar: TaskID) -> None:
    """Play, and store the row and its points by deal."""
    contest = pairing.contest

    def report(done: int, total: int) -> None:
        progress.update(
            bar, completed=done, total=total, description=f"{pairing.game} {pairing.players}: {pairing.agent}"
        )

    results = play(contest, pairing.facts["games"], WORK / contest.slug, LocalWorkers(), report)
    outcome = conclude(results)
    found = outcome.summary.agents[0]
    row = {
        **pairing.facts,
        **({"shifts": _shifts(found)} if found.points_per_shift else {}),
        "points": _triple(found.points_per_shift or found.points),
        "win_share": _triple(found.win_share),
        "place": _triple(found.place),
        "milliseconds": float(f"{outcome.timing.agents[0].milliseconds:.3g}"),
    }
    own = results.rows().filter(agent=contest.names[0]).group_by("deal").agg(pl.sum("points", "shuffles")).sort("deal")
    counts = own["shuffles"].to_list() if found.points_per_shift else [pairing.players] * own.height
    deals = {
        **{name: pairing.facts[name] for name in ("game", "players", "agent", "field", "games")},
        "points": own["points"].to_list(),
        "counts": counts,
    }
    identity = ("game", "players", "agent", "field")
    for path, new, old in (
        (ladder_rows.RESULTS / f"{pairing.part}.json", row, stored(pairing.part)),
        (ladder_rows.RESULTS / "deals" / f"{pairing.part}.json", deals, by_deal(pairing.part)),
    ):
        others = [one for one in old if any(one[name] != new[name] for name in identity)]
        path.parent.mkdir(parents=True, exist_ok=True)
        write(path, _lines_of([*others, new]))


def _shifts(found: AgentSummary) -> int:
    assert found.points_per_shift is not None
    return round(found.points.value * found.games / found.points_per_shift.value)


def _triple(estimate: Estimate) -> list[float]:
    assert estimate.low is not None
    assert estimate.high is not None
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)]


def missing(only: Sequence[str] = (), share: tuple[int, int] = (1, 1), *, quick: bool = False) -> list[Pairing]:
    """The pairings that have no stored result yet, quick ones first: those that match, and of these one of several shares of about equal time."""
    rows = {pairing.part: stored(pairing.part) for pairing in pairings()}
    known = [row for part in rows.values() for row in part]
    wanted = [
        pairing
        for pairing in pairings()
        if not any(same(row, pairing) and has_deals(row) for row in (*rows[pairing.part], *rows[pairing.table]))
        and (not only or any(word in (pairing.table, *asdict(pairing).values()) for word in only))
        and not (quick and pairing.is_slow)
    ]
    loads = [0.0] * share[1]
    chosen = []
    for pairing in sorted(wanted, key=lambda one: -one.seconds(known)):
        number = loads.index(min(loads))
        loads[number] += pairing.seconds(known) + 1
        if number == share[0] - 1:
            chosen.append(pairing)
    return sorted(chosen, key=lambda one: one.seconds(known))


def announce(wanted: Sequence[Pairing], shown: int = 5) -> None:
    """Say how long it will take, and which rows take longest."""
    known = [row for part in {pairing.part for pairing in pairings()} for row in stored(part)]
    total = sum(pairing.seconds(known) for pairing in wanted) / cores()
    for pairing in sorted(wanted, key=lambda one: -one.seconds(known))[:shown]:
        minutes = pairing.seconds(known) / cores() / 60
        place = pairing.table if pairing.part == pairing.table else f"{pairing.table}, {pairing.part}"
        CONSOLE.print(
            f"  {place}: {pairing.agent} against {pairing.field}, {pairing.deals} deals: {minutes:.0f} minutes"
        )
    hours, minutes = divmod(round(total / 60), 60)
    CONSOLE.print(
        f"{len(wanted)} rows to measure, about {hours} h {minutes:02} min on {cores()} cores. Ctrl-C stops; the same command continues."
    )


def measure_missing(wanted: Sequence[Pairing]) -> None:
    for game in OWN_GAMES:
        if any(pairing.game == game.id for pairing in wanted):
            compile_if_needed(game)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=CONSOLE) as progress:
        whole = progress.add_task("all", total=len(wanted))
        bar = progress.add_task("")
        for pairing in wanted:
            measure(pairing, progress, bar)
            progress.advance(whole)


def _lines_of(rows: list[dict[str, Any]]) -> str:
    """One row per line, so that a diff shows which rows changed."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="only rewrite the tables from the stored results")
    parser.add_argument("--list", action="store_true", help="only say what is missing and how long it will take")
    parser.add_argument(
        "--only",
        action="append",
        default=[],
        help="a game with its number of players, a game, an agent, a field or `levels`; may be repeated",
    )
    parser.add_argument("--part", default="1/1", help="the first of four parts of about equal time is 1/4")
    parser.add_argument("--quick", action="store_true", help="only agents that do not search")
    given = parser.parse_args()
    number, _, parts = given.part.partition("/")
    if not (number.isdigit() and parts.isdigit() and 1 <= int(number) <= int(parts)):
        parser.error(f"--part cannot be {given.part}: it takes a number and how many there are, as 1/4.")
    if not given.write:
        wanted = missing(given.only, (int(number), int(parts)), quick=given.quick)
        announce(wanted, len(wanted) if given.list else 5)
        if given.list:
            return
        measure_missing(wanted)
    ladder_tables.write_page()


if __name__ == "__main__":
    main()
