"""The ladder in docs/agents.md matches its stored results."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from forno.agents import agents_for
from forno.arena.report.ladder import ablation
from forno.rules import OWN_GAMES
from scripts import script


@pytest.fixture(scope="module")
def ladder() -> Any:
    return script("ladder")


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


def test_the_page_matches_the_results(ladder: Any) -> None:
    text = ladder.PAGE.read_text(encoding="utf-8")
    assert ladder.page(text) == text, "docs/agents.md is stale: run python tools/ladder.py --write"


def test_the_picture_matches_the_results(ladder: Any) -> None:
    rows = ladder.stored("ablation")
    assert ladder.PICTURE.exists() == bool(rows)
    if rows:
        assert ladder.PICTURE.read_bytes() == ladder.drawing.ablation(rows), "run python tools/ladder.py --write"


def test_a_table_lists_the_best_agent_first(ladder: Any) -> None:
    lines = ladder.table(ROWS).splitlines()
    assert lines[0] == "### Chef's Hat, 4 players"
    assert lines[2] == "| Agent | against | Points per shift | Victories | Games | Time per choice |"
    assert lines[4].startswith(
        "| `pizzaiolo` = `search:sims=5000` | 3 `greedy` | 1.90 (1.85 to 1.95) | 31.7% (29.7 to 33.7) | 2,000 (14,000 shifts) |"
    )
    assert lines[5].startswith("| `uniform` | 3 `greedy` | 0.30 (0.25 to 0.35) |")


def test_every_agent_is_measured_on_every_game_and_number_of_players(ladder: Any) -> None:
    pairings = list(ladder.pairings())
    for game in OWN_GAMES:
        for players in game.players:
            found = {
                pairing.agent
                for pairing in pairings
                if (pairing.part, pairing.field) == (f"{game.id}-{players}", "greedy")
            }
            assert found == set(agents_for(game)) - {"greedy"}
    assert len(pairings) == len(set(pairings))
    budgets = (50, 100, 200, 500, 1000, 2000, 5000)
    assert {(pairing.game, pairing.agent) for pairing in pairings if pairing.part == "ablation"} == {
        (game.id, f"search:sims={n}") for game in OWN_GAMES for n in budgets
    } - {("mamma-mia-plus", "search:sims=5000")}


def test_a_level_is_measured_as_the_agent_behind_it(ladder: Any) -> None:
    def agents(agent: str, field: str) -> tuple[str, ...]:
        return ladder.Pairing("chefs-hat-4", "chefs-hat", 4, agent, field).contest.agents  # type: ignore[no-any-return]

    assert agents("baker", "greedy") == agents("search:sims=100", "greedy")
    assert agents("pizzaiolo", "greedy") == agents(ladder.STRONGEST, "greedy")
    assert agents("cook", "larger-value") == agents("greedy", "larger-value")
    assert agents("cook", "greedy") == ("cook", "greedy")  # an agent has no row against itself


def test_a_page_without_markers_is_refused(ladder: Any) -> None:
    with pytest.raises(SystemExit, match="needs <!-- ladder -->"):
        ladder.page("# Agents\n")
    filled = ladder.page(
        "# Agents\n<!-- ladder -->old<!-- /ladder -->\n<!-- ablation --><!-- /ablation -->\n<!-- variants --><!-- /variants -->\nend\n"
    )
    assert "old" not in filled
    assert filled.endswith("<!-- /variants -->\nend\n")
    assert ladder.page(filled) == filled


def test_a_stored_result_is_not_measured_again(ladder: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Measure one pairing, measure again, then once more after the level stands for another agent."""
    pairing = ladder.Pairing("chefs-hat-4", "chefs-hat", 4, "uniform", "greedy")
    monkeypatch.setattr(ladder, "RESULTS", tmp_path / "results")
    monkeypatch.setattr(ladder, "WORK", tmp_path / "work")
    monkeypatch.setattr(ladder, "DEALS", 10)
    monkeypatch.setattr(ladder, "pairings", lambda: iter([pairing]))
    monkeypatch.setattr(ladder, "compile_if_needed", lambda game: None)
    ladder.measure_missing()
    rows = ladder.stored("chefs-hat-4")
    assert [(row["agent"], row["games"]) for row in rows] == [("uniform", 40)]
    assert rows[0]["points"][1] <= rows[0]["points"][0] <= rows[0]["points"][2]
    path = tmp_path / "results" / "chefs-hat-4.json"
    path.write_text(json.dumps([rows[0] | {"milliseconds": 77}]), encoding="utf-8")
    ladder.measure_missing()
    assert ladder.stored("chefs-hat-4")[0]["milliseconds"] == 77
    path.write_text(json.dumps([rows[0] | {"milliseconds": 77, "stands_for": "greedy"}]), encoding="utf-8")
    ladder.measure_missing()
    assert ladder.stored("chefs-hat-4")[0]["milliseconds"] != 77


def test_the_picture_shows_all_games() -> None:
    rows = [{**ROWS[0], "game": game.id, "agent": f"search:sims={n}"} for game in OWN_GAMES for n in (50, 500, 5000)]
    picture = ablation(rows)
    assert ET.fromstring(picture).tag.endswith("svg")  # noqa: S314  our own
    assert ablation(rows) == picture
