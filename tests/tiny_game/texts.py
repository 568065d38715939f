"""The texts of Tiny Game: what its actions are called."""

from forno.rules.game import BadText
from forno.rules.records import Records
from tiny_game.events import CARDS
from tiny_game.rules import State

TEXTS = tuple(f"{verb} {card}" for verb in ("hide", "play") for card in CARDS)  # by action


def describe(states: Records[State], i: int, action: int) -> str:
    return TEXTS[action]


def parse(states: Records[State], i: int, text: str) -> int:
    """The inverse of `describe`, generous with capitals and spaces."""
    words = " ".join(text.lower().split())
    if words not in TEXTS:
        raise BadText(f"{text.strip()!r} is no action of Tiny Game. Examples: hide 3, play 12.")
    return TEXTS.index(words)
