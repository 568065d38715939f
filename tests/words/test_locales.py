"""The message files are complete and consistent, both sides can read them, and every message is used."""

import functools
import json
import re

import pytest
from icu4py.messageformat import MessageFormat

from forno.locales import FOLDER, LANGUAGES, messages
from words.icu import BadMessage, parse
from words.sources import asked
from words.spaces import mended

ENGLISH, *OTHERS = LANGUAGES
CATEGORIES = ("zero", "one", "two", "few", "many", "other")
ALL = [(language, key) for language in LANGUAGES for key in messages(language)]


def test_every_folder_is_a_language() -> None:
    assert {path.name for path in FOLDER.iterdir() if path.is_dir() and not path.name.startswith("_")} == set(LANGUAGES)


@pytest.mark.parametrize("language", OTHERS)
def test_no_message_is_missing_in_a_language(language: str) -> None:
    for path in sorted((FOLDER / ENGLISH).glob("*.json")):
        english = json.loads(path.read_text(encoding="utf-8"))
        other = json.loads((FOLDER / language / path.name).read_text(encoding="utf-8"))
        assert list(other) == list(english), path.name
    assert sorted(messages(language)) == sorted(messages(ENGLISH))


@pytest.mark.parametrize("language", OTHERS)
def test_a_message_has_the_same_arguments_in_all_languages(language: str) -> None:
    for key, message in messages(ENGLISH).items():
        assert parse(messages(language)[key]).arguments == parse(message).arguments, key


def test_both_sides_understand_every_message() -> None:
    for language, key in ALL:
        message = messages(language)[key]
        MessageFormat(message, language)
        for argument, kind, names in parse(message).branches:
            assert "other" in names, (language, key, argument)
            if kind == "plural":
                assert all(re.fullmatch(f"{'|'.join(CATEGORIES)}|=[0-9]+", name) for name in names), (
                    language,
                    key,
                    names,
                )


def test_languages_have_the_plural_forms_they_need() -> None:
    """If a message has plural forms in one language, each language has all the forms it needs, by category or exact number."""
    plurals = {
        (language, key, argument): set(names)
        for language, key in ALL
        for argument, kind, names in parse(messages(language)[key]).branches
        if kind == "plural"
    }
    varied = {(key, argument) for (_, key, argument), names in plurals.items() if names & set(CATEGORIES[:-1])}
    assert varied
    missing = [
        (language, key, argument, category)
        for (language, key, argument), names in plurals.items()
        if (key, argument) in varied
        for category, numbers in _categories(language).items()
        if category not in names and not {f"={number}" for number in numbers} <= names
    ]
    assert missing == []


@functools.cache
def _categories(language: str) -> dict[str, set[int]]:
    """The plural categories of a language for numbers that occur in a game, by CLDR's rules."""
    category = MessageFormat(f"{{n, plural, {' '.join(f'{name} {{{name}}}' for name in CATEGORIES)}}}", language)
    found: dict[str, set[int]] = {}
    for number in range(1000):
        found.setdefault(category.format({"n": number}), set()).add(number)
    return found


@pytest.mark.parametrize("message", ["{n, plural, one {a}", "d'{name}", "{n, number}", "a}", "{0}"])
def test_unsupported_syntax_is_rejected(message: str) -> None:
    with pytest.raises(BadMessage):
        parse(message)


def test_messages_hold_no_markup_and_typographic_apostrophes() -> None:
    for language, key in ALL:
        message = messages(language)[key]
        assert not re.search(r"</?[a-z]|\[/?[a-z]+\]", message), (language, key)
        assert "'" not in message, (language, key)
        assert "  " not in message, (language, key)


def test_french_spacing() -> None:
    wrong = [key for key, message in messages("fr").items() if mended(message) != message]
    assert wrong == [], "make fix mends this"


def test_every_message_is_used() -> None:
    sources = asked()
    assert [key for key in messages(ENGLISH) if not sources.has(key)] == []


def test_every_used_message_exists() -> None:
    sources, known = asked(), messages(ENGLISH)
    assert sorted(key for key in sources.sure_texts if "." in key and key not in known) == []
    assert sorted(found for found in sources.sure_patterns if not any(re.fullmatch(found, key) for key in known)) == []
