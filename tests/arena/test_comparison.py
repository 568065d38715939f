"""`arena.compare`: agents by text or as objects, tables in one call."""

from pathlib import Path
from typing import Any

import pytest

from arena.contests import contest, played
from forno import arena
from forno.chefshatgym import AgentAdapter
from forno.rules.game import BadSetup


class HasPlacement:
    """Reads its view by name."""

    def choose(self, view: Any, legal: Any, rng: Any) -> int:
        assert sum(view.hand.values()) == view.held[view.seat]
        return int(legal[-1])


class AlwaysWrong:
    """A guest of ChefsHatGYM that answers with an action that it does not have, and listens to nothing."""

    def request_action(self, payload: dict[str, Any]) -> int:
        return -1

    def request_cards_to_exchange(self, payload: dict[str, Any]) -> list[int]:
        return []

    def request_special_action(self, payload: dict[str, Any]) -> bool:
        return False


def test_tables_of_agents_by_text_and_as_objects(tmp_path: Path) -> None:
    options = {"shifts": 1}
    entrants: dict[str, Any] = {"mine": HasPlacement(), "the field": "larger-value"}
    found = arena.compare("chefs-hat", entrants, 40, options=options, cores=1, folder=tmp_path / "kept")
    assert found.agents["agent"].to_list() == ["mine", "the field"]
    assert found.agents["games"].to_list() == [40, 120]
    row = found.agents.row(0, named=True)
    assert row["points_per_shift_low"] <= row["points_per_shift"] <= row["points_per_shift_high"]
    assert found.pairs["before"].sum() == 1
    assert found.games.height == 160
    assert "the field" in repr(found)
    assert "the field" in found._repr_html_()
    assert (tmp_path / "kept" / "report.html").exists()
    again = arena.compare("chefs-hat", entrants, 40, options=options, cores=1, folder=tmp_path / "kept")
    assert again.agents.drop("milliseconds").equals(found.agents.drop("milliseconds"))


def test_refused_answers_are_reported() -> None:
    guests: dict[str, Any] = {"guest": AgentAdapter(AlwaysWrong()), "uniform": "uniform"}
    found = arena.compare("chefs-hat", guests, 8, options={"shifts": 2}, cores=1)
    refused, choices = found.agents["refused"][0], found.games.filter(agent="guest")["moves"].sum()
    assert refused >= 5 * choices - 5 * 8  # the second gift of a Chef is not asked for again
    assert refused % 5 == 0
    assert found.agents["refused"][1] == 0
    assert found.warnings == [
        f"guest gave {refused:,} illegal answers in {choices:,} choices. They were refused, and after repeated ones chance decided."
    ]
    assert found.warnings[0] in repr(found)


def test_ratings_of_several_contests_are_on_one_scale(tmp_path: Path) -> None:
    """Each agent meets only `greedy`, and all are rated together. A contest of all of them gives about the same."""

    def folder(*names: str, games: int = 400, shifts: int = 1) -> Path:
        place = tmp_path / "-".join([*names, str(shifts)])
        played(place, games, contest(*names, shifts=shifts)).finish()
        return place

    folders = [folder("greedy", rival) for rival in ("larger-value", "uniform", "distracted")]
    found = arena.ratings(folders)
    elo = dict(found.select("agent", "elo").iter_rows())
    assert elo["greedy"] == 0
    assert found["agent"].to_list() == ["greedy", "distracted", "larger-value", "uniform"]
    assert -300 < elo["larger-value"] < -30
    assert elo["uniform"] < -500
    assert all(low <= value <= high for _, value, low, high in found.iter_rows())
    together = arena.ratings([folder("greedy", "larger-value", "uniform", "distracted")])
    assert abs(dict(together.select("agent", "elo").iter_rows())["larger-value"] - elo["larger-value"]) < 80
    with pytest.raises(BadSetup, match="not connected: cook, beginner never met the others"):
        arena.ratings([*folders, folder("cook", "beginner", games=4)])
    with pytest.raises(BadSetup, match="differ in options"):
        arena.ratings([*folders, folder("greedy", "uniform", games=4, shifts=2)])
