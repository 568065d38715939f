"""Measure all our agents on every game and number of players, and write the tables of docs/agents.md. Run it with `make ladder`.

Each agent plays against a field of `greedy`. Finished results are stored in docs/ladder/*.json, unfinished ones in build/ladder. You can stop at any time; the same
command continues. `--write` measures nothing and only rewrites the tables from the stored results.
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
from forno.agents import LEVELS, agents_for
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
RESULTS = ROOT / "docs" / "ladder"
WORK = ROOT / "build" / "ladder"
PAGE = ROOT / "docs" / "agents.md"
PICTURE = ROOT / "docs" / "images" / "ablation.svg"
KEY = hashlib.sha256(b"ladder").digest()  # agents were tuned on other deals
FIELDS = {"chefs-hat": ("greedy", "larger-value")}  # other games: greedy only
SIMULATIONS = (50, 100, 200, 500, 1000, 2000, 5000)
MAX_SIMULATIONS = {"mamma-mia-plus": 2000}  # one row above this takes longer than all other rows of the game
STRONGEST = LEVELS[-1].agent_for(find("chefs-hat"))
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
DEALS = 500
SEARCH_DEALS = {"chefs-hat": 64, "mamma-mia": 24, "mamma-mia-plus": 12}  # search is slow: fewer deals for longer games
EXTRA_DEALS = dict.fromkeys((STRONGEST, NO_BELIEF), 100)  # more than 2,000 shifts


@dataclass(frozen=True)
class Pairing:
    """One agent against a field of another."""

    part: str  # the file in docs/ladder that stores the result
    game: str
    players: int
    agent: str
    field: str

    @property
    def stands_for(self) -> str:
        return next((level.agent_for(find(self.game)) for level in LEVELS if level.name == self.agent), "")

    @property
    def contest(self) -> Contest:
        """A level is replaced by the agent it stands for, so equal contests are measured once. It is kept where that agent is the field."""
        agent = self.agent if self.stands_for in {"", self.field} else self.stands_for
        return Contest.make(find(self.game), (agent, self.field), players=self.players, options={}, key=KEY)

    @property
    def deals(self) -> int:
        agent = self.stands_for or self.agent
        return EXTRA_DEALS.get(agent, SEARCH_DEALS[self.game]) if agent.startswith("search") else DEALS

    @property
    def facts(self) -> dict[str, Any]:
        """Everything that determines the result: a stored row with other facts is measured again."""
        return {
            **asdict(self),
            "stands_for": self.stands_for,
            "rules": find(self.game).version,
            "forno": __version__,
            "key": KEY.hex(),
            "games": self.deals * self.players,
        }


def pairings() -> Iterator[Pairing]:
    for game in OWN_GAMES:
        for players in game.players:
            for field in FIELDS.get(game.id, ("greedy",)):
                for agent in agents_for(game):
                    if agent != field:
                        yield Pairing(f"{game.id}-{players}", game.id, players, agent, field)
    for variant in VARIANTS:
        yield Pairing("variants", "chefs-hat", 4, variant, "greedy")
    for simulations in SIMULATIONS:
        for game in (game for game in OWN_GAMES if simulations <= MAX_SIMULATIONS.get(game.id, simulations)):
            yield Pairing("ablation", game.id, 4, f"search:sims={simulations}", "greedy")


def stored(part: str) -> list[dict[str, Any]]:
    path = RESULTS / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


def measure(pairing: Pairing, progress: Progress, bar: TaskID) -> dict[str, Any]:
    """A row to store: the facts of the pairing and its result."""
    contest = pairing.contest

    def report(done: int, total: int) -> None:
        progress.update(
            bar, completed=done, total=total, description=f"{pairing.game} {pairing.players}: {pairing.agent}"
        )

    outcome = conclude(play(contest, pairing.facts["games"], WORK / contest.slug, LocalWorkers(), report))
    found = outcome.summary.agents[0]
    result = {
        **({"shifts": _shifts(found)} if found.points_per_shift else {}),
        "points": _triple(found.points_per_shift or found.points),
        "win_share": _triple(found.win_share),
        "place": _triple(found.place),
        "milliseconds": float(f"{outcome.timing.agents[0].milliseconds:.3g}"),
    }
    return {**pairing.facts, **result}


def _shifts(found: AgentSummary) -> int:
    assert found.points_per_shift is not None
    return round(found.points.value * found.games / found.points_per_shift.value)


def _triple(estimate: Any) -> list[float]:
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)]


def measure_missing() -> None:
    """Measure the pairings that have no stored result yet."""
    wanted = list(pairings())
    for game in OWN_GAMES:
        compile_if_needed(game)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    RESULTS.mkdir(exist_ok=True)
    with Progress(*columns) as progress:
        whole = progress.add_task("all", total=len(wanted))
        bar = progress.add_task("")
        for part in dict.fromkeys(pairing.part for pairing in wanted):
            old = stored(part)
            new: list[dict[str, Any]] = []
            for pairing in (pairing for pairing in wanted if pairing.part == part):
                row = next((row for row in old if row.items() >= pairing.facts.items()), None)
                new.append(row if row is not None else measure(pairing, progress, bar))
                write(RESULTS / f"{part}.json", _text(new + [row for row in old if row not in new]))
                progress.advance(whole)
            write(RESULTS / f"{part}.json", _text(new))


def _text(rows: list[dict[str, Any]]) -> str:
    """One row per line, so that a diff shows which rows changed."""
    return "[\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]\n"


def tables() -> str:
    """The ladder of every game, from stored results alone."""
    parts = [f"{game.id}-{players}" for game in OWN_GAMES for players in game.players]
    return "\n".join(table(stored(part)) for part in parts if stored(part))


def table(rows: list[dict[str, Any]]) -> str:
    game = find(rows[0]["game"])
    return f"### {game.title}, {rows[0]['players']} players\n\n{command(game.id, rows[0]['players'])}\n\n{lines(rows)}"


def command(game: str, players: int) -> str:
    """The command that plays the games of a row again."""
    return f"    forno arena {game} --players {players} --agents AGENT,FIELD --games GAMES --key {KEY.hex()}"


def lines(rows: list[dict[str, Any]]) -> str:
    """Best agent first."""
    unit = "Points per shift" if rows[0]["game"] == "chefs-hat" else "Points per game"
    head = [f"| Agent | against | {unit} | Victories | Games | Time per choice |", "|---|---|---|---|---|---|"]
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
    rows = stored("ablation")
    if not rows:
        return ""
    found = ["| Simulations | Game | Points | Victories | Games | Time per choice |", "|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: str(row["game"])):
        points, wins = row["points"], row["win_share"]
        simulations = int(row["agent"].partition("sims=")[2].partition(",")[0])
        found.append(
            f"| {simulations:,} | {find(row['game']).title} | {points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f}) "
            f"| {wins[0]:.1%} ({100 * wins[1]:.1f} to {100 * wins[2]:.1f}) | {_played(row)} | {duration(row['milliseconds'])} |"
        )
    picture = "![Strength by the number of simulations](images/ablation.svg)"
    return "\n".join([picture, "", command("GAME", 4), "", *found, ""])


def page(text: str) -> str:
    """The page with its generated parts replaced: everything between `<!-- ladder -->` and `<!-- /ladder -->`, and so on."""
    variants = stored("variants")
    for name, part in (
        ("ladder", tables()),
        ("ablation", ablation()),
        ("variants", f"{command('chefs-hat', 4)}\n\n{lines(variants)}" if variants else ""),
    ):
        begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
        if text.count(begin) != 1 or text.count(end) != 1:
            raise SystemExit(f"docs/agents.md needs {begin} and {end} exactly once each; the {name} goes between them.")
        head, _, rest = text.partition(begin)
        text = f"{head}{begin}\n{part}{end}{rest.partition(end)[2]}"
    return text


def write_page() -> None:
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    if rows := stored("ablation"):
        PICTURE.write_bytes(drawing.ablation(rows))


if __name__ == "__main__":
    if "--write" not in sys.argv:
        measure_missing()
    write_page()
