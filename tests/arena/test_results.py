"""Folders of results: stopping, going on, refusing."""

import json
from pathlib import Path

import polars as pl
import pytest

from arena.contests import KEY, contest, played
from forno.arena.match import Match
from forno.arena.results import Results
from forno.arena.run import conclude, play
from forno.matches.run_folder import BadFolder
from forno.workers import LocalWorkers, Workers

GAMES = 2400
DECIDED = ("games.parquet", "summary.json", "contest.json")  # all but times


class Enough(Exception):
    pass


def decided(folder: Path) -> dict[str, bytes]:
    return {name: (folder / name).read_bytes() for name in DECIDED}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A contest played at one go."""
    folder = tmp_path_factory.mktemp("whole") / "results"
    conclude(played(folder, GAMES))
    return folder


@pytest.mark.parametrize("error", [KeyboardInterrupt, Enough])
def test_what_was_stopped_goes_on_and_ends_the_same(tmp_path: Path, whole: Path, error: type[BaseException]) -> None:
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
    assert decided(folder) == decided(whole)


@pytest.mark.parametrize("workers", [LocalWorkers(2), LocalWorkers(3)])
def test_results_do_not_depend_on_the_processors(tmp_path: Path, whole: Path, workers: Workers) -> None:
    conclude(played(tmp_path / "results", GAMES, workers=workers))
    assert decided(tmp_path / "results") == decided(whole)


def test_more_games_go_on(tmp_path: Path, whole: Path) -> None:
    conclude(played(tmp_path / "results", 400))
    conclude(played(tmp_path / "results", GAMES))
    assert decided(tmp_path / "results") == decided(whole)


def test_finished_contests_are_not_played_again(whole: Path) -> None:
    told = []
    before = decided(whole)
    conclude(play(contest(), GAMES, whole, LocalWorkers(1), lambda done, total: told.append((done, total))))
    assert told == [(2400, 2400)]
    assert decided(whole) == before


def test_a_deal_that_two_runs_played_counts_once(tmp_path: Path) -> None:
    results = Results.open(tmp_path / "results", contest())
    for deals in (range(4), range(2, 6), range(6)):
        results.keep([Match(contest())(deals)])
    assert results.rows().height == 6 * 4 * 4
    assert results.finish()["deal"].unique().to_list() == list(range(6))


def test_rows_are_whole_and_in_order(whole: Path) -> None:
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
    }
    assert rows.height == GAMES * 4
    assert rows.select("deal", "rotation", "seat").rows() == [
        (deal, rotation, seat) for deal in range(GAMES // 4) for rotation in range(4) for seat in range(4)
    ]
    shares = rows.group_by("deal", "rotation").agg(pl.col("win").sum())["win"]
    assert (shares == 1).all()
    assert not list((whole / "parts").iterdir())


def test_a_crash_in_the_middle_of_writing_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    results = Results.open(tmp_path / "results", contest())
    results.keep([Match(contest())([0])])

    def crash(frame: pl.DataFrame, path: Path) -> None:
        path.write_bytes(b"half of it")
        raise OSError("no space left")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", crash)
    with pytest.raises(OSError, match="no space left"):
        results.keep([Match(contest())([1])])
    assert Results.open(tmp_path / "results", contest()).rows()["deal"].unique().to_list() == [0]


@pytest.mark.parametrize(
    ("other", "named"),
    [
        (contest("greedy", "uniform"), "agents"),
        (contest(key=bytes(32)), "key"),
        (contest(shifts=2), "options"),
    ],
)
def test_another_contests_folder_is_refused(whole: Path, other: object, named: str) -> None:
    before = decided(whole)
    with pytest.raises(BadFolder, match=f"another contest: {named} "):
        played(whole, GAMES, other)  # type: ignore[arg-type]  # parametrize forgets the type
    assert decided(whole) == before


def test_another_version_is_refused(tmp_path: Path, whole: Path) -> None:
    folder = tmp_path / "results"
    folder.mkdir()
    facts = json.loads((whole / "contest.json").read_text(encoding="utf-8"))
    (folder / "contest.json").write_text(json.dumps(facts | {"forno": "0.0.1"}), encoding="utf-8")
    with pytest.raises(BadFolder, match=r"forno 0\.0\.1, not "):
        played(folder, 4)


def test_a_damaged_card_is_refused(tmp_path: Path) -> None:
    (tmp_path / "contest.json").write_text("{", encoding="utf-8")
    with pytest.raises(BadFolder, match="cannot be read"):
        played(tmp_path, 4)


def test_other_peoples_folders_are_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").touch()
    with pytest.raises(BadFolder, match="not empty"):
        played(tmp_path, 4)
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.tex"]
    with pytest.raises(BadFolder, match="not a folder of results"):
        played(tmp_path / "thesis.tex", 4)


def test_fewer_games_than_there_are_is_refused(whole: Path) -> None:
    with pytest.raises(BadFolder, match="has 2,400 games already"):
        played(whole, 1200)


def test_the_key_decides(tmp_path: Path, whole: Path) -> None:
    other = played(tmp_path / "results", GAMES, contest(key=KEY[::-1])).finish()
    assert other["points"].to_list() != pl.read_parquet(whole / "games.parquet")["points"].to_list()
