"""Folders of results: stopping, continuing, refusing."""

import json
from pathlib import Path

import polars as pl
import pytest

from arena.contests import KEY, contest, played
from forno.arena.results import Results
from forno.arena.run import conclude, play
from forno.arena.worker import ContestWorker
from forno.matches.run_folder import BadFolder
from forno.workers import LocalWorkers, Workers

GAMES = 2400
REPRODUCIBLE = ("games.parquet", "summary.json", "contest.json")  # all but times


class Stop(Exception):
    pass


def reproducible(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in REPRODUCIBLE}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A contest played without a stop."""
    folder = tmp_path_factory.mktemp("whole") / "results"
    conclude(played(folder, GAMES))
    return folder


@pytest.mark.parametrize("error", [KeyboardInterrupt, Stop])
def test_a_stopped_contest_continues_with_the_same_results(
    tmp_path: Path, whole: Path, error: type[BaseException]
) -> None:
    folder = tmp_path / "results"
    stops = 0

    def stop(done: int, total: int) -> None:
        if done < total and done > stops * 800:
            raise error

    while True:
        try:
            results = play(contest(), GAMES, folder, LocalWorkers(1), stop)
            break
        except error:
            stops += 1
    assert stops > 1
    conclude(results)
    assert reproducible(folder) == reproducible(whole)


@pytest.mark.parametrize("workers", [LocalWorkers(2), LocalWorkers(3)])
def test_results_do_not_depend_on_the_number_of_processes(tmp_path: Path, whole: Path, workers: Workers) -> None:
    conclude(played(tmp_path / "results", GAMES, workers=workers))
    assert reproducible(tmp_path / "results") == reproducible(whole)


def test_asking_for_more_games_continues(tmp_path: Path, whole: Path) -> None:
    conclude(played(tmp_path / "results", 400))
    conclude(played(tmp_path / "results", GAMES))
    assert reproducible(tmp_path / "results") == reproducible(whole)


def test_a_finished_contest_is_not_played_again(whole: Path) -> None:
    told = []
    before = reproducible(whole)
    conclude(play(contest(), GAMES, whole, LocalWorkers(1), lambda done, total: told.append((done, total))))
    assert told == [(2400, 2400)]
    assert reproducible(whole) == before


def test_a_deal_played_by_two_runs_counts_once(tmp_path: Path) -> None:
    results = Results.open(tmp_path / "results", contest())
    for deals in (range(4), range(2, 6), range(6)):
        results.keep([ContestWorker(contest())(deals)])
    assert results.rows().height == 6 * 4 * 4
    assert results.finish()["deal"].unique().to_list() == list(range(6))


def test_rows_are_complete_and_in_order(whole: Path) -> None:
    rows = pl.read_parquet(whole / "games.parquet")
    assert rows.schema == {
        "deal": pl.Int32,
        "rotation": pl.Int8,
        "seat": pl.Int8,
        "agent": pl.String,
        "points": pl.Int16,
        "rank": pl.Int8,
        "win": pl.Float64,
        "moves": pl.Int32,
        "shuffles": pl.Int16,
        "refused": pl.Int32,
    }
    assert rows.height == GAMES * 4
    assert rows.select("deal", "rotation", "seat").rows() == [
        (deal, rotation, seat) for deal in range(GAMES // 4) for rotation in range(4) for seat in range(4)
    ]
    shares = rows.group_by("deal", "rotation").agg(pl.col("win").sum())["win"]
    assert (shares == 1).all()
    assert not list((whole / "parts").iterdir())


def test_a_crash_while_writing_leaves_no_partial_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    results = Results.open(tmp_path / "results", contest())
    results.keep([ContestWorker(contest())([0])])

    def crash(frame: pl.DataFrame, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise OSError("no space left")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", crash)
    with pytest.raises(OSError, match="no space left"):
        results.keep([ContestWorker(contest())([1])])
    assert Results.open(tmp_path / "results", contest()).rows()["deal"].unique().to_list() == [0]


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (contest("greedy", "uniform"), "agents"),
        (contest(key=bytes(32)), "key"),
        (contest(shifts=2), "options"),
    ],
)
def test_the_folder_of_another_contest_is_refused(whole: Path, other: object, named: str) -> None:
    before = reproducible(whole)
    with pytest.raises(BadFolder, match=f"another contest: {named} "):
        played(whole, GAMES, other)  # type: ignore[arg-type]  # parametrize forgets the type
    assert reproducible(whole) == before


def test_results_of_another_version_are_refused(tmp_path: Path, whole: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    facts = json.loads((whole / "contest.json").read_text(encoding="utf-8"))
    (folder / "contest.json").write_text(json.dumps(facts | {"forno": "0.0.1"}), encoding="utf-8")
    with pytest.raises(BadFolder, match=r"forno 0\.0\.1, not "):
        played(folder, 4)


def test_a_damaged_contest_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "contest.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadFolder, match="cannot be read"):
        played(tmp_path, 4)


def test_a_folder_with_other_files_is_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(BadFolder, match="not empty"):
        played(tmp_path, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(BadFolder, match="not a folder of results"):
        played(tmp_path / "thesis.tex", 4)


def test_asking_for_fewer_games_is_refused(whole: Path) -> None:
    with pytest.raises(BadFolder, match="has 2,400 games already"):
        played(whole, 1200)


def test_another_key_gives_other_results(tmp_path: Path, whole: Path) -> None:
    other = played(tmp_path / "results", GAMES, contest(key=KEY[::-1])).finish()
    assert other["points"].to_list() != pl.read_parquet(whole / "games.parquet")["points"].to_list()
