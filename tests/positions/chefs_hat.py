"""Chef's Hat positions, written as text.

Hands: "1 2x2 7x3 golden joker / … / … / …", seat 0 first. A hand may be empty.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules import find
from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import (
    DECK,
    EMPTY,
    EXCHANGE,
    HAND,
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
from positions.position import Position

GAME = find("chefs-hat")
EVERY_SEAT = (*range(SEATS), SPECTATOR)
# All 68 cards: seat 0 has the rarest, seat 3 the golden mozzarella and the jokers.
SORTED = "1 2x2 3x3 4x4 5x5 6x2 / 6x4 7x7 8x6 / 8x2 9x9 10x6 / 10x4 11x10 golden jokerx2"


def count_cards(text: str) -> NDArray[np.int8]:
    """The number of cards of each type."""
    found = np.zeros(TYPES, np.int8)
    for word in text.split():
        name, _, many = word.partition("x")
        found[CARDS.index(name)] += int(many or 1)
    return found


def hand_text(hand: Any) -> str:
    """The inverse of `count_cards`."""
    return " ".join(name if n == 1 else f"{name}x{n}" for name, n in zip(CARDS, hand, strict=True) if n)


class ChefsHatPosition(Position[State, View]):
    @property
    def players(self) -> int:
        return SEATS

    @property
    def points(self) -> list[int]:
        return list(self.state.points.tolist())

    @property
    def roles(self) -> str:
        return " ".join(ROLES[role] if role >= 0 else "-" for role in self.state.role)

    def hand(self, seat: int) -> str:
        return hand_text(self.state.hand[seat])


def new_game(**options: int | None) -> ChefsHatPosition:
    """A game before its first deal."""
    return ChefsHatPosition(GAME, GAME.new(SEATS, options))


def set_up(
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
) -> ChefsHatPosition:
    """Set up a pizza. `on` is the text of the last placement, `last` its seat. `out` are the seats that have finished, in order.

    Cards in no hand have been placed before, so that every seat was dealt 17. Use `placed` where it matters who placed what.
    With `toy`, the deck has only the cards in the hands.
    """
    position = new_game(target=target, shifts=shifts)
    s = position.state
    s.phase, s.actor, s.shift, s.points[:] = PIZZA, actor, shift, points
    s.hand[:] = [count_cards(text) for text in hands.split("/")]
    s.held[:] = s.hand.sum(axis=1)
    if roles:
        s.role[:] = [ROLES.index(role) for role in roles.split()]
    if on:
        action = GAME.parse(position.states, 0, on)
        s.number, s.count = PLACED_NUMBER[action], PLACED_NATURALS[action] + PLACED_JOKERS[action]
        s.last = last
    else:
        s.number = EMPTY
    s.passed[list(passed)] = 1
    s.finish[: len(out)] = out
    s.out = len(out)
    s.placed[:] = [count_cards(text) for text in placed.split("/")]
    if not toy:
        _place_the_rest(s)
    return position


def _place_the_rest(s: Any) -> None:
    rest = DECK - s.hand.sum(axis=0) - s.placed.sum(axis=0)
    assert (rest >= 0).all(), "more cards than the deck has"
    cards = iter(np.repeat(np.arange(TYPES), rest))
    for seat in range(SEATS):
        for _ in range(HAND - s.held[seat] - s.placed[seat].sum()):
            s.placed[seat, next(cards)] += 1
    assert next(cards, None) is None
    assert (s.hand.sum(axis=0) + s.placed.sum(axis=0) == DECK).all()


def set_up_exchange(hands: str, roles: str, *, asked: int | None = None, **settings: Any) -> ChefsHatPosition:
    """Set up the start of a later shift, with full hands. `asked` is the seat that may take the special action."""
    position = set_up(hands, roles=roles, shift=1, **settings)
    s = position.state
    assert (s.held == HAND).all()
    s.phase = EXCHANGE if asked is None else SPECIAL
    s.actor = roles.split().index("chef") if asked is None else asked
    return position
