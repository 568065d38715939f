"""Measures every agent of ours on every game and number of players, and writes the tables of docs/agents.md. Run it with `make ladder`.

Each agent plays against a field of `greedy`. What is measured is kept in docs/ladder/*.json; what is in progress, in build/ladder: stop it whenever you like, and
go on with the same command. `--write` only writes the tables anew from what is kept.
"""

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from forno import __version__
from forno.agents import AGENTS, LEVELS, agents_for
from forno.arena.report import ladder as drawing
from forno.arena.report.plots import duration
from forno.arena.run import conclude, play
from forno.arena.summary import AgentSummary
from forno.cli.commands.preheat import compile_if_needed
from forno.matches.contest import Contest
from forno.matches.run_folder import write
from forno.rules import OWN_GAMES, find
from forno.workers import LocalWorkers

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "ladder"
WORK = ROOT / "build" / "ladder"
PAGE = ROOT / "docs" / "agents.md"
PICTURE = ROOT / "docs" / "images" / "ablation.svg"
KEY = hashlib.sha256(b"ladder").digest()  # other deals than those on which agents were tuned
FIELDS = {"chefs-hat": ("greedy", "larger-value")}  # in the other games greedy alone
SIMULATIONS = (50, 100, 200, 500, 1000, 2000, 5000)
DEAREST = {"mamma-mia-plus": 2000}  # a row of more takes longer than all others of its game
STRONGEST = LEVELS[-1].stands_for["chefs-hat"]
NO_BELIEF = f"{STRONGEST.partition(',')[0]},pool=0"
VARIANTS = (
    STRONGEST,
    NO_BELIEF,
    "search:sims=1000",
    "search:sims=1000,pool=0",
    "search:sims=1000,pool=0,depth=5",
    "search:sims=1000,rollout=larger-value",
    "search:sims=1000,rollout=uniform",
)
QUICK = 500  # deals for an agent that does not search
SEARCHING = {"chefs-hat": 64, "mamma-mia": 24, "mamma-mia-plus": 12}  # for one that does: fewer of long games
MORE = dict.fromkeys((STRONGEST, NO_BELIEF), 100)  # more than 2,000 shifts


@dataclass(frozen=True)
class Rung:
    """One agent against a field."""

    part: str  # the file that keeps it
    game: str
    players: int
    agent: str
    field: str

    @property
    def stands_for(self) -> str:
        return next((entry.stands_for.get(self.game, "") for entry in AGENTS if entry.name == self.agent), "")

    @property
    def contest(self) -> Contest:
        """A level plays as what it stands for, so that nothing is measured twice; but not against itself."""
        agent = self.agent if self.stands_for in {"", self.field} else self.stands_for
        return Contest.make(find(self.game), (agent, self.field), players=self.players, options={}, key=KEY)

    @property
    def deals(self) -> int:
        agent = self.stands_for or self.agent
        return MORE.get(agent, SEARCHING[self.game]) if agent.startswith("search") else QUICK

    @property
    def facts(self) -> dict[str, Any]:
        """What decides the result."""
        return {
            **asdict(self),
            "stands_for": self.stands_for,
            "rules": find(self.game).version,
            "forno": __version__,
            "key": KEY.hex(),
            "games": self.deals * self.players,
        }


def rungs() -> Iterator[Rung]:
    for game in OWN_GAMES:
        for players in game.players:
            for field in FIELDS.get(game.id, ("greedy",)):
                for agent in agents_for(game):
                    if agent != field:
                        yield Rung(f"{game.id}-{players}", game.id, players, agent, field)
    for variant in VARIANTS:
        yield Rung("variants", "chefs-hat", 4, variant, "greedy")
    for simulations in SIMULATIONS:
        for game in (game for game in OWN_GAMES if simulations <= DEAREST.get(game.id, simulations)):
            yield Rung("ablation", game.id, 4, f"search:sims={simulations}", "greedy")


def kept(part: str) -> list[dict[str, Any]]:
    path = KEPT / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


def measure(rung: Rung, progress: Progress, bar: TaskID) -> dict[str, Any]:
    """A row: what decides it, and what was found."""
    contest = rung.contest

    def tell(done: int, total: int) -> None:
        progress.update(bar, completed=done, total=total, description=f"{rung.game} {rung.players}: {rung.agent}")

    outcome = conclude(play(contest, rung.facts["games"], WORK / contest.slug, LocalWorkers(), tell))
    found = outcome.summary.agents[0]
    result = {
        **({"shifts": _shifts(found)} if found.points_per_shift else {}),
        "points": _triple(found.points_per_shift or found.points),
        "win_share": _triple(found.win_share),
        "place": _triple(found.place),
        "milliseconds": float(f"{outcome.timing.agents[0].milliseconds:.3g}"),
    }
    return {**rung.facts, **result}


