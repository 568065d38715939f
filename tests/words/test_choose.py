"""Which language somebody gets."""

import pytest

from forno.words import Words, best, from_environment, languages


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de-DE,de;q=0.9,it;q=0.5,en;q=0.7", "en"),
        ("de, it-IT;q=0.3", "it"),
        ("fr;q=0, it;q=0.1", "it"),
        ("IT", "it"),
        ("*", "en"),
        ("fr;q=much, it;q=0.2", "it"),
        (";;,=,q=1", "en"),
    ],
)
def test_by_what_a_browser_accepts(header: str | None, language: str) -> None:
    assert best(header) == language


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8", "LC_MESSAGES": "fr_FR"}, "fr"),
        ({"LC_ALL": "C", "LANG": "it_IT"}, "en"),
        ({"LC_ALL": "", "LANG": "fr"}, "fr"),
        ({"FORNO_LANGUAGE": "fr", "LC_ALL": "it_IT.UTF-8"}, "fr"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
    ],
)
def test_by_a_terminals_environment(variables: dict[str, str], language: str) -> None:
    assert from_environment(variables) == language


def test_a_language_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="the languages are en, it, fr"):
        Words("tlh")
    assert languages() == ("en", "it", "fr")
