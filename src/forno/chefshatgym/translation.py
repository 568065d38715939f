"""Actions, cards and boards of ChefsHatGYM, and ours.

Their 200 actions are our first 200 in another order: `pass` is their last, a joker alone the one before it. They have no two jokers alone.
"""

from collections.abc import Sequence

from forno.rules.chefs_hat.rules import GIVE, JOKER, JOKERS_ALONE, MOZZARELLA, PASS

N_ACTIONS = 200
THEIR_PASS, THEIR_JOKER = N_ACTIONS - 1, N_ACTIONS - 2
ACTIONS = (
    *(
        f"C{number};Q{naturals};J{jokers}"
        for number in range(1, 12)
        for naturals in range(1, number + 1)
        for jokers in range(3)
    ),
    "C0;Q0;J1",
    "pass",
)
BOARD, HAND = 11, 17  # lengths of their lists, which are padded with 0
JOKER_CARD, EMPTY_BOARD = 12, 13
SCALE = 13  # their observations are divided by it


def our_action(theirs: int) -> int:
    """Our number of one of their actions."""
    if theirs == THEIR_PASS:
        return PASS
    return JOKERS_ALONE if theirs == THEIR_JOKER else theirs + 1


def their_action(ours: int) -> int | None:
    """None for what is not in their list: two jokers alone, gifts and special actions."""
    if ours == PASS:
        return THEIR_PASS
    if ours < JOKERS_ALONE:
        return ours - 1
    return THEIR_JOKER if ours == JOKERS_ALONE else None


def cards_of(counts: Sequence[int]) -> list[int]:
    """The cards of a hand in ascending order, from counts by type. Every mozzarella is 11, jokers are 12."""
    numbers = [*range(1, 12), 11, JOKER_CARD]
    return [number for number, count in zip(numbers, counts, strict=True) for _ in range(count)]


def card_named(name: str) -> int:
    """Their number of a card in our events."""
    return {"golden": 11, "joker": JOKER_CARD}.get(name) or int(name)


def gift(card: int, legal: Sequence[int]) -> int | None:
    """Our action that gives away one of their cards, or None if the hand lacks it. A plain mozzarella goes before the golden one."""
    kinds = {JOKER_CARD: [JOKER], 11: [MOZZARELLA, MOZZARELLA + 1]}.get(card, [card - 1])
    return next((GIVE + kind for kind in kinds if GIVE + kind in legal), None)


def board_of(number: int, naturals: int, jokers: int) -> list[int]:
    return padded([number] * naturals + [JOKER_CARD] * jokers or [EMPTY_BOARD], BOARD)


def padded(cards: Sequence[int], places: int) -> list[int]:
    """Filled up with zeros. Their lists are too short for eleven cards of a number with jokers: the rest is cut off."""
    return [*cards, *[0] * places][:places]
