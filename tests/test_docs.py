"""The docs: required contents and links."""

import doctest
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forno.rules import OWN_GAMES
from forno.rules.game import Game

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
READ_IN_THE_REPOSITORY = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
games = pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)


@games
def test_page_of_a_game_has_the_standard_sections(game: Game) -> None:
    page = (DOCS / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    heads = [line for line in page.splitlines() if line.startswith("#")]
    assert heads == [
        f"# {game.title}",
        *(f"## {part}" for part in ("Rules in short", "Rulings", "Options", "Actions", "View", "Score", "Versions")),
    ]
    assert f"Id `{game.id}`, rules version {game.version}." in page
    assert f"\n| {game.version} | " in page.partition("## Versions")[2]


@games
def test_page_of_a_game_names_all_view_fields_and_options(game: Game) -> None:
    page = (DOCS / "games" / f"{game.id}.md").read_text(encoding="utf-8")
    view = page.partition("## View")[2].partition("## Score")[0]
    if "(mamma-mia.md#view)" in view:  # the page lists only the differences
        view += (DOCS / "games" / "mamma-mia.md").read_text(encoding="utf-8").partition("## View")[2]
    assert [name for name in game.view_dtype.names or () if f"`{name}`" not in view] == []
    options = page.partition("## Options")[2].partition("## Actions")[0]
    assert [option.name for option in game.options if f"`{option.name}`" not in options] == []


def test_glossary_has_each_word_once() -> None:
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


def prose(page: Path) -> str:
    """The page without its code blocks."""
    return re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def links(page: Path) -> Iterator[tuple[Path, str]]:
    """Relative links and images: the file and the anchor, which may be empty."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if "://" not in target:
            path, _, anchor = target.partition("#")
            yield (page.parent / path).resolve() if path else page, anchor


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", [*READ_IN_THE_REPOSITORY, *PAGES], ids=lambda page: str(page.relative_to(ROOT)))
def test_links_are_not_broken(page: Path) -> None:
    for path, anchor in links(page):
        assert path.exists(), f"there is no {path}"
        assert not anchor or anchor in anchors(path), f"{path} has no heading for #{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(DOCS)))
def test_links_stay_inside_the_site(page: Path) -> None:
    assert [path for path, _ in links(page) if not path.is_relative_to(DOCS)] == []


def test_navigation_contains_every_page() -> None:
    def pages(entry: Any) -> Iterator[str]:
        if isinstance(entry, str):
            yield entry
        else:
            for part in entry.values() if isinstance(entry, dict) else entry:
                yield from pages(part)

    site = tomllib.loads((ROOT / "zensical.toml").read_text(encoding="utf-8"))
    assert sorted(pages(site["project"]["nav"])) == sorted(page.relative_to(DOCS).as_posix() for page in PAGES)


@pytest.mark.parametrize("page", ["README.md", "docs/agents.md", "docs/languages.md"])
def test_doctests_pass(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert failed == 0
    assert tried >= 5
