"""The texts of Tiny Game: what actions are called, and what the rows of the log mean."""

from forno.rules.game import BadText, EventType
from forno.rules.records import Records
from tiny_game.rules import CARDS, N_ACTIONS, PLAY_CARD

TEXTS = tuple(f"{'hide' if action < PLAY_CARD else 'play'} {action % CARDS + 1}" for action in range(N_ACTIONS))


def describe(states: Records, i: int, action: int) -> str:
    return TEXTS[action]


def parse(states: Records, i: int, text: str) -> int:
    """The inverse of `describe`, generous with capitals and spaces."""
    words = " ".join(text.lower().split())
    if words not in TEXTS:
        raise BadText(f"{text.strip()!r} is no action of Tiny Game. Examples: hide 3, play 12.")
    return TEXTS.index(words)


# By code. A row has the numbers given to `emit` after the audience: `row[0]` is the first of them.
EVENT_TYPES = (
    EventType("begins", lambda row, s: {"round": row[0] + 1, "leader": row[1]}),
    EventType("dealt", lambda row, s: {"seat": row[0], "cards": [k + 1 for k in range(CARDS) if row[1 + k]]}),
    EventType("hides", lambda row, s: {"seat": row[0]}),
    EventType("secret", lambda row, s: {"seat": row[0], "card": row[1] + 1}),
    EventType("played", lambda row, s: {"seat": row[0], "card": row[1] + 1}),
    EventType("trick", lambda row, s: {"seat": row[0]}),
    EventType("shown", lambda row, s: {"seat": row[0], "card": row[1] + 1}),
    EventType("round", lambda row, s: {"points": list(row[1 : 1 + row[0]])}),
)
