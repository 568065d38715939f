"""What is written down is what happened: every row is checked at a real table that is dealt the same cards."""

from typing import Any

import numpy as np
import polars as pl
import pytest

from forno import agents
from forno.agents import Agent
from forno.matches import runner as stage
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.observations import observe_one
from forno.rules import GAMES, find
from forno.rules.chance import Rng
from forno.rules.game import BadSetup, Game
from forno.rules.records import Records
from forno.simulate import Plan, decisions
from forno.simulate.decisions import Decisions, schema
from forno.table import Table

KEY = bytes(range(32))


def plan_for(game: Game, names: tuple[str, ...] = ("greedy", "uniform"), players: int = 4, **options: Any) -> Plan:
    return Plan(Contest.make(game, names, players=players, options=options, key=KEY), shard=4)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("players", [3, 4])
def test_every_row_is_what_happened(game: Game, players: int) -> None:
    if players not in game.players:
        players = game.players[-1]
    plan = plan_for(game, players=players)
    frame = Decisions(plan).frame(range(3, 7))
    assert dict(frame.schema) == {name: kind for name, (kind, _) in schema(plan).items()}
    assert frame["game"].unique(maintain_order=True).to_list() == [3, 4, 5, 6]
    for number, rows in frame.group_by("game", maintain_order=True):
        table = Table(game, players, plan.contest.options, key=plan.contest.deal_key(int(str(number[0]))))
        seating = plan.seating(int(str(number[0])))
        observed, masks = rows["observation"].to_numpy(), rows["mask"].to_numpy()
        for k, row in enumerate(rows.select("move", "seat", "agent", "action").iter_rows(named=True)):
            assert (row["move"], row["seat"], row["agent"]) == (k, table.actor, seating[row["seat"]])
            assert np.flatnonzero(masks[k]).tolist() == table.legal().tolist()
            assert (observed[k] == observe_one(game.id, table.view(row["seat"]))).all()
            table.act(row["seat"], row["action"])
        assert table.is_over
        assert rows["points"].to_list() == [table.scores[seat] for seat in rows["seat"]]
        assert {seat for seat, rank in rows.select("seat", "rank").iter_rows() if rank == 0} == set(table.winners)


def test_everybody_sits_everywhere() -> None:
    plan = plan_for(find("chefs-hat"), ("greedy", "larger-value"), shifts=1)
    frame = Decisions(plan).frame(range(4))
    seats = frame.filter(pl.col("agent") == "greedy").group_by("game").agg(pl.col("seat").first()).sort("game")
    assert seats["seat"].to_list() == [0, 1, 2, 3]


def test_files_can_be_read_without_us(tmp_path: Any) -> None:
    plan = plan_for(find("chefs-hat"), shifts=1)
    worker = Decisions(plan)
    (tmp_path / "a.parquet").write_bytes(worker([0, 1]))
    assert pl.read_parquet(tmp_path / "a.parquet").equals(worker.frame([0, 1]))


class _Outside:
    """A compiled policy as an agent that compiled code does not know."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner

    def choose(self, view: Records[Any], legal: Any, rng: Rng) -> int:
        return self.inner.choose(view, legal, rng)


def test_agents_in_python_play_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_for(find("mamma-mia-plus"))
    compiled = Decisions(plan)
    assert compiled.is_compiled
    expected = compiled.frame(range(3))
    monkeypatch.setattr(stage, "load_agent", lambda name, game: _Outside(agents.find(name, game)))
    outside = Decisions(plan)
    assert not outside.is_compiled
    assert outside.frame(range(3)).equals(expected)


def test_long_games_are_put_together(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = plan_for(find("chefs-hat"))
    expected = Decisions(plan).frame(range(2))
    monkeypatch.setattr(decisions, "_ROOM", 16)
    assert len(expected) > 200
    assert Decisions(plan).frame(range(2)).equals(expected)


@pytest.mark.parametrize("answer", [9999, -1, -7, "nonsense"])
def test_an_agent_that_fails_is_named(monkeypatch: pytest.MonkeyPatch, answer: Any) -> None:
    class Bad:
        def choose(self, view: Records[Any], legal: Any, rng: Rng) -> Any:
            return answer

    monkeypatch.setattr(stage, "load_agent", lambda name, game: Bad())
    with pytest.raises(
        AgentFailed, match=r"the agent \w+ failed in game 3 \(deal 3, rotation 3, seat \d\) of Chef's Hat: "
    ):
        Decisions(plan_for(find("chefs-hat"))).frame([3])


def test_bad_plans() -> None:
    mamma_mia, chefs_hat = (plan_for(find(name)).contest for name in ("mamma-mia", "chefs-hat"))
    with pytest.raises(BadSetup, match="there is no format 'csv': it can be parquet or chefshatgym"):
        Plan(chefs_hat, format="csv")
    with pytest.raises(BadSetup, match="is for Chef's Hat, not for Mamma Mia!"):
        Plan(mamma_mia, format="chefshatgym")
    with pytest.raises(BadSetup, match="at least one game"):
        Plan(chefs_hat, shard=0)
