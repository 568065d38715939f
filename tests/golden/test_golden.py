"""Whole games must go as they went: if a change is meant, run `make golden` and read the diff."""

import pytest

from forno.rules import GAMES
from golden.write import FOLDER, PLAYTHROUGHS, Playthrough, lines, ready


@pytest.mark.parametrize("play", ready(), ids=lambda play: play.file)
def test_the_game_goes_as_it_went(play: Playthrough) -> None:
    golden = (FOLDER / play.file).read_text(encoding="utf-8").splitlines()
    for number, (now, then) in enumerate(zip(lines(play), golden, strict=False), 1):
        assert now == then, f"{play.file}, line {number}. If this is meant: make golden"
    assert len(list(lines(play))) == len(golden)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_game_has_a_golden_file(game: str) -> None:
    assert game in {play.game for play in PLAYTHROUGHS}


def test_every_file_is_played_and_short() -> None:
    files = sorted(path.name for path in FOLDER.glob("*.txt"))
    assert files == sorted(play.file for play in ready())
    for file in files:
        assert len((FOLDER / file).read_text(encoding="utf-8").splitlines()) < 1500
