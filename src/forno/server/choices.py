"""The legal actions of a position on the wire, with their labels."""

from functools import cache

from forno.server.messages import Choice
from forno.table import Table
from forno.words import Words


def choices(table: Table, words: Words) -> list[Choice]:
    """Those of the seat to act. Most actions have the same label in every position: such a choice is made once for all tables."""
    known = _known(table.game.id, words.language)
    found = []
    for action in table.legal().tolist():
        text = table.text(action)
        found.append(known.get(text) or _choice(table, words, action, text, known))
    return found


_Known = dict[str, Choice | None]  # by the text of the action; None: its label depends on the position


@cache
def _known(game: str, language: str) -> _Known:
    return {}


def _choice(table: Table, words: Words, action: int, text: str, known: _Known) -> Choice:
    label = None if text in known else words.fixed_label(table, action)
    if label is None:
        known[text] = None
        return Choice(text, words.label(table, action), words.warning(table, action))
    known[text] = choice = Choice(text, label)
    return choice
