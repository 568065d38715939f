"""`--option deck=FILE`: the terminal reads the file, and the game gets its text."""

from pathlib import Path

import pytest

from forno.cli.arguments import options_from
from forno.cli.errors import CommandError
from forno.rules import find
from forno.rules.mamma_mia import decks

GAME = find("mamma-mia")


def test_a_file_becomes_its_text(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(decks.standard("mamma-mia").replace("4-olive", "3-olive"), encoding="utf-8")
    options = options_from(GAME, [f"deck={path}", "starter=1"])
    deck = str(options["deck"])
    assert options["starter"] == "1"
    assert deck.startswith("yellow: 3-olive, ")
    assert GAME.new(2, options).tobytes() == GAME.new(2, {"deck": deck, "starter": 1}).tobytes()
    assert options_from(GAME, [f"deck={deck}"]) == {"deck": deck}
    assert options_from(GAME, ["deck=standard"]) == {"deck": "standard"}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("yellow = [", "cannot be read"),
        ('yellow = ["each", 4]', "yellow: expected a list"),
        (decks.standard("mamma-mia").replace('"each"', '"4-ham"'), "yellow, order 5 (4-ham): there is no ingredient"),
        (decks.standard("mamma-mia-plus"), "the deck has the colours"),
    ],
)
def test_errors_name_the_file(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "own.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CommandError) as error:
        options_from(GAME, [f"deck={path}"])
    assert str(error.value).startswith(f"{path}: ")
    assert why in str(error.value)


def test_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'yellow = ["\xe9"]')
    for path in (tmp_path / "none.toml", tmp_path, tmp_path / "latin.toml"):
        with pytest.raises(CommandError, match="this file cannot be read") as error:
            options_from(GAME, [f"deck={path}"])
        assert str(error.value).startswith(f"{path}: ")
