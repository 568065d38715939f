"""The folder of a simulation: complete files, stopping and continuing, and no other data touched."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from forno.chefshatgym.dataset import DATASET
from forno.matches.contest import Contest
from forno.matches.formats import Format
from forno.rules import find
from forno.rules.game import BadSetup
from forno.simulate import PARQUET, BadFolder, Plan, simulate
from forno.workers import LocalWorkers
from forno.workers.tasks import Queue


def plan_for(
    key: int = 0,
    shard: int = 3,
    format: Format = PARQUET,  # noqa: A002
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


def test_files_and_their_description(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    out = tmp_path / "some" / "where"
    simulate(plan_for(), 8, out, LocalWorkers(1), lambda done, total: told.append((done, total)))
    assert sorted(bytes_in(out)) == [
        "README.md",
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
    """Ctrl-C after a number of files."""

    def __init__(self, files: int) -> None:
        super().__init__(1)
        object.__setattr__(self, "files", files)

    def run(self, work: Callable[[Any], Any], queue: Queue[Any]) -> Iterator[tuple[int, Any]]:
        for count, done in enumerate(super().run(work, queue)):
            if count == self.files:  # type: ignore[attr-defined]
                raise KeyboardInterrupt
            yield done


def test_a_stopped_simulation_continues_with_the_same_bytes(tmp_path: Path) -> None:
    simulate(plan_for(), 11, tmp_path / "whole", LocalWorkers(1), silent)
    with pytest.raises(KeyboardInterrupt):
        simulate(plan_for(), 11, tmp_path / "parts", Interrupted(2), silent)
    assert len(list((tmp_path / "parts").glob("*.parquet"))) == 2
    (tmp_path / "parts" / ".games-000000006-000000008.parquet.1234").write_bytes(b"half")  # a crash leaves such files
    told: list[int] = []
    simulate(plan_for(), 11, tmp_path / "parts", LocalWorkers(1), lambda done, total: told.append(done))
    (tmp_path / "parts" / ".games-000000006-000000008.parquet.1234").unlink()
    assert told == [6, 9, 11]
    assert bytes_in(tmp_path / "parts") == bytes_in(tmp_path / "whole")


def test_asking_for_more_games_continues(tmp_path: Path) -> None:
    simulate(plan_for(), 7, tmp_path / "a", LocalWorkers(1), silent)
    simulate(plan_for(), 11, tmp_path / "a", LocalWorkers(1), silent)
    simulate(plan_for(), 11, tmp_path / "b", LocalWorkers(1), silent)
    assert bytes_in(tmp_path / "a") == bytes_in(tmp_path / "b")


def test_a_file_replaced_by_a_longer_one_counts_once(tmp_path: Path) -> None:
    simulate(plan_for(), 7, tmp_path, LocalWorkers(1), silent)
    short = (tmp_path / "games-000000006-000000006.parquet").read_bytes()
    simulate(plan_for(), 9, tmp_path, LocalWorkers(1), silent)
    (tmp_path / "games-000000006-000000006.parquet").write_bytes(short)  # as if stopped before it was removed
    simulate(plan_for(), 9, tmp_path, LocalWorkers(1), silent)
    assert (
        pl.read_parquet(tmp_path / "*.parquet").select(pl.struct("game", "move").is_duplicated().any()).item() is False
    )


def test_the_number_of_processes_does_not_matter(tmp_path: Path) -> None:
    simulate(plan_for(), 9, tmp_path / "one", LocalWorkers(1), silent)
    simulate(plan_for(), 9, tmp_path / "two", LocalWorkers(2), silent)
    assert bytes_in(tmp_path / "one") == bytes_in(tmp_path / "two")


def test_the_key_decides_the_games(tmp_path: Path) -> None:
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
        ({"format": DATASET}, "format parquet, not chefshatgym"),
        ({"shifts": 2}, 'options {"target": 15, "shifts": 1}, not'),
    ],
)
def test_the_folder_of_another_simulation_is_refused(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    before = bytes_in(tmp_path)
    with pytest.raises(BadFolder) as refusal:
        simulate(plan_for(**change), 3, tmp_path, LocalWorkers(1), silent)
    assert sentence in str(refusal.value)
    assert bytes_in(tmp_path) == before


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("dear")
    with pytest.raises(BadFolder, match="is not empty"):
        simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(BadFolder, match="is not empty"):
        simulate(plan_for(), 3, tmp_path / "thesis.tex", LocalWorkers(1), silent)
    assert bytes_in(tmp_path) == {"thesis.tex": b"dear"}


@pytest.mark.parametrize("format_", [PARQUET, DATASET], ids=lambda one: one.name)
def test_an_unknown_agent_leaves_no_folder(tmp_path: Path, format_: Format) -> None:
    plan = plan_for(format=format_, second="gready")
    with pytest.raises(BadSetup, match="no agent 'gready'"):
        simulate(plan, 3, tmp_path / "data", LocalWorkers(1), silent)
    assert not (tmp_path / "data").exists()


def test_a_damaged_description_is_refused(tmp_path: Path) -> None:
    (tmp_path / "simulation.json").write_text("{")
    with pytest.raises(BadFolder, match=r"simulation\.json cannot be read: "):
        simulate(plan_for(), 3, tmp_path, LocalWorkers(1), silent)
    assert bytes_in(tmp_path) == {"simulation.json": b"{"}


def test_asking_for_fewer_games_is_refused(tmp_path: Path) -> None:
    simulate(plan_for(), 6, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(BadFolder, match="has 6 games already"):
        simulate(plan_for(), 5, tmp_path, LocalWorkers(1), silent)
    with pytest.raises(ValueError, match="from 1 to"):
        simulate(plan_for(), 0, tmp_path, LocalWorkers(1), silent)
