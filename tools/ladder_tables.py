"""The tables of docs/agents.md, from stored rows alone. `python tools/ladder.py --write` writes them."""

import math
from itertools import pairwise
from typing import Any

import numpy as np

from forno.agents import LEVELS
from forno.arena.intervals import difference
from forno.arena.report import ladder as drawing
from forno.arena.report.plots import duration
from forno.arena.scale import fit
from forno.rules import OWN_GAMES, find
from ladder_rows import KEY, ROOT, Pairing, by_deal, deals_of, is_old, same, simulations_of, stored, text_of

PAGE = ROOT / "docs" / "agents.md"
PICTURE = ROOT / "docs" / "images" / "ablation.svg"


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
    pairs = [(text_of(row), str(row.get("field_stands_for", row["field"]))) for row in rows]
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


def _ahead(row: dict[str, Any], lower: dict[str, Any] | None, deals: list[dict[str, Any]]) -> str:
    """The paired difference to the next row of the same field, over the deals that both have played."""
    if lower is None or lower["field"] != row["field"]:
        return ""
    found = [deals_of(row, deals), deals_of(lower, deals)]
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
    for row in sorted(rows, key=lambda row: (str(row["game"]), simulations_of(row["agent"]))):
        points, wins = row["points"], row["win_share"]
        found.append(
            f"| {simulations_of(row['agent']):,}{_mark(row)} | {find(row['game']).title} | {points[0]:.2f} ({points[1]:.2f} to {points[2]:.2f}) "
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
