"""The canonical texts of Chef's Hat: actions and cards."""

from collections.abc import Sequence

from forno.rules.chefs_hat.names import CARDS, SPECIAL_ACTIONS
from forno.rules.chefs_hat.rules import (
    GIVE,
    N_ACTIONS,
    PASS,
    PLACED_JOKERS,
    PLACED_NATURALS,
    PLACED_NUMBER,
    SPECIALS,
)
from forno.rules.event_data import repeated
from forno.rules.game import BadText
from forno.rules.records import Records


def describe(states: Records, i: int, action: int) -> str:
    return TEXTS[action]


def parse(states: Records, i: int, text: str) -> int:
    action = BY_TEXT.get(" ".join(text.lower().split()))
    if action is None:
        raise BadText(
            f"{text.strip()!r} is no action of Chef's Hat. Examples: pass, 8x3 (three 8s), 8x3+1j (and a joker), jx1, give 7, give golden, food-fight."
        )
    return action


def _text(action: int) -> str:
    if action == PASS:
        return "pass"
    if action >= SPECIALS:
        return SPECIAL_ACTIONS[action - SPECIALS]
    if action >= GIVE:
        return f"give {CARDS[action - GIVE]}"
    number, naturals, jokers = PLACED_NUMBER[action], PLACED_NATURALS[action], PLACED_JOKERS[action]
    if number == 12:
        return f"jx{jokers}"
    return f"{number}x{naturals}" + (f"+{jokers}j" if jokers else "")


TEXTS = tuple(_text(action) for action in range(N_ACTIONS))
BY_TEXT = {text: action for action, text in enumerate(TEXTS)}


def cards(counts: Sequence[int]) -> list[str]:
    """Counts by type as a list of card names."""
    return repeated(CARDS, counts)
