"""Labels that share a line on a phone 390 px wide are short in every language.

The limits are in characters. They are the longest labels that fit; tests/web measures whole pages in a browser.
"""

import re

import pytest
from icu4py.messageformat import MessageFormat

from forno.locales import LANGUAGES, messages
from words.icu import parse

_NUMBERS = (0, 1, 2, 3, 4, 12)
_LIMITS = (
    (r"order\.(?!numbered|takes).+", 15),  # a ticket's title, on one line
    (r"ingredient\..+", 12),  # a ticket's longest word
    (r"chefs-hat\.short\..+", 8),  # a card
    (r"chefs-hat\.card\..+", 20),
    (r"role\..+", 14),  # a chip at a seat
    (r"table\.(place|passed|away|cards|points|baked|failed)", 22),
    (r"table\.(supply|waiter)", 16),  # below a pile
    (r"table\.(round|shift|shift\.of|exchange)", 32),  # above the table
    (r"page\.(play|friends|rules|rules\.contents|glossary)", 22),  # two of them side by side
    (r"page\.(mine|join|watch|finished)\.go", 12),  # at the end of a line
    (r"page\.(keep|again|close|leave|log|sit|stand|back|skip-show|invite\.copy|verify\.do|guide\.read)", 16),
    (r"page\.(make|start|lobby|rematch|rematch\.go|record|guide\.off)|table\.go-on", 28),
    (r"table\.(give-up|give-up\.on|cancel)|result\.share.*|page\.(fair|verify)\.copy", 28),
    (r"table\.(taking-out|plays)", 46),  # the status line
    (r"page\.(speed|theme|language|clock|name|sounds)", 18),  # before a field
    (r"page\.(speed|theme|clock)\.(?!help|left|to-|seconds).+|option\.[a-z]+\.(?!help).+", 20),  # in a list of choices
    (r"option\.[a-z_]+|level\.[a-z]+", 22),
    (r"page\.(title|room|settings|results|setup|invite|verify|game|replay|mine|join|watch|finished)", 40),  # headings
    (r"chefs-hat\.action\.(pass|keep-still)|mamma-mia\.action\.(no-order|decline|refuse|draw)", 30),
    (r"terminal\.(hand|orders|waiter|done|points|cards)", 8),  # a column's heading
)


def _readings(language: str, message: str) -> set[str]:
    """All texts of a message: every branch of its plurals and selects, with short arguments."""
    parts = parse(message)
    branches = {argument: (kind, names) for argument, kind, names in parts.branches}
    longest = max([len(_NUMBERS), *(len(names) for _, names in branches.values())])
    found = set()
    for turn in range(longest):
        values: dict[str, str | int] = {}
        for argument in parts.arguments:
            kind, names = branches.get(argument, ("", ()))
            values[argument] = (
                _NUMBERS[turn % len(_NUMBERS)] if kind == "plural" else names[turn % len(names)] if names else "12"
            )
        found.add(MessageFormat(message, language).format(dict(values)))
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_fit_a_phone(language: str) -> None:
    too_long = []
    for pattern, limit in _LIMITS:
        keys = [key for key in messages(language) if re.fullmatch(pattern, key)]
        assert keys, pattern
        for key in keys:
            too_long += [
                (key, text, limit) for text in _readings(language, messages(language)[key]) if len(text) > limit
            ]
    assert too_long == []


def test_every_branch_is_read() -> None:
    assert _readings("en", "{n, plural, =0 {none} one {# card} other {# cards}}") == {"none", "1 card"} | {
        f"{n} cards" for n in (2, 3, 4, 12)
    }
    assert _readings("fr", "{who, select, yes {toi} other {{name}}}") == {"toi", "12"}
