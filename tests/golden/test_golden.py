"""Whole games must not change. After an intended change, run `make golden` and read the diff."""

import pytest

from golden.write import FOLDER, PLAYTHROUGHS, Playthrough, lines


@pytest.mark.parametrize("play", PLAYTHROUGHS, ids=lambda play: play.file)
def test_playthrough_is_unchanged(play: Playthrough) -> None:
    golden = (FOLDER / play.file).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(play), golden, strict=False), 1):
        assert now == then, f"{play.file}, line {number}. If the change is intended: make golden"
    assert len(list(lines(play))) == len(golden)


def test_every_file_has_a_playthrough_and_is_short() -> None:
    files = sorted(path.name for path in FOLDER.glob("*.txt"))
    assert files == sorted(play.file for play in PLAYTHROUGHS)
    for file in files:
        assert len((FOLDER / file).read_text(encoding="utf-8").splitlines()) < 1500
