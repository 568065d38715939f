"""The canonical texts of Chef's Hat: actions, cards, events."""

from collections.abc import Sequence

from forno.rules.chefs_hat.rules import (
    CARDS,
    GIVE,
    N_ACTIONS,
    PASS,
    PLACED_JOKERS,
    PLACED_NATURALS,
    PLACED_NUMBER,
    ROLES,
    SPECIALS,
    TYPES,
    State,
)
from forno.rules.game import BadText, EventType
from forno.rules.records import Records


def describe(states: Records[State], i: int, action: int) -> str:
    return TEXTS[action]


def parse(states: Records[State], i: int, text: str) -> int:
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
        return ("keep-still", "dinner-is-served", "food-fight")[action - SPECIALS]
    if action >= GIVE:
        return f"give {CARDS[action - GIVE]}"
    number, naturals, jokers = PLACED_NUMBER[action], PLACED_NATURALS[action], PLACED_JOKERS[action]
    if number == 12:
        return f"jx{jokers}"
    return f"{number}x{naturals}" + (f"+{jokers}j" if jokers else "")


TEXTS = tuple(_text(action) for action in range(N_ACTIONS))
BY_TEXT = {text: action for action, text in enumerate(TEXTS)}


def cards(counts: Sequence[int]) -> list[str]:
    """The names of cards that are counted by type."""
    return [name for name, count in zip(CARDS, counts, strict=True) for _ in range(count)]


def _roles(numbers: Sequence[int]) -> list[str | None]:
    return [ROLES[number] if number >= 0 else None for number in numbers]


EVENT_TYPES = (
    EventType("dealt", lambda row, s: {"seat": row[0], "cards": cards(row[1 : 1 + TYPES])}),
    EventType("begins", lambda row, s: {"shift": row[0] + 1, "roles": _roles(row[1:5])}),
    EventType(
        "special",
        lambda row, s: {"seat": row[0], "action": TEXTS[SPECIALS + row[1]], "roles": _roles(row[2:6])},
    ),
    EventType(
        "gave", lambda row, s: {"from": row[0], "to": row[1], "cards": [CARDS[card] for card in row[2:4] if card >= 0]}
    ),
    EventType("exchanged", lambda row, s: {}),
    EventType(
        "placed",
        lambda row, s: {
            "seat": row[0],
            "number": row[1],
            "naturals": row[2],
            "jokers": row[3] // 2,
            "golden": row[3] % 2 == 1,
        },
    ),
    EventType("passed", lambda row, s: {"seat": row[0]}),
    EventType("pizza", lambda row, s: {"seat": row[0], "next": row[1]}),
    EventType("finished", lambda row, s: {"seat": row[0], "role": ROLES[row[1]]}),
    EventType("shift", lambda row, s: {"finish": list(row[0:4]), "points": list(row[4:8])}),
)
