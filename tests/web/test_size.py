"""The built page is small."""

import gzip

from web.kitchen import PAGE

LIMIT = 250_000  # bytes, gzipped, with all games, languages and fonts


def test_the_page_is_within_its_limit() -> None:
    files = [path for path in PAGE.rglob("*") if path.is_file()]
    assert files, "the page is not built: make ui"
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    assert sum(sizes.values()) <= LIMIT, sizes


def test_everything_comes_from_the_page_itself() -> None:
    """No script, style or font of somebody else's."""
    for path in PAGE.rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        assert "http://" not in text
        assert "https://" not in text
        assert "<script>" not in text
