"""Every row is checked against a table that is dealt the same cards."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from forno import agents
from forno.agents import Agent
from forno.matches import runner
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.observations import observe_one
from forno.rules import GAMES, find
from forno.rules.chance import Rng
from forno.rules.game import BadSetup, Game
from forno.rules.records import Records
from forno.simulate import Plan, decisions
from forno.simulate.decisions import DecisionWriter, schema
from forno.table import Table

KEY = bytes(range(32))


def contest_for(
    game: Game, names: tuple[str, ...] = ("greedy", "uniform"), players: int = 4, **options: Any
) -> Contest:
    return Contest.make(game, names, players=players, options=options, key=KEY)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("players", [3, 4])
def test_every_row_matches_the_table(game: Game, players: int) -> None:
    if players not in game.players:
        players = game.players[-1]
    contest = contest_for(game, players=players)
    is_open = "hand" in (game.state_dtype.names or ())
    frame = DecisionWriter(contest, is_open=is_open).frame(range(3, 7))
    assert dict(frame.schema) == {name: kind for name, (kind, _) in schema(contest, is_open=is_open).items()}
    part = "shift" if game.has_shifts else "round"
    assert frame["game"].unique(maintain_order=True).to_list() == [3, 4, 5, 6]
    for number, rows in frame.group_by("game", maintain_order=True):
        game_number = int(str(number[0]))
        table = Table(game, players, contest.options, key=contest.deal_key(game_number))
        seating = contest.seating(game_number, game_number % players)
        observed, masks = rows["observation"].to_numpy(), rows["mask"].to_numpy()
        hands = rows["hands"].to_numpy() if is_open else None
        before, parts = [], []  # of each decision: the points of its seat, the shift or round
        for k, row in enumerate(rows.select("move", "seat", "agent", "action").iter_rows(named=True)):
            before.append(table.scores)
            parts.append(_part(table))
            if hands is not None:
                seats = [(row["seat"] + ahead) % players for ahead in range(players)]
                assert (hands[k][:players] == table.state[0].hand[seats]).all()
                assert not hands[k][players:].any()
            if "orders_in_hand" in rows.columns:
                orders = rows["orders_in_hand"][k].to_numpy()[:players] @ (
                    1 << np.arange(contest.game.state_dtype["waiter"].shape[1])
                )
                assert orders.tolist() == table.state[0].menu[seats].tolist()
            assert (row["move"], row["seat"], row["agent"]) == (k, table.actor, seating[row["seat"]])
            assert np.flatnonzero(masks[k]).tolist() == table.legal().tolist()
            assert (observed[k] == observe_one(game.id, table.view(row["seat"]))).all()
            table.act(row["seat"], row["action"])
        assert table.is_over
        assert rows["points"].to_list() == [table.scores[seat] for seat in rows["seat"]]
        assert rows[part].to_list() == parts
        starts = {number: before[parts.index(number)] for number in parts} | {parts[-1] + 1: table.scores}
        gained = [starts[at + 1][seat] - starts[at][seat] for at, seat in zip(parts, rows["seat"], strict=True)]
        assert rows[f"{part}_points"].to_list() == gained
        assert {seat for seat, rank in rows.select("seat", "rank").iter_rows() if rank == 0} == set(table.winners)


def _part(table: Table) -> int:
    """The number of the shift or round, from the events."""
    return sum(event.name in {"shift", "round"} for event in table.events)


def test_every_agent_sits_everywhere() -> None:
    contest = contest_for(find("chefs-hat"), ("greedy", "larger-value"), shifts=1)
    frame = DecisionWriter(contest).frame(range(4))
    seats = frame.filter(pl.col("agent") == "greedy").group_by("game").agg(pl.col("seat").first()).sort("game")
    assert seats["seat"].to_list() == [0, 1, 2, 3]


def test_files_can_be_read_with_polars(tmp_path: Any) -> None:
    contest = contest_for(find("chefs-hat"), shifts=1)
    worker = DecisionWriter(contest)
    (tmp_path / "a.parquet").write_bytes(worker([0, 1]))
    assert pl.read_parquet(tmp_path / "a.parquet").equals(worker.frame([0, 1]))


class _Hidden:
    """Hides a compiled policy from compiled code, so that it is called from Python."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner

    def choose(self, view: Records[Any], legal: Any, rng: Rng) -> int:
        return self.inner.choose(view, legal, rng)


def test_agents_called_from_python_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = contest_for(find("mamma-mia-plus"))
    compiled = DecisionWriter(contest)
    assert compiled.is_compiled
    expected = compiled.frame(range(3))
    monkeypatch.setattr(
        runner,
        "load_agents",
        lambda contest, given: {name: _Hidden(agents.find(name, contest.game)) for name in contest.names},
    )
    hidden = DecisionWriter(contest)
    assert not hidden.is_compiled
    assert hidden.frame(range(3)).equals(expected)


def test_a_game_may_be_longer_than_the_recorder(monkeypatch: pytest.MonkeyPatch) -> None:
    contest = contest_for(find("chefs-hat"))
    expected = DecisionWriter(contest).frame(range(2))
    monkeypatch.setattr(decisions, "_ROWS", 16)
    assert len(expected) > 200
    assert DecisionWriter(contest).frame(range(2)).equals(expected)


@pytest.mark.parametrize("answer", [9999, -1, -7, "nonsense"])
def test_a_failing_agent_is_named(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    class Bad:
        def choose(self, view: Records[Any], legal: Any, rng: Rng) -> Any:
            return answer

    monkeypatch.setattr(runner, "load_agents", lambda contest, given: dict.fromkeys(contest.names, Bad()))
    with pytest.raises(
        AgentFailed, match=r"the agent \w+ failed in game 3 \(deal 3, rotation 3, seat \d\) of Chef's Hat: "
    ):
        DecisionWriter(contest_for(find("chefs-hat"))).frame([3])


def test_a_file_has_at_least_one_game() -> None:
    with pytest.raises(BadSetup, match="at least one game"):
        Plan(contest_for(find("chefs-hat")), shard=0)
