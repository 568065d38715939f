"""What a seat of Chef's Hat observes. Seats are counted clockwise from the own one, which is 0."""

from typing import Any

from forno.observations.history import Rows, append_events, fields, write_history
from forno.observations.layout import MOST, Layout, Slice, Vector
from forno.observations.writing import HOT, number, numbers, one_hot
from forno.rules.blocks import put_matches, put_word, word
from forno.rules.chefs_hat.events import EVENT_TYPES
from forno.rules.chefs_hat.rules import (
    DECK,
    DINNER,
    HAND,
    OVER,
    SEATS,
    SPECIAL,
    TYPES,
    State,
    View,
)
from forno.rules.compiling import inlined, jit
from forno.rules.log import Log

_SEATS = 0x03020100  # their numbers, as bytes
_CARDS = "by type of card: 1 to 11, golden mozzarella, joker"

LAYOUT = Layout(
    "chefs-hat",
    0,
    (
        Slice("hand", (TYPES,), 0, 10, f"own cards, {_CARDS}"),
        Slice("unseen", (TYPES,), 0, 10, f"cards that the others hold, {_CARDS}"),
        Slice("placed", (SEATS, TYPES), 0, 10, f"in this shift, by whom and {_CARDS}"),
        Slice("held", (SEATS,), 0, HAND + 2, "cards in hand"),
        Slice("passed", (SEATS,), 0, 1, "who has passed on this pizza"),
        Slice("finished", (SEATS, SEATS), 0, 1, "who ran out of cards in this shift, by whom and in which place"),
        Slice("role", (SEATS, SEATS), 0, 1, "by whom: Chef, Sous-Chef, Waiter, Dishwasher; none in the first shift"),
        Slice("points", (SEATS,), 0, MOST, f"up to {MOST}"),
        Slice("target", (1,), 0, MOST, f"points that end the game, up to {MOST}; 0 if shifts end it"),
        Slice("shift", (1,), 0, MOST, f"shifts finished, up to {MOST}"),
        Slice("shifts_left", (1,), 0, MOST, f"if shifts end the game: this one and those to come, up to {MOST}"),
        Slice("phase", (4,), 0, 1, "special action, exchange, pizza, over"),
        Slice("turn", (SEATS,), 0, 1, "who is to decide; nobody where that is a secret"),
        Slice("number", (12,), 0, 1, "of the last placement on this pizza, 1 to 12; none on an empty one"),
        Slice("count", (1,), 0, 13, "of its cards"),
        Slice("last", (SEATS,), 0, 1, "who made it"),
        Slice("special", (2,), 0, 1, "taken in this shift: Dinner is served, Food Fight"),
        Slice("announcer", (SEATS,), 0, 1, "who took it"),
        Slice("gave", (TYPES,), 0, 2, f"own gifts in this shift, {_CARDS}"),
        Slice("got", (TYPES,), 0, 2, f"gifts to oneself, once all have given, {_CARDS}"),
    ),
)


@jit
def observe(v: View, out: Vector) -> None:
    """Spectators observe as seat 0 would, without a hand."""
    own = max(0, int(v.seat))
    at = numbers(out, 0, v.hand, TYPES)
    for start in (0, TYPES - 8):  # eight types at once, some of them twice
        unseen = word(DECK, start, 8) - word(v.hand, start, 8)
        for seat in range(SEATS):
            unseen -= word(v.placed[seat], start, 8)
        put_word(out, at + start, unseen, 8)
    at += TYPES
    for k in range(SEATS):
        at = numbers(out, at, v.placed[(own + k) & 3], TYPES)
    at = _four(out, at, _from(own, word(v.held, 0, 4)))
    at = _four(out, at, _from(own, word(v.passed, 0, 4)))
    put_matches(out, at, _from(own, _SEATS), word(v.finish, 0, 4))
    at += SEATS * SEATS
    put_matches(out, at, _from(own, word(v.role, 0, 4)), _SEATS)
    at += SEATS * SEATS
    for k in range(SEATS):
        at = number(out, at, int(v.points[(own + k) & 3]))
    at = number(out, at, int(v.target) if v.shifts < 0 else 0)
    at = number(out, at, int(v.shift))
    at = number(out, at, int(v.shifts) - int(v.shift) if v.shifts > 0 else 0)
    at = one_hot(out, at, 4, int(v.phase) - SPECIAL)
    at = _seat(out, at, own, int(v.actor) if SPECIAL <= v.phase < OVER else -1)
    at = one_hot(out, at, 12, int(v.number) - 1)
    at = number(out, at, int(v.count))
    at = _seat(out, at, own, int(v.last))
    at = one_hot(out, at, 2, int(v.special) - DINNER)
    at = _seat(out, at, own, int(v.announcer))
    at = _gifts(out, at, v.gave)
    _gifts(out, at, v.got)


@inlined
def _from(own: int, seats: int) -> int:
    """A number for each seat, as bytes, with the own one first."""
    return (seats >> (8 * own)) | (seats << (32 - 8 * own))


@inlined
def _four(out: Vector, at: int, values: int) -> int:
    put_word(out, at, values, SEATS)
    return at + SEATS


@inlined
def _seat(out: Vector, at: int, own: int, seat: int) -> int:
    return one_hot(out, at, SEATS, (seat - own) & 3 if seat >= 0 else -1)


@inlined
def _gifts(out: Vector, at: int, cards: Any) -> int:
    """How many of each type are among two cards. A missing card is -1, which is an empty row."""
    first, second = HOT[cards[0] & 31], HOT[cards[1] & 31]
    for start in (0, TYPES - 8):
        put_word(out, at + start, word(first, start, 8) + word(second, start, 8), 8)
    return at + TYPES


_HISTORY = fields(EVENT_TYPES)


@jit
def remember(s: State, log: Log, ring: Rows) -> None:
    append_events(log, _HISTORY, 1, ring)


@jit
def recall(v: View, ring: Rows, out: Vector) -> None:
    write_history(ring, _HISTORY, max(0, int(v.seat)), SEATS, out)
