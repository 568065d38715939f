"""Measure all our agents on every game and number of players, and write the tables of docs/agents.md. Run it with `make ladder`.

Each agent plays against a field of `greedy`, and each level against a field of the next lower one. Finished results are stored in docs/ladder/*.json,
their points by deal in docs/ladder/deals, unfinished ones in build/ladder. You can stop at any time; the same command continues. It says first how long
it will take, and begins with quick rows. To split it, give each machine a part (`--part 1/4`), or choose rows (`--only mamma-mia-4 --only levels`, `--quick`).
"""

import argparse
import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from forno import __version__
from forno.agents import LEVELS, PolicyAgent, agents_for
from forno.agents import find as find_agent
from forno.agents.networks import shipped_path
from forno.arena.intervals import Estimate, difference
from forno.arena.report import ladder as drawing
from forno.arena.report.plots import duration
from forno.arena.run import conclude, play
from forno.arena.scale import fit
from forno.arena.summary import AgentSummary
from forno.cli.commands.preheat import compile_if_needed
from forno.matches.contest import Contest
from forno.matches.run_folder import write
from forno.rules import OWN_GAMES, find
from forno.workers import LocalWorkers, cores

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "docs" / "ladder"
WORK = ROOT / "build" / "ladder"
PAGE = ROOT / "docs" / "agents.md"
PICTURE = ROOT / "docs" / "images" / "ablation.svg"
KEY = hashlib.sha256(b"ladder").digest()  # agents were tuned on other deals
FIELDS = {"chefs-hat": ("greedy", "larger-value")}  # other games: greedy only
SIMULATIONS = (50, 100, 200, 500, 1000, 2000)
MAX_SIMULATIONS = {"mamma-mia": 1000, "mamma-mia-plus": 500}  # one row of more takes longer than all that are left
STRONGEST = LEVELS[-1].agent_for(find("chefs-hat"), 4)
PARTS = (
    "search:sims=1000,pool=8000,own=policy",  # without the belief by moves
    "search:sims=1000,pool=8000,belief=moves",  # without the network
    "search:sims=4000,pool=16000",  # without both
    "search:sims=4000,pool=0",
)
CHANGES = ("", ",pool=0", ",pool=0,depth=5", ",rollout=larger-value", ",rollout=uniform")  # of 1,000 simulations
VARIANTS = (STRONGEST, *PARTS, *(f"search:sims=1000{change}" for change in CHANGES))
DEALS = 500
SEARCH_DEALS = {"chefs-hat": 64}  # search is slow
LEAST_DEALS = 48  # in the other games
EXTRA_DEALS = dict.fromkeys(PARTS, 100) | {STRONGEST: 90}  # more than 2,000 shifts
# Raise it when `greedy`, which everything is measured against, plays differently. Rows of before stay in the tables with a mark until they are measured again.
AGENTS = {"mamma-mia": 2, "mamma-mia-plus": 3}
CHOICES = {"chefs-hat": 190, "mamma-mia": 60, "mamma-mia-plus": 80}  # a seat makes about so many in a game
CONSOLE = Console(highlight=False)


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
        return _behind(self.agent, self.game, self.players)

    @property
    def texts(self) -> tuple[str, str]:
        """The agents that play. A level is replaced by the agent it stands for, so equal contests are measured once."""
        return self.stands_for or self.agent, _behind(self.field, self.game, self.players) or self.field

    @property
    def contest(self) -> Contest:
        return Contest.make(find(self.game), self.texts, players=self.players, options={}, key=KEY)

    @property
    def deals(self) -> int:
        if not self.is_slow:
            return DEALS
        if self.part == "levels":
            return LEAST_DEALS
        return EXTRA_DEALS.get(self.texts[0], SEARCH_DEALS.get(self.game, LEAST_DEALS))

    @property
    def table(self) -> str:
        """The part with all agents of the game and number of players."""
        return f"{self.game}-{self.players}"

    @property
    def is_slow(self) -> bool:
        return any(text.startswith("search") for text in self.texts)

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
            **({"agents": AGENTS[self.game]} if self.game in AGENTS else {}),
            **({"field_stands_for": self.texts[1]} if self.texts[1] != self.field else {}),
            **({"network": _fingerprint(self.game)} if "policy" in " ".join(self.texts) else {}),
        }

    def seconds(self, rows: Iterable[dict[str, Any]]) -> float:
        """Roughly how long it takes on one core, judged by the times of stored rows."""
        milliseconds = [self._milliseconds(text, rows) for text in self.texts]
        per_game = CHOICES[self.game] * (milliseconds[0] + (self.players - 1) * milliseconds[1]) / 1000
        return float(self.deals * self.players * per_game)

    def _milliseconds(self, text: str, rows: Iterable[dict[str, Any]]) -> float:
        if not text.startswith("search"):
            return 0.01
        known = [row for row in rows if row["game"] == self.game and _text(row).startswith("search:")]
        near = min(known, key=lambda row: (abs(row["players"] - self.players), -_simulations(_text(row))), default=None)
        return _simulations(text) * (near["milliseconds"] / _simulations(_text(near)) if near else 0.1)


