"""Minari data sets, by way of Minari's own loader."""

from pathlib import Path

import minari
import numpy as np
import polars as pl
import pytest

from forno.matches.contest import Contest
from forno.rules import find
from forno.simulate import MINARI, PARQUET, Plan, simulate
from forno.simulate.decisions import DecisionWriter
from forno.simulate.minari_format import dataset_id
from forno.workers import LocalWorkers


@pytest.mark.parametrize(("game", "options"), [("chefs-hat", {"shifts": 2}), ("mamma-mia", {})])
def test_a_data_set_has_one_episode_for_each_seat(
    game: str, options: dict[str, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest = Contest.make(find(game), ("greedy", "uniform"), players=4, options=options, key=bytes(32))
    for games in (2, 3):  # it grows
        simulate(Plan(contest, 2, MINARI), games, tmp_path, LocalWorkers(1), lambda done, total: None)
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "minari"))
    data = minari.load_dataset(dataset_id(contest))
    rows = DecisionWriter(contest).frame(range(3))
    assert data.total_episodes == 12
    assert data.total_steps == rows.height
    about = list(data.storage.get_episode_metadata(range(12)))
    for number, episode in enumerate(data.iterate_episodes()):
        own = rows.filter(game=number // 4, seat=number % 4)
        np.testing.assert_array_equal(episode.observations[:-1], own["observation"].to_numpy())
        np.testing.assert_array_equal(episode.actions, own["action"].to_numpy())
        np.testing.assert_array_equal(episode.infos["action_mask"][:-1], own["mask"].to_numpy())
        assert not episode.infos["action_mask"][-1].any()
        assert episode.rewards.sum() == own["points"][0]
        assert episode.terminations.tolist() == [False] * (own.height - 1) + [True]
        assert not episode.truncations.any()
        assert (about[number]["agent"], about[number]["points"]) == (own["agent"][0], own["points"][0])
    assert data.observation_space.contains(episode.observations[-1])


def test_the_card_says_how_the_data_were_made(tmp_path: Path) -> None:
    contest = Contest.make(find("chefs-hat"), ("greedy",), players=4, options={"shifts": 1}, key=bytes(range(32)))
    simulate(Plan(contest, 3, PARQUET), 4, tmp_path, LocalWorkers(1), lambda done, total: None)
    card = (tmp_path / "README.md").read_text(encoding="utf-8")
    for part in (
        "# Chef's Hat: 4 simulated games",
        f"forno simulate chefs-hat --agents greedy --games 4 --players 4 --option shifts=1 --key {contest.key.hex()} --shard 3 --out FOLDER",
        "| `shift_points` | Int16 |",
    ):
        assert part in card
    assert all(f"| `{name}` |" in card for name in pl.read_parquet(tmp_path / "*.parquet").columns)
