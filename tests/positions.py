"""Chef's Hat positions, written readably.

Hands are texts: "1 2x2 7x3 golden joker / … / … / …", seat 0 first; a hand may be empty.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from forno.rules import chance, find
from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import (
    DECK,
    EMPTY,
    EXCHANGE,
    HAND,
    OVER,
    PIZZA,
    PLACED_JOKERS,
    PLACED_NATURALS,
    PLACED_NUMBER,
    SEATS,
    SPECIAL,
    TYPES,
    State,
    View,
)
from forno.rules.game import SPECTATOR
from forno.rules.log import new_log
from forno.rules.records import Records, new_records
from forno.table.event import read_log

if TYPE_CHECKING:
    from forno.table import Event

GAME = find("chefs-hat")
EVERY_SEAT = (*range(SEATS), SPECTATOR)
# All 68 cards, 17 to each: seat 0 has the rarest, seat 3 golden mozzarella and jokers.
SORTED = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8x2 9x9 10x6 / 10x4 11x10 golden jokerx2"


def key(number: int) -> bytes:
    return number.to_bytes(32, "little")


def counts(text: str) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Cards by type."""
    found = np.zeros(TYPES, np.int8)
    for word in text.split():
        name, _, many = word.partition("x")
        found[CARDS.index(name)] += int(many or 1)
    return found


def hand_text(hand: Any) -> str:
    """The inverse of `counts`."""
    return " ".join(name if n == 1 else f"{name}x{n}" for name, n in zip(CARDS, hand, strict=True) if n)


class Kitchen:
    """One state, and what has happened to it since it was set up."""

    def __init__(self, states: Records[State]) -> None:
        self.states = states
        self.events: list[Event] = []

    @property
    def s(self) -> Any:
        return self.states[0]

    @property
    def actor(self) -> int:
        return GAME.actor(self.states, 0)

    @property
    def points(self) -> list[int]:
        return list(self.s.points.tolist())

    @property
    def roles(self) -> str:
        return " ".join(ROLES[role] if role >= 0 else "-" for role in self.s.role)

    @property
    def ranks(self) -> list[int]:
        ranks = np.zeros(SEATS, np.int64)
        GAME.rank(self.states, 0, ranks)
        return list(ranks.tolist())

    def hand(self, seat: int) -> str:
        return hand_text(self.s.hand[seat])

    def legal(self) -> list[str]:
        actions = np.zeros(GAME.n_actions, np.int16)
        n = GAME.legal(self.states, 0, actions)
        return [GAME.describe(self.states, 0, int(action)) for action in actions[:n]]

    def do(self, *texts: str) -> "Kitchen":
        """One action after the other, each of the seat that is to act then; they must be legal."""
        for text in texts:
            assert text in self.legal(), f"{text} is not among {self.legal()}"
            log = new_log(GAME.max_events)
            GAME.step(self.states, 0, GAME.parse(self.states, 0, text), log)
            self._listen(log)
        return self

    def deal(self, number: int) -> "Kitchen":
        log = new_log(GAME.max_events)
        GAME.deal(self.states, 0, chance.stream(key(number)), log)
        self._listen(log)
        return self

    def _listen(self, log: Any) -> None:
        self.events += read_log(GAME, self.states, log, len(self.events))

    def heard(self, name: str) -> list[dict[str, Any]]:
        return [event.data.as_json() for event in self.events if event.name == name]

    def view(self, seat: int) -> Records[View]:
        views = new_records(1, GAME.view_dtype)
        GAME.view(self.states, 0, seat, views, 0)
        return views

    def world(self, seat: int, stream: int, *, deduce: bool = True) -> "Kitchen":
        """A state as it may be, for all that a seat knows."""
        states = new_records(1, GAME.state_dtype)
        GAME.resample(self.view(seat), 0, chance.stream(key(99), stream), deduce, states, 0)
        return Kitchen(states)

    def copy(self) -> "Kitchen":
        return Kitchen(self.states.copy())


def new(**options: int | None) -> Kitchen:
    """A game before its first deal."""
    return Kitchen(GAME.new(SEATS, options))


def kitchen(
    hands: str,
    *,
    actor: int = 0,
    on: str = "",
    last: int = -1,
    passed: tuple[int, ...] = (),
    out: tuple[int, ...] = (),
    roles: str = "",
    points: tuple[int, ...] = (0, 0, 0, 0),
    shift: int = 0,
    target: int = 15,
    shifts: int | None = None,
    placed: str = "///",
    toy: bool = False,
) -> Kitchen:
    """A pizza under way: `on` is the last placement's text, by `last`; `out` who has finished, in order.

    Cards that are in no hand have been placed before, so that everybody was dealt 17; `placed` says which of them by whom, where that
    matters. A toy deck has only the cards in the hands.
    """
    made = new(target=target, shifts=shifts)
    s = made.s
    s.phase, s.actor, s.shift, s.points[:] = PIZZA, actor, shift, points
    s.hand[:] = [counts(text) for text in hands.split("/")]
    s.held[:] = s.hand.sum(axis=1)
    if roles:
        s.role[:] = [ROLES.index(role) for role in roles.split()]
    if on:
        action = GAME.parse(made.states, 0, on)
        s.number, s.count = PLACED_NUMBER[action], PLACED_NATURALS[action] + PLACED_JOKERS[action]
        s.last = last
    else:
        s.number = EMPTY
    s.passed[list(passed)] = 1
    s.finish[: len(out)] = out
    s.out = len(out)
    s.placed[:] = [counts(text) for text in placed.split("/")]
    if not toy:
        _place_the_rest(s)
    return made


def _place_the_rest(s: Any) -> None:
    rest = DECK - s.hand.sum(axis=0) - s.placed.sum(axis=0)
    assert (rest >= 0).all(), "more cards than the deck has"
    cards = iter(np.repeat(np.arange(TYPES), rest))
    for seat in range(SEATS):
        for _ in range(HAND - s.held[seat] - s.placed[seat].sum()):
            s.placed[seat, next(cards)] += 1
    assert next(cards, None) is None
    assert (s.hand.sum(axis=0) + s.placed.sum(axis=0) == DECK).all()


def exchange(hands: str, roles: str, *, asked: int | None = None, **settings: Any) -> Kitchen:
    """The start of a later shift, with whole hands; `asked`: the seat that may take the special action."""
    made = kitchen(hands, roles=roles, shift=1, **settings)
    s = made.s
    assert (s.held == HAND).all()
    s.phase = EXCHANGE if asked is None else SPECIAL
    s.actor = roles.split().index("chef") if asked is None else asked
    return made


def is_over(made: Kitchen) -> bool:
    return bool(made.s.phase == OVER)