@cache
def _behind(agent: str, game: str, players: int) -> str:
    """The agent that a level stands for, or `policy` where it has no network for the number of players; or nothing."""
    if agent == "policy" and isinstance(find_agent(agent, find(game), players), PolicyAgent):
        return "greedy"
    return next((level.agent_for(find(game), players) for level in LEVELS if level.name == agent), "")


@cache
def _fingerprint(game: str) -> str:
    """Of the network that is shipped for a game, since another one may have the same name."""
    return hashlib.sha256(shipped_path(find(game)).read_bytes()).hexdigest()[:16]


def _text(row: dict[str, Any]) -> str:
    return str(row["stands_for"] or row["agent"])


def _simulations(text: str) -> int:
    return int(text.partition("sims=")[2].partition(",")[0] or 400)


def pairings() -> Iterator[Pairing]:
    for game in OWN_GAMES:
        for players in game.players:
            for field in FIELDS.get(game.id, ("greedy",)):
                for agent in agents_for(game):
                    pairing = Pairing(f"{game.id}-{players}", game.id, players, agent, field)
                    if pairing.texts[0] != field:  # nobody has a row against itself
                        yield pairing
            for lower, level in pairwise(LEVELS):
                yield Pairing("levels", game.id, players, level.name, lower.name)
    for variant in VARIANTS:
        yield Pairing("variants", "chefs-hat", 4, variant, "greedy")
    for simulations in SIMULATIONS:
        for game in (game for game in OWN_GAMES if simulations <= MAX_SIMULATIONS.get(game.id, simulations)):
            yield Pairing("ablation", game.id, 4, f"search:sims={simulations}", "greedy")


def stored(part: str) -> list[dict[str, Any]]:
    path = RESULTS / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


def same(row: dict[str, Any], pairing: Pairing) -> bool:
    """Whether a stored row is of these agents, as they are measured now. What they were called does not matter."""
    names = ("part", "agent", "stands_for", "field", "field_stands_for")
    texts = _text(row), row.get("field_stands_for", row["field"])
    facts = {key: value for key, value in pairing.facts.items() if key not in names}
    return texts == pairing.texts and row.items() >= facts.items()


