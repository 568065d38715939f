"""Each game's page says what a reader looks for there."""

from pathlib import Path

import pytest

from forno.rules import OWN_GAMES
from forno.rules.game import Game

DOCS = Path(__file__).resolve().parent.parent / "docs"
games = pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)


@games
def test_the_page_has_the_fixed_skeleton(game: Game) -> None:
    page = (DOCS / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    heads = [line for line in page.splitlines() if line.startswith("#")]
    assert heads == [
        f"# {game.title}",
        *(f"## {part}" for part in ("Rules in short", "Rulings", "Options", "Actions", "View", "Score", "Versions")),
    ]
    assert f"Id `{game.id}`, rules version {game.version}." in page
    assert f"\n| {game.version} | " in page.partition("## Versions")[2]


@games
def test_the_page_names_every_field_of_the_view_and_every_option(game: Game) -> None:
    page = (DOCS / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    view = page.partition("## View")[2].partition("## Score")[0]
    if "(mamma-mia.md#view)" in view:  # and what it refers to
        view += (DOCS / "games" / "mamma-mia.md").read_text(encoding="utf-8").partition("## View")[2]
    assert [name for name in game.view_dtype.names or () if f"`{name}`" not in view] == []
    options = page.partition("## Options")[2].partition("## Actions")[0]
    assert [option.name for option in game.options if f"`{option.name}`" not in options] == []


def test_the_glossary_has_each_word_once_in_a_table() -> None:
    glossary = (DOCS / "glossary.md").read_text(encoding="utf-8")
    for part in glossary.split("\n## ")[1:]:
        words = [
            line.split("|")[1].strip() for line in part.splitlines() if line.startswith("| ") and "---" not in line
        ]
        assert words[1:] == sorted(set(words[1:]), key=str.lower)
    for word in (
        "oven",
        "supply",
        "waiter",
        "order",
        "personal ingredient",
        "pizza",
        "shift",
        "joker",
        "golden mozzarella",
        "pass",
    ):
        assert f"\n| {word} |" in glossary
