"""The folder: whole files or none, stopped and resumed without a trace, and nobody else's data touched."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.game import BadSetup
from forno.simulate import BadFolder, Plan, simulate
from forno.workers import LocalWorkers
from forno.workers.tasks import Queue


def plan_for(
    key: int = 0,
    shard: int = 3,
    format: str = "parquet",  # noqa: A002
    shifts: int = 1,
    second: str = "uniform",
) -> Plan:
    key_bytes = key.to_bytes(32, "little")
    contest = Contest.make(find("chefs-hat"), ("greedy", second), players=4, options={"shifts": shifts}, key=key_bytes)
    return Plan(contest, shard, format)


def silent(done: int, total: int) -> None:
    pass


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_files_and_what_describes_them(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    out = tmp_path / "some" / "where"
    simulate(plan_for(), 8, out, LocalWorkers(1), lambda done, total: told.append((done, total)))
    assert sorted(bytes_in(out)) == [
        "actions.json",
        "games-000000000-000000002.parquet",
        "games-000000003-000000005.parquet",
        "games-000000006-000000007.parquet",
        "simulation.json",
    ]
    assert told == [(0, 8), (3, 8), (6, 8), (8, 8)]
    rows = pl.read_parquet(out / "*.parquet")
    assert rows["game"].unique(maintain_order=True).to_list() == list(range(8))
    facts = json.loads((out / "simulation.json").read_text())
    assert (facts["game"], facts["players"], facts["agents"]) == ("chefs-hat", 4, ["greedy", "uniform"])
    assert list(facts["columns"]) == rows.columns
    hand = next(part for part in facts["layout"]["slices"] if part["name"] == "hand")
    first = rows.filter(pl.col("move") == 0)["observation"].to_numpy()
    assert (first[:, hand["offset"] : hand["offset"] + 13].sum(1) == 17).all()
    actions = json.loads((out / "actions.json").read_text())
    assert (actions["0"], actions["1"], actions["200"]) == ("pass", "1x1", "jx2")


class Interrupted(LocalWorkers):
    """Somebody presses Ctrl-C after so many files."""

    def __init__(self, files: int) -> None:
        super().__init__(1)
        object.__setattr__(self, "files", files)

    def run(self, work: Callable[[Any], Any], queue: Queue[Any]) -> Iterator[tuple[int, Any]]:
        for count, done in enumerate(super().run(work, queue)):
            if count == self.files:  # type: ignore[attr-defined]
                raise KeyboardInterrupt
            yield done


def test_stopped_and_resumed_is_as_if_nothing_had_been(tmp_path: Path) -> None:
    simulate(plan_for(), 11, tmp_path / "whole", LocalWorkers(1), silent)
    with pytest.raises(KeyboardInterrupt):
        simulate(plan_for(), 11, tmp_path / "parts", Interrupted(2), silent)
    assert len(list((tmp_path / "parts").glob("*.parquet"))) == 2
    (tmp_path / "parts" / ".games-000000006-000000008.parquet.1234").write_bytes(b"half")  # a crash leaves such things
    told: list[int] = []
    simulate(plan_for(), 11, tmp_path / "parts", LocalWorkers(1), lambda done, total: told.append(done))
    (tmp_path / "parts" / ".games-000000006-000000008.parquet.1234").unlink()
    assert told == [6, 9, 11]
    assert bytes_in(tmp_path / "parts") == bytes_in(tmp_path / "whole")


def test_more_games_go_on_where_fewer_were(tmp_path: Path) -> None:
    simulate(plan_for(), 7, tmp_path / "a", LocalWorkers(1), silent)
    simulate(plan_for(), 11, tmp_path / "a", LocalWorkers(1), silent)
    simulate(plan_for(), 11, tmp_path / "b", LocalWorkers(1), silent)
    assert bytes_in(tmp_path / "a") == bytes_in(tmp_path / "b")


def test_a_file_that_a_longer_one_replaces_is_not_counted_twice(tmp_path: Path) -> None:
    simulate(plan_for(), 7, tmp_path, LocalWorkers(1), silent)
    short = (tmp_path / "games-000000006-000000006.parquet").read_bytes()
    simulate(plan_for(), 9, tmp_path, LocalWorkers(1), silent)
    (tmp_path / "games-000000006-000000006.parquet").write_bytes(short)  # as if stopped before it was removed
    simulate(plan_for(), 9, tmp_path, LocalWorkers(1), silent)
    assert (
        pl.read_parquet(tmp_path / "*.parquet").select(pl.struct("game", "move").is_duplicated().any()).item() is False
    )


def test_any_number_of_processes_writes_the_same(tmp_path: Path) -> None:
    simulate(plan_for(), 9, tmp_path / "one", LocalWorkers(1), silent)
    simulate(plan_for(), 9, tmp_path / "two", LocalWorkers(2), silent)
    assert bytes_in(tmp_path / "one") == bytes_in(tmp_path / "two")


def test_the_key_decides(tmp_path: Path) -> None:
    for name, key in (("a", 1), ("b", 1), ("c", 2)):
        simulate(plan_for(key), 3, tmp_path / name, LocalWorkers(1), silent)
    a, b, c = (pl.read_parquet(tmp_path / name / "*.parquet") for name in "abc")
    assert a.equals(b)
    assert not a.equals(c)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"key": 5}, "another simulation: key 0"),
        ({"shard": 4}, "games_in_a_file 3, not 4"),
        ({"format": "chefshatgym"}, "format parquet, not chefshatgym"),
        ({"shifts": 2}, 'options {"target": 15, "shifts": 1}, not'),
    ],
)
def test_another_simulations_folder_is_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    before = bytes_in(tmp_path)
    with pytest.raises(BadFolder) as refusal:
        simulate(plan_for(**change), 3, tmp_path, LocalWorkers(1), silent)
    assert sentence in str(refusal.value)
    assert bytes_in(tmp_path) == before


def test_other_folders_and_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear")
    with pytest.raises(BadFolder, match="is not empty"):
        simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(BadFolder, match="is not empty"):
        simulate(plan_for(), 3, tmp_path / "thesis.tex", LocalWorkers(1), silent)
    assert bytes_in(tmp_path) == {"thesis.tex": b"dear"}


@pytest.mark.parametrize("format_", ["parquet", "chefshatgym"])
def test_an_agent_that_there_is_not_leaves_no_folder(tmp_path: Path, format_: str) -> None:
    plan = plan_for(format=format_, second="gready")
    with pytest.raises(BadSetup, match="no agent 'gready'"):
        simulate(plan, 3, tmp_path / "data", LocalWorkers(1), silent)
    assert not (tmp_path / "data").exists()


def test_a_damaged_card_is_told(tmp_path: Path) -> None:
    (tmp_path / "simulation.json").write_text("{")
    with pytest.raises(BadFolder, match=r"simulation\.json cannot be read: "):
        simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    assert bytes_in(tmp_path) == {"simulation.json": b"{"}


def test_fewer_games_than_there_are(tmp_path: Path) -> None:
    simulate(plan_for(), 6, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(BadFolder, match="has 6 games already"):
        simulate(plan_for(), 5, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(ValueError, match="from 1 to"):
        simulate(plan_for(), 0, tmp_path, LocalWorkers(1), silent)
