"""The built page is small."""

import gzip

from forno.locales import LANGUAGES, messages
from web.kitchen import PAGE

LIMIT = 250_000  # bytes, gzipped: all games and fonts, and one language, since the page loads only that


def test_page_is_within_the_size_limit() -> None:
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    assert files, "the page is not built: make ui"
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    languages = {language: _files_of(language) for language in LANGUAGES}
    assert all(languages.values()), languages
    shared = {name: size for name, size in sizes.items() if not any(name in names for names in languages.values())}
    largest = max(sum(sizes[name] for name in names) for names in languages.values())
    assert sum(shared.values()) + largest <= LIMIT, sizes


def test_each_language_has_separate_files() -> None:
    """The page need not load other languages."""
    owners = [name for language in LANGUAGES for name in _files_of(language)]
    assert sorted(owners) == sorted(set(owners))


def _files_of(language: str) -> set[str]:
    """The scripts that contain two known messages of a language: one of the page and one of the rules."""
    known = [messages(language)[key] for key in ("page.nowhere.text", "glossary.chefs-hat.3.text")]
    return {path.name for path in PAGE.rglob("*.js") if any(text in path.read_text(encoding="utf-8") for text in known)}


def test_nothing_is_loaded_from_other_sites() -> None:
    """No script, style or font comes from another site."""
    for path in PAGE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
