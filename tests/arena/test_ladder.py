"""The ladder in docs/agents.md matches its stored results."""

import json
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import ladder
import ladder_rows
import ladder_tables
from forno.agents import LEVELS, agents_for
from forno.arena.report.ladder import ablation
from forno.rules import OWN_GAMES

ROWS = [
    {
        "part": "chefs-hat-4",
        "game": "chefs-hat",
        "players": 4,
        "agent": agent,
        "field": "greedy",
        "stands_for": stands_for,
        "rules": 1,
        "forno": "0.1.0",
        "games": 2000,
        "shifts": 14000,
        "points": [points, points - 0.05, points + 0.05],
        "win_share": [points / 6, points / 6 - 0.02, points / 6 + 0.02],
        "place": [2.5, 2.4, 2.6],
        "milliseconds": 0.0123,
    }
    for agent, stands_for, points in (("uniform", "", 0.3), ("pizzaiolo", "search:sims=5000", 1.9))
]


def test_the_page_matches_the_results() -> None:
    text = ladder_tables.PAGE.read_text(encoding="utf-8")
    assert ladder_tables.page(text) == text, "docs/agents.md is stale: run python tools/ladder.py --write"


def test_the_picture_matches_the_results() -> None:
    rows = ladder_rows.stored("ablation")
    assert ladder_tables.PICTURE.exists() == bool(rows)
    if rows:
        assert ladder_tables.PICTURE.read_bytes() == ablation(rows), "run python tools/ladder.py --write"


def test_a_table_lists_the_best_agent_first() -> None:
    lines = ladder_tables.table(ROWS).splitlines()
    assert lines[0] == "### Chef's Hat, 4 players"
    assert lines[2].startswith("    forno arena chefs-hat --players 4 --agents AGENT,FIELD --games GAMES --key ")
    assert lines[4] == (
        "| Agent | against | Points per shift | ahead of the next | Elo | Victories | Games | Time per choice |"
    )
    assert lines[6].startswith(
        "| `pizzaiolo` = `search:sims=5000` | 3 `greedy` | 1.90 (1.85 to 1.95) |  | +0 (-23 to +23) | 31.7% (29.7 to 33.7) | 2,000 (14,000 shifts) |"
    )
    assert lines[7].startswith("| `uniform` | 3 `greedy` | 0.30 (0.25 to 0.35) |")


def test_every_agent_is_measured_on_every_game_and_number_of_players() -> None:
    pairings = list(ladder_rows.pairings())
    for game in OWN_GAMES:
        for players in game.players:
            found = {
                pairing.agent
                for pairing in pairings
                if (pairing.part, pairing.field) == (f"{game.id}-{players}", "greedy")
            }
            equal = {level.name for level in LEVELS if level.agent_for(game, players) == "greedy"}
            assert found == set(agents_for(game)) - {"greedy"} - equal
            steps = [
                pairing for pairing in pairings if pairing.part == "levels" and pairing.table == f"{game.id}-{players}"
            ]
            assert [(step.agent, step.field) for step in steps] == [(b.name, a.name) for a, b in pairwise(LEVELS)]
    assert all(pairing.deals >= 48 for pairing in pairings)
    weak = ladder_rows.Pairing("levels", "mamma-mia", 2, "search:sims=100", "search:sims=16")
    assert weak.deals * 2 == 600  # games of two
    assert len(pairings) == len(set(pairings))
    most = {"chefs-hat": 2000, "mamma-mia": 1000, "mamma-mia-plus": 500}
    assert {(pairing.game, pairing.agent) for pairing in pairings if pairing.part == "ablation"} == {
        (game.id, f"search:sims={n}")
        for game in OWN_GAMES
        for n in (50, 100, 200, 500, 1000, 2000)
        if n <= most[game.id]
    }


def test_a_level_is_measured_as_the_agent_behind_it() -> None:
    def agents(table: str, agent: str, field: str) -> tuple[str, ...]:
        game, _, players = table.rpartition("-")
        return ladder_rows.Pairing(table, game, int(players), agent, field).contest.agents

    assert agents("chefs-hat-4", "pizzaiolo", "greedy") == (ladder_rows.STRONGEST, "greedy")
    assert agents("mamma-mia-5", "expert", "uniform") == agents("mamma-mia-5", "greedy", "uniform")
    assert agents("mamma-mia-5", "master", "expert") == agents("mamma-mia-5", "master", "greedy")  # measured once