def _shifts(found: AgentSummary) -> int:
    assert found.points_per_shift is not None
    return round(found.points.value * found.games / found.points_per_shift.value)


def _triple(estimate: Any) -> list[float]:
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)]


def climb() -> None:
    """Measure what is missing, a row after the other."""
    wanted = list(rungs())
    for game in OWN_GAMES:
        compile_if_needed(game)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    KEPT.mkdir(exist_ok=True)
    with Progress(*columns) as progress:
        whole = progress.add_task("all", total=len(wanted))
        bar = progress.add_task("")
        for part in dict.fromkeys(rung.part for rung in wanted):
            old = kept(part)
            new: list[dict[str, Any]] = []
            for rung in (rung for rung in wanted if rung.part == part):
                row = next((row for row in old if row.items() >= rung.facts.items()), None)
                new.append(row if row is not None else measure(rung, progress, bar))
                write(KEPT / f"{part}.json", _text(new + [row for row in old if row not in new]))
                progress.advance(whole)
            write(KEPT / f"{part}.json", _text(new))


def _text(rows: list[dict[str, Any]]) -> str:
    """One row a line: the diff shows what has changed."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def tables() -> str:
    """From what is kept alone."""
    parts = [f"{game.id}-{players}" for game in OWN_GAMES for players in game.players]
    return "\n".join(table(kept(part)) for part in parts if kept(part))


def table(rows: list[dict[str, Any]]) -> str:
    game = find(rows[0]["game"])
    return f"### {game.title}, {rows[0]['players']} players\n\n{lines(rows)}"


def lines(rows: list[dict[str, Any]]) -> str:
    """The best first."""
    unit = "Points per shift" if rows[0]["game"] == "chefs-hat" else "Points per game"
    head = [f"| Agent | against | {unit} | Victories | Games | Time a choice |", "|---|---|---|---|---|---|"]
    ordered = sorted(rows, key=lambda row: (row["field"], -row["points"][0]))
    return "\n".join([*head, *map(_line, ordered), ""])


def _line(row: dict[str, Any]) -> str:
    points, wins = row["points"], row["win_share"]
    cells = (
        f"`{row['agent']}`" + (f" = `{row['stands_for']}`" if row["stands_for"] else ""),
        f"{row['players'] - 1} `{row['field']}`",
        f"{points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f})",
        f"{wins[0]:.1%} ({100 * wins[1]:.1f} to {100 * wins[2]:.1f})",
        _played(row),
        duration(row["milliseconds"]),
    )
    return f"| {' | '.join(cells)} |"


def _played(row: dict[str, Any]) -> str:
    return f"{row['games']:,}" + (f" ({row['shifts']:,} shifts)" if "shifts" in row else "")


def ablation() -> str:
    rows = kept("ablation")
    if not rows:
        return ""
    found = ["| Simulations | Game | Points | Victories | Games | Time a choice |", "|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: str(row["game"])):
        points, wins = row["points"], row["win_share"]
        simulations = int(row["agent"].partition("sims=")[2].partition(",")[0])
        found.append(
            f"| {simulations:,} | {find(row['game']).title} | {points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f}) "
            f"| {wins[0]:.1%} ({100 * wins[1]:.1f} to {100 * wins[2]:.1f}) | {_played(row)} | {duration(row['milliseconds'])} |"
        )
    picture = "![Strength by the number of simulations](images/ablation.svg)"
    return "\n".join([picture, "", *found, ""])


def page(text: str) -> str:
    """The page with its generated parts anew: what stands between <!-- ladder --> and <!-- /ladder -->, and likewise for the others."""
    variants = kept("variants")
    for name, part in (
        ("ladder", tables()),
        ("ablation", ablation()),
        ("variants", lines(variants) if variants else ""),
    ):
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"docs/agents.md needs {begin} and {end}, once each: the {name} goes between them.")
        head, _, rest = text.partition(begin)
        text = f"{head}{begin}\n{part}{end}{rest.partition(end)[2]}"
    return text


def write_page() -> None:
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    if rows := kept("ablation"):
        PICTURE.write_bytes(drawing.ablation(rows))


if __name__ == "__main__":
    if "--write" not in sys.argv:
        climb()
    write_page()
