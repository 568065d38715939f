"""Their words for actions, cards and boards, and ours.

Their 200 actions are our first 200 in another order: the pass is their last, jokers alone (one, never two) the last but one.
"""

from collections.abc import Sequence

from forno.rules.chefs_hat.rules import GIVE, JOKER, JOKERS_ALONE, MOZZARELLA, PASS

N_ACTIONS = 200
PASS_THERE, JOKER_THERE = N_ACTIONS - 1, N_ACTIONS - 2
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
BOARD, HAND = 11, 17  # places in their lists; 0 is none
JOKER_CARD, EMPTY_BOARD = 12, 13
SCALE = 13  # their observations are divided by it


def our_action(theirs: int) -> int:
    """The number of one of their actions here."""
    if theirs == PASS_THERE:
        return PASS
    return JOKERS_ALONE if theirs == JOKER_THERE else theirs + 1


def their_action(ours: int) -> int | None:
    """None for what is no action there: two jokers alone, gifts and special actions (which they ask for otherwise)."""
    if ours == PASS:
        return PASS_THERE
    if ours < JOKERS_ALONE:
        return ours - 1
    return JOKER_THERE if ours == JOKERS_ALONE else None


def cards_of(counts: Sequence[int]) -> list[int]:
    """A hand, from counts by type: ascending, every mozzarella an 11, jokers 12."""
    numbers = [*range(1, 12), 11, JOKER_CARD]
    return [number for number, count in zip(numbers, counts, strict=True) for _ in range(count)]


def card_named(name: str) -> int:
    """From our events' texts."""
    return {"golden": 11, "joker": JOKER_CARD}.get(name) or int(name)


def gift(card: int, legal: Sequence[int]) -> int | None:
    """Our action that gives one of their cards away: of the mozzarellas a plain one, as long as there is one. None if it is not there."""
    kinds = {JOKER_CARD: [JOKER], 11: [MOZZARELLA, MOZZARELLA + 1]}.get(card, [card - 1])
    return next((GIVE + kind for kind in kinds if GIVE + kind in legal), None)


def board_of(number: int, naturals: int, jokers: int) -> list[int]:
    return padded([number] * naturals + [JOKER_CARD] * jokers or [EMPTY_BOARD], BOARD)


def padded(cards: Sequence[int], places: int) -> list[int]:
    """With zeros at the end; what is beyond (11 of one number with jokers) has no place in their lists."""
    return [*cards, *[0] * places][:places]