def test_a_page_without_markers_is_refused() -> None:
    with pytest.raises(SystemExit, match="needs <!-- levels -->"):
        ladder_tables.page("# Agents\n")
    filled = ladder_tables.page(
        "# Agents\n<!-- ladder -->old<!-- /ladder -->\n<!-- ablation --><!-- /ablation -->\n<!-- variants --><!-- /variants -->\n"
        "<!-- levels --><!-- /levels -->\nend\n"
    )
    assert "old" not in filled
    assert filled.endswith("<!-- /levels -->\nend\n")
    assert ladder_tables.page(filled) == filled


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A ladder of three quick rows of ten deals, in a folder of its own."""
    rows = [
        ladder_rows.Pairing("chefs-hat-4", "chefs-hat", 4, "uniform", "greedy"),
        ladder_rows.Pairing("chefs-hat-4", "chefs-hat", 4, "larger-value", "greedy"),
        ladder_rows.Pairing("levels", "chefs-hat", 4, "apprentice", "novice"),
    ]
    monkeypatch.setattr(ladder_rows, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(ladder, "WORK", tmp_path / "work")
    monkeypatch.setattr(ladder_rows, "DEALS", 10)
    monkeypatch.setattr(ladder, "pairings", lambda: iter(rows))
    monkeypatch.setattr(ladder, "compile_if_needed", lambda game: None)
    return ladder


def test_a_stored_result_is_not_measured_again(small: Any, tmp_path: Path) -> None:
    """Measure, find nothing missing, then one row after the agents have changed."""
    assert [row.agent for row in small.missing()] == ["uniform", "larger-value", "apprentice"]
    small.measure_missing(small.missing(["chefs-hat-4"]))
    rows = small.stored("chefs-hat-4")
    assert sorted((row["agent"], row["games"]) for row in rows if row["field"] == "greedy") == [
        ("larger-value", 40),
        ("uniform", 40),
    ]
    assert all(row["points"][1] <= row["points"][0] <= row["points"][2] for row in rows)
    assert small.missing(["greedy"]) == []
    path = tmp_path / "results" / "chefs-hat-4.json"
    path.write_text(
        json.dumps([row | {"rules": 0} if row["agent"] == "uniform" else row for row in rows]), encoding="utf-8"
    )
    assert [row.agent for row in small.missing(["greedy"])] == ["uniform"]
    small.measure_missing(small.missing(["greedy"]))
    assert small.missing(["greedy"]) == []
    assert len(small.stored("chefs-hat-4")) == len(rows)


def test_rows_are_compared_over_the_deals_they_share(small: Any) -> None:
    small.measure_missing(small.missing(["greedy"]))
    best, *_ = ladder_tables.lines(small.stored("chefs-hat-4")).splitlines()[2:]
    cells = [cell.strip() for cell in best.split("|")]
    assert cells[1].startswith("`larger-value`")
    value, low, high = (float(word) for word in cells[4].replace("(", "").replace(")", "").replace(" to ", " ").split())
    points = {row["agent"]: row["points"][0] for row in small.stored("chefs-hat-4")}
    assert value == pytest.approx(points["larger-value"] - points["uniform"], abs=0.01)
    assert low < value < high


def test_the_steps_of_levels_are_shown(small: Any) -> None:
    small.measure_missing(small.missing(["levels"]))
    [row] = [line for line in ladder_tables.levels().splitlines() if line.startswith("| Chef's Hat")]
    step = row.split("|")[3].split()[0]
    assert 50 < int(step) < 400


def test_agents_of_all_rows_are_on_one_scale() -> None:
    """An agent 200 above `greedy`, and one that is 200 above that agent and never met `greedy`."""
    share = 1 / (1 + 10 ** (-200 / 400))
    above = {"place": [1 + 3 * (1 - share)] * 3, "part": "variants", "stands_for": ""}
    rows = [
        {**ROWS[0], **above, "agent": "good", "field": "greedy"},
        {**ROWS[0], **above, "agent": "better", "field": "good"},
    ]
    found = dict(ladder_tables.ratings(rows))
    assert list(found) == ["better", "good", "greedy"]
    assert [round(elo, -1) for elo in found.values()] == [400, 200, 0]
    assert ladder_tables.ratings([row for row in rows if row["field"] != "greedy"]) == []
    assert "\nOn one scale: `" in ladder_tables.table(ROWS)


def test_parts_share_the_work(capsys: pytest.CaptureFixture[str]) -> None:
    """Four parts are all rows, each once, and none takes much longer than the others."""
    everything = ladder.missing()
    parts = [ladder.missing(share=(number, 4)) for number in range(1, 5)]
    assert sorted(map(str, (row for part in parts for row in part))) == sorted(map(str, everything))
    known = [row for name in {row.part for row in ladder_rows.pairings()} for row in ladder_rows.stored(name)]
    loads = [sum(row.seconds(known) for row in part) for part in parts]
    longest = max((row.seconds(known) for row in everything), default=0)
    assert max(loads) - min(loads) <= longest + len(everything)
    assert not any(row.is_slow for row in ladder.missing(quick=True))
    ladder.announce(everything)
    assert f"{len(everything)} rows to measure, about " in capsys.readouterr().out.replace("\n", " ")


def test_quick_rows_are_measured_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever stops after an hour has most of them."""
    monkeypatch.setattr(ladder_rows, "RESULTS", tmp_path)
    times = [row.seconds([]) for row in ladder.missing()]
    assert len(set(times)) > 10
    assert times == sorted(times)


def test_searches_are_listed_by_their_simulations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that were measured again are stored last."""
    rows = [
        {**ROWS[0], "game": game, "agent": f"search:sims={n}"}
        for n in (500, 1000, 50)
        for game in ("mamma-mia", "chefs-hat")
    ]
    monkeypatch.setattr(ladder_tables, "stored", lambda part: rows)
    found = [line.split(" | ")[:2] for line in ladder_tables.ablation().splitlines() if line.startswith(("| 5", "| 1"))]
    hat, mamma = "Chef's Hat", "Mamma Mia!"
    assert found == [
        *(["| " + n, hat] for n in ("50", "500", "1,000")),
        *(["| " + n + " †", mamma] for n in ("50", "500", "1,000")),
    ]


def test_the_picture_shows_all_games() -> None:
    rows = [{**ROWS[0], "game": game.id, "agent": f"search:sims={n}"} for game in OWN_GAMES for n in (50, 500, 5000)]
    picture = ablation(rows)
    assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314  our own
    assert ablation(rows) == picture
