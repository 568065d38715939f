"""Choosing a language."""

import pytest

from forno.words import Words, best, from_environment, languages


@pytest.mark.parametrize(
    ("header", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("nl-NL,nl;q=0.9,it;q=0.5,en;q=0.7", "en"),
        ("nl, it-IT;q=0.3", "it"),
        ("de-AT,de;q=0.9,en;q=0.7", "de"),
        ("es-MX", "es"),
        ("fr;q=0, it;q=0.1", "it"),
        ("IT", "it"),
        ("*", "en"),
        ("fr;q=much, it;q=0.2", "it"),
        (";;,=,q=1", "en"),
    ],
)
def test_language_of_a_browser(header: str | None, language: str) -> None:
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
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "nl_NL.UTF-8"}, "en"),
    ],
)
def test_language_of_a_terminal(variables: dict[str, str], language: str) -> None:
    assert from_environment(variables) == language


def test_unknown_language() -> None:
    with pytest.raises(ValueError, match="the languages are en, it, fr, de, es"):
        Words("tlh")
    assert languages() == ("en", "it", "fr", "de", "es")
