"""`arena.compare`: agents by text or as objects, tables in one call."""

import doctest
from pathlib import Path
from typing import Any

from forno import arena
from forno.arena import comparison
from forno.chefshatgym import AgentAdapter


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
    assert doctest.testmod(comparison, extraglobs={"arena": arena}).failed == 0
    options = {"shifts": 1}
    entrants: dict[str, Any] = {"mine": HasPlacement(), "the field": "larger-value"}
    found = arena.compare("chefs-hat", entrants, 40, options=options, cores=1, folder=tmp_path / "kept")
    assert found.agents["agent"].to_list() == ["mine", "larger-value"]
    assert found.agents["games"].to_list() == [40, 120]
    row = found.agents.row(0, named=True)
    assert row["points_per_shift_low"] <= row["points_per_shift"] <= row["points_per_shift_high"]
    assert found.pairs["before"].sum() == 1
    assert found.games.height == 160
    assert "larger-value" in repr(found)
    assert "larger-value" in found._repr_html_()
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