def by_deal(part: str) -> list[dict[str, Any]]:
    path = RESULTS / "deals" / f"{part}.json"
    rows: list[dict[str, Any]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else []
    return rows


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
        (RESULTS / f"{pairing.part}.json", row, stored(pairing.part)),
        (RESULTS / "deals" / f"{pairing.part}.json", deals, by_deal(pairing.part)),
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
        if not any(same(row, pairing) and _has_deals(row) for row in (*rows[pairing.part], *rows[pairing.table]))
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


def tables() -> str:
    """The ladder of every game, from stored results alone."""
    parts = [f"{game.id}-{players}" for game in OWN_GAMES for players in game.players]
    return "\n".join(table(stored(part)) for part in parts if stored(part))


def table(rows: list[dict[str, Any]]) -> str:
    game, players = find(rows[0]["game"]), rows[0]["players"]
    steps = [row for row in stored("levels") if (row["game"], row["players"]) == (game.id, players)]
    scale = ratings([row for row in rows + steps if not is_old(row)])
    on_one_scale = f"\nOn one scale: {', '.join(f'`{name}` {elo:+.0f}' for name, elo in scale)}.\n" if scale else ""
    return f"### {game.title}, {players} players\n\n{command(game.id, players)}\n\n{lines(rows)}{on_one_scale}"


def ratings(rows: list[dict[str, Any]]) -> list[tuple[str, float]]:
    """Elo of all agents, best first, fitted to all rows at once: how often an agent finished before one of its field. `greedy` has 0."""
    pairs = [(_text(row), str(row.get("field_stands_for", row["field"]))) for row in rows]
    known = {"greedy"}
    for _ in pairs:  # steps of earlier levels may have no connection
        known |= {name for pair in pairs for name in pair if known & set(pair)}
    if len(known) == 1:
        return []
    names = sorted(known)
    wins = np.zeros((len(names), len(names)))
    for row, (agent, field) in zip(rows, pairs, strict=True):
        if agent not in known:
            continue
        others = row["players"] - 1
        before, met = 1 - (row["place"][0] - 1) / others, row["games"] * others
        wins[names.index(agent), names.index(field)] += before * met
        wins[names.index(field), names.index(agent)] += (1 - before) * met
    elo = fit(wins)
    shown = {level.agent_for(find(rows[0]["game"]), rows[0]["players"]): level.name for level in LEVELS}
    shown["greedy"] = "greedy"
    found = [
        (shown.get(name, name), value - elo[names.index("greedy")]) for name, value in zip(names, elo, strict=True)
    ]
    return sorted(found, key=lambda one: -one[1])


def is_old(row: dict[str, Any]) -> bool:
    """Whether a row is of fewer deals or of another `greedy` than those of now."""
    return row.get("agents") != AGENTS.get(row["game"]) or row["games"] < LEAST_DEALS * row["players"]


def _mark(row: dict[str, Any]) -> str:
    return " †" if is_old(row) else ""


def command(game: str, players: int) -> str:
    """The command that plays the games of a row again."""
    return f"    forno arena {game} --players {players} --agents AGENT,FIELD --games GAMES --key {KEY.hex()}"


def lines(rows: list[dict[str, Any]]) -> str:
    """Best agent first."""
    unit = "Points per shift" if rows[0]["game"] == "chefs-hat" else "Points per game"
    head = [
        f"| Agent | against | {unit} | ahead of the next | Elo | Victories | Games | Time per choice |",
        "|---|---|---|---|---|---|---|---|",
    ]
    ordered = sorted(rows, key=lambda row: (row["field"], -row["points"][0]))
    deals = by_deal(rows[0]["part"])
    after = [*ordered[1:], None]
    return "\n".join([*head, *(_line(row, lower, deals) for row, lower in zip(ordered, after, strict=True)), ""])


def _line(row: dict[str, Any], lower: dict[str, Any] | None, deals: list[dict[str, Any]]) -> str:
    points, wins = row["points"], row["win_share"]
    cells = (
        f"`{row['agent']}`" + (f" = `{row['stands_for']}`" if row["stands_for"] else "") + _mark(row),
        f"{row['players'] - 1} `{row['field']}`",
        f"{points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f})",
        _ahead(row, lower, deals),
        elo(row),
        f"{wins[0]:.1%} ({100 * wins[1]:.1f} to {100 * wins[2]:.1f})",
        _played(row),
        duration(row["milliseconds"]),
    )
    return f"| {' | '.join(cells)} |"


def _deals_of(row: dict[str, Any], deals: list[dict[str, Any]]) -> dict[str, Any] | None:
    keys = ("game", "players", "agent", "field", "games")
    return next((one for one in deals if all(one[key] == row[key] for key in keys)), None)


def _has_deals(row: dict[str, Any]) -> bool:
    """Rows of earlier versions have no points by deal."""
    return _deals_of(row, by_deal(row["part"])) is not None


def _ahead(row: dict[str, Any], lower: dict[str, Any] | None, deals: list[dict[str, Any]]) -> str:
    """The paired difference to the next row of the same field, over the deals that both have played."""
    if lower is None or lower["field"] != row["field"]:
        return ""
    found = [_deals_of(row, deals), _deals_of(lower, deals)]
    if found[0] is None or found[1] is None:
        return ""
    common = min(len(found[0]["points"]), len(found[1]["points"]))
    first, second = ((one["points"][:common], one["counts"][:common]) for one in (found[0], found[1]))
    apart = difference(first, second)
    return f"{apart.value:.2f} ({apart.low:.2f} to {apart.high:.2f})"


def elo(row: dict[str, Any]) -> str:
    """By how much an agent is ahead of its field, from how often it finishes before one of them: all agents of a table are on one scale."""
    others = row["players"] - 1
    least = 0.5 / (row["games"] * others)
    shares = [min(max(1 - (place - 1) / others, least), 1 - least) for place in row["place"]]
    value, high, low = (400 * math.log10(share / (1 - share)) for share in shares)
    return f"{value:+.0f} ({low:+.0f} to {high:+.0f})"


def _played(row: dict[str, Any]) -> str:
    return f"{row['games']:,}" + (f" ({row['shifts']:,} shifts)" if "shifts" in row else "")


def levels() -> str:
    """The steps from level to level: each against a field of the next lower one."""
    rows = stored("levels")
    found = [
        "| Game | Players | " + " | ".join(f"`{level.name}`" for level in LEVELS[1:]) + " |",
        "|---|---|" + "---|" * (len(LEVELS) - 1),
    ]
    for game in OWN_GAMES:
        for players in game.players:
            cells = []
            for lower, level in pairwise(LEVELS):
                pairing = Pairing("levels", game.id, players, level.name, lower.name)
                row = next((row for row in rows + stored(f"{game.id}-{players}") if same(row, pairing)), None)
                cells.append(elo(row) if row else "")
            found.append(f"| {game.title} | {players} | {' | '.join(cells)} |")
    return "\n".join([*found, ""])


def ablation() -> str:
    rows = stored("ablation")
    if not rows:
        return ""
    found = ["| Simulations | Game | Points | Victories | Games | Time per choice |", "|---|---|---|---|---|---|"]
    for row in sorted(rows, key=lambda row: (str(row["game"]), _simulations(row["agent"]))):
        points, wins = row["points"], row["win_share"]
        found.append(
            f"| {_simulations(row['agent']):,}{_mark(row)} | {find(row['game']).title} | {points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f}) "
            f"| {wins[0]:.1%} ({100 * wins[1]:.1f} to {100 * wins[2]:.1f}) | {_played(row)} | {duration(row['milliseconds'])} |"
        )
    picture = "![Strength by the number of simulations](images/ablation.svg)"
    return "\n".join([picture, "", command("GAME", 4), "", *found, ""])


def page(text: str) -> str:
    """The page with its generated parts replaced: everything between `<!-- ladder -->` and `<!-- /ladder -->`, and so on."""
    variants = stored("variants")
    for name, part in (
        ("levels", levels()),
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
    write_page()


if __name__ == "__main__":
    main()
