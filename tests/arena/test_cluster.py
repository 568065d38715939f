"""A contest on a Ray cluster of two nodes, one of which dies."""

from pathlib import Path

from arena.contests import contest
from clusters import Nodes
from forno.arena.run import conclude, play
from forno.workers import LocalWorkers, RayWorkers

GAMES = 12_000


def test_no_game_is_lost_or_counted_twice(nodes: Nodes, tmp_path: Path) -> None:
    one = contest("greedy", "larger-value", "uniform", "uniform")
    conclude(play(one, GAMES, tmp_path / "here", LocalWorkers(1), lambda done, total: None))
    told: list[int] = []

    def kill_in_the_middle(done: int, total: int) -> None:
        told.append(done)
        if len(told) == 6:
            nodes.kill_one()

    conclude(play(one, GAMES, tmp_path / "ray", RayWorkers(nodes.address), kill_in_the_middle))
    # The cluster takes a moment to notice the death; each query takes part of a second.
    assert any([node["Alive"] for node in nodes.all()].count(True) == 1 for _ in range(30))
    assert told == list(range(0, GAMES + 1, 400))
    for name in ("games.parquet", "summary.json", "contest.json"):
        assert (tmp_path / "ray" / name).read_bytes() == (tmp_path / "here" / name).read_bytes()
