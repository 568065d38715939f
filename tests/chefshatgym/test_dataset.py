"""Games in the layout of ChefsHatGYM's datasets: the same games as in Parquet, in ChefsHatGYM's terms."""

import ast
import csv
import io
from collections import Counter
from typing import Any

import pytest

from forno.chefshatgym import ACTIONS, dataset, their_action
from forno.chefshatgym.dataset import COLUMNS, DATASET, DatasetWriter
from forno.chefshatgym.translation import N_ACTIONS
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.game import BadSetup
from forno.simulate.decisions import DecisionWriter

# As ChefsHatGYM's DataSetManager has them, version 2.4 and 3.0.
THEIRS = [
    *(
        "Match",
        "Round",
        "Agent_Names",
        "Source",
        "Action_Type",
        "Action_Description",
        "Player_Finished",
        "Player_Hands",
    ),
    *("Board_Before", "Board_After", "Possible_Actions", "Current_Roles", "Match_Score", "Game_Score"),
    "Game_Performance_Score",
]
GAMES = range(2, 6)


@pytest.fixture(scope="module")
def contest() -> Contest:
    return Contest.make(find("chefs-hat"), ("larger-value", "uniform"), players=4, options={}, key=bytes(32))


@pytest.fixture(scope="module")
def rows(contest: Contest) -> list[dict[str, Any]]:
    """As pandas users read them: lists and dictionaries through literal_eval, empty cells as None."""
    text = DatasetWriter(contest)(GAMES).decode()
    return [{name: _read(name, cell) for name, cell in row.items()} for row in csv.DictReader(io.StringIO(text))]


def _read(name: str, cell: str) -> Any:
    if not cell:
        return None
    is_text = name in ("Source", "Action_Type") or (name == "Action_Description" and not cell.startswith("["))
    return cell if is_text else ast.literal_eval(cell)


def of_kind(rows: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [row for row in rows if row["Action_Type"] == kind]


def test_columns(rows: list[dict[str, Any]]) -> None:
    assert list(COLUMNS) == list(rows[0]) == THEIRS
    assert {row["Action_Type"] for row in rows} == {
        *("START_EXPERIMENT", "NEW_MATCH", "DEAL_CARDS", "DISCARD", "DECLARE_PIZZA", "END_MATCH", "CARD_EXCHANGE"),
        *("DECLARE_SPECIAL_ACTION", "END_EXPERIMENT"),
    }
    assert len(of_kind(rows, "START_EXPERIMENT")) == len(of_kind(rows, "END_EXPERIMENT")) == len(GAMES)


def test_the_games_are_the_same_as_in_parquet(contest: Contest, rows: list[dict[str, Any]]) -> None:
    frame = DecisionWriter(contest).frame(GAMES)
    placed = [their_action(action) for action in frame["action"] if action <= N_ACTIONS]
    expected = ["C0;Q0;J2" if action is None else ACTIONS[action] for action in placed]
    assert [row["Action_Description"] for row in of_kind(rows, "DISCARD")] == expected
    names = [
        f"{agent}_{seat}"
        for agent, seat, action in frame.select("agent", "seat", "action").iter_rows()
        if action <= N_ACTIONS
    ]
    assert [row["Source"] for row in of_kind(rows, "DISCARD")] == names
    ends = [list(row["Game_Score"].values()) for row in of_kind(rows, "END_EXPERIMENT")]
    for number, scores in zip(GAMES, ends, strict=True):
        for seat, points in frame.filter(game=number).select("seat", "points").unique().iter_rows():
            assert scores[seat] == points


def test_hands_add_up(rows: list[dict[str, Any]]) -> None:
    """Each hand after a discard is the hand before it without the placed cards, so deals, gifts and discards agree."""
    hands: dict[str, Counter[int]] = {}
    names: list[str] = []
    for row in rows:
        if row["Action_Type"] == "START_EXPERIMENT":
            names = row["Agent_Names"]
        elif row["Action_Type"] in ("DEAL_CARDS", "CARD_EXCHANGE"):
            after = {name: Counter(hand) for name, hand in zip(names, row["Player_Hands"], strict=True)}
            assert sum(after.values(), Counter()) == Counter({n: n for n in range(1, 12)} | {12: 2})
            assert all(hand.total() == 17 for hand in after.values())
            if row["Action_Type"] == "CARD_EXCHANGE":
                _, _, dishwasher, waiter, sous_chef, chef = row["Action_Description"]
                assert (len(dishwasher), len(chef)) == (2, 2)
                moved = Counter([*dishwasher, waiter, sous_chef, *chef])
                lost = sum((hands[name] - after[name] for name in names), Counter())
                assert lost <= moved
            hands = after
        elif row["Action_Type"] == "DISCARD":
            name, action = row["Source"], row["Action_Description"]
            assert len(row["Player_Hands"]) == 17
            if action != "pass":
                hands[name] -= Counter(card for card in row["Board_After"] if card)
            assert sorted(card for card in row["Player_Hands"] if card) == sorted(hands[name].elements())
            assert row["Player_Finished"] == (not hands[name])
            assert action in row["Possible_Actions"]


def test_rounds_and_scores(rows: list[dict[str, Any]]) -> None:
    score: dict[str, int] = {}
    number = 0
    for row in rows:
        match row["Action_Type"]:
            case "START_EXPERIMENT":
                score = dict.fromkeys(row["Agent_Names"], 0)
            case "NEW_MATCH":
                number = 1
                assert row["Game_Score"] == score
                assert (row["Current_Roles"] is None) == (row["Match"] == 1)
            case "DISCARD":
                assert row["Round"] == number
            case "DECLARE_PIZZA":
                assert row["Round"] == number
                number += 1
            case "END_MATCH":
                assert sorted(row["Match_Score"].values()) == [0, 1, 2, 3]
                score = {name: points + row["Match_Score"][name] for name, points in score.items()}
                assert row["Game_Score"] == score
                by_role = {row["Current_Roles"][name]: points for name, points in row["Match_Score"].items()}
                assert by_role == {"Chef": 3, "Souschef": 2, "Waiter": 1, "Dishwasher": 0}
            case "END_EXPERIMENT":
                assert row["Game_Score"] == score


def test_an_agent_that_fails_is_named(contest: Contest, monkeypatch: pytest.MonkeyPatch) -> None:
    class Bad:
        def choose(self, view: Any, legal: Any, rng: Any) -> int:
            legal[:] = 9999  # which does not make it legal
            return 9999

    monkeypatch.setattr(dataset, "load_agents", lambda contest: dict.fromkeys(contest.names, Bad()))
    sentence = r"failed in game 3 \(deal 3, rotation 3, seat \d\) of Chef's Hat: its answer 9999 is not one of the legal actions \[\d"
    with pytest.raises(AgentFailed, match=sentence):
        DatasetWriter(contest)([3])


def test_other_games_are_refused() -> None:
    with pytest.raises(BadSetup, match="is for Chef's Hat, not for Mamma Mia!"):
        DATASET.check(find("mamma-mia"))
