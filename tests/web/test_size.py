"""The built page is small."""

import gzip

from forno.locales import LANGUAGES, messages
from web.server import PAGE

LIMIT = 250_000  # bytes, gzipped, with all games and fonts, and one language, since the page loads only that


def test_the_page_is_within_the_limit() -> None:
    # Browsers load the pictures only to install the app, and other sites to show a link.
    files = [path for path in PAGE.rglob("*") if path.is_file() and path.suffix != ".png"]
    assert files, "the page is not built: make ui"
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    languages = {language: _files_of(language) for language in LANGUAGES}
    assert all(languages.values()), languages
    shared = {name: size for name, size in sizes.items() if not any(name in names for names in languages.values())}
    largest = max(sum(sizes[name] for name in names) for names in languages.values())
    assert sum(shared.values()) + largest <= LIMIT, sizes


def test_a_language_has_files_of_its_own() -> None:
    """So the page can load one language without the others."""
    owners = [name for language in LANGUAGES for name in _files_of(language)]
    assert sorted(owners) == sorted(set(owners))


def _files_of(language: str) -> set[str]:
    """The scripts with a language's messages, found by one message of the page, one of the rules and two of the tutorials."""
    keys = ("page.nowhere.text", "glossary.chefs-hat.3.text", "tutorial.chefs-hat.again", "chefs-hat.event.exchanged")
    known = [messages(language)[key] for key in keys]
    return {path.name for path in PAGE.rglob("*.js") if any(text in path.read_text(encoding="utf-8") for text in known)}


def test_everything_comes_from_the_page_itself() -> None:
    """No script, style or font comes from another site."""
    for path in PAGE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
