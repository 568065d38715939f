"""Chef's Hat with a few cards: the number of different shifts, counted by hand and by a naive second program."""

import random
from functools import cache

import pytest

from positions import Kitchen, kitchen

JOKER = 12
Hands = tuple[tuple[int, ...], ...]


def shifts(made: Kitchen) -> int:
    """The number of ways to play the shift to its end, by the rules under test."""
    if made.s.shift > 0:
        return 1
    return sum(shifts(made.copy().do(text)) for text in made.legal())


@pytest.mark.rule("CH-11", "CH-13")
def test_each_one_card_and_the_lowest_first() -> None:
    """Seat 0's 2 is never topped: three pass, seat 1 must place its 3, two pass, seat 2 its 4: one way."""
    assert shifts(kitchen("2 / 3 / 4 / 5", toy=True)) == 1


@pytest.mark.rule("CH-11", "CH-13")
def test_each_one_card_and_the_highest_first() -> None:
    """On seat 3's 5, each of the seats 0 to 2 may be the first that does not pass, or none.

    0 tops: 1 and 2 can only pass, then 1 must start and the shift ends: 1 way. 0 passes and 1 tops: 2 can only pass and must start: 1.
    0 and 1 pass and 2 tops: seat 0, the next with cards, must start: 1. All pass: 0 must start, 1 and 2 pass, 1 must start: 1. Together 4.
    """
    assert shifts(kitchen("2 / 3 / 4 / 5", actor=3, toy=True)) == 4


@pytest.mark.rule("CH-8", "CH-10")
def test_two_of_a_kind() -> None:
    """Seat 0 with 3 3 starts, the others have one card each: 2, 4, 5.

    With both: out, all pass; 1 must place the 2, others pass; 2 must place the 4, which ends it: 1 way.
    With one: seat 1 passes or tops with its 2 (out).
      Tops: 2, 3, 0 pass; next with cards is 2: the 4 (out): 3 passes (5 > 4), 0 tops (ends it), or passes, and then 3 must
      place the 5, which ends it: 2 ways.
      Passes: 2, 3 pass; 0 must place the other 3 (out): 1 tops or passes.
        Tops: 2 and 3 pass; 2 must place the 4: ends: 1 way.
        Passes: 2, 3 pass; 1 must place the 2 (out); 2, 3 pass; 2 must place the 4: ends: 1 way.
    Together 1 + 2 + 2 = 5.
    """
    assert shifts(kitchen("3x2 / 2 / 4 / 5", toy=True)) == 5


@cache
def naive(hands: Hands, turn: int, top: tuple[int, int, int] | None, passed: frozenset[int]) -> int:
    """The same count with plain lists. `top` is the number, count and seat of the last placement."""
    if sum(not hand for hand in hands) >= 3:
        return 1
    total = 0 if top is None else naive_next(hands, turn, top, passed | {turn})
    for number in {card for card in hands[turn] if card != JOKER}:
        for naturals in range(1, hands[turn].count(number) + 1):
            for jokers in range(hands[turn].count(JOKER) + 1):
                if top is None or (number < top[0] and naturals + jokers >= top[1]):
                    cards = [number] * naturals + [JOKER] * jokers
                    total += naive_place(hands, turn, cards, (number, len(cards), turn), passed)
    if top is None:
        for jokers in range(1, hands[turn].count(JOKER) + 1):
            total += naive_place(hands, turn, [JOKER] * jokers, (JOKER, jokers, turn), passed)
    return total


def naive_place(hands: Hands, turn: int, cards: list[int], top: tuple[int, int, int], passed: frozenset[int]) -> int:
    left = list(hands[turn])
    for card in cards:
        left.remove(card)
    after = (*hands[:turn], tuple(left), *hands[turn + 1 :])
    if sum(not hand for hand in after) >= 3:
        return 1
    return naive_next(after, turn, top, passed)


def naive_next(hands: Hands, turn: int, top: tuple[int, int, int], passed: frozenset[int]) -> int:
    order = [(turn + ahead) % 4 for ahead in range(1, 5)]
    able = [seat for seat in order if hands[seat] and seat not in passed and seat != top[2]]
    if able:
        return naive(hands, able[0], top, passed)
    starts = next(seat for seat in ((top[2] + ahead) % 4 for ahead in range(4)) if hands[seat])
    return naive(hands, starts, None, frozenset())


@pytest.mark.parametrize("number", range(25))
def test_toy_decks_against_the_naive_program(number: int) -> None:
    rng = random.Random(number)  # noqa: S311  any cards will do
    hands: list[list[int]] = [[], [], [], []]
    for seat in (0, 1, 2, 3, *(rng.randrange(4) for _ in range(3))):
        hands[seat].append(rng.choice([2, 3, 3, 4, 4, 5, 5, 5, JOKER]))
    while sum(hand.count(JOKER) for hand in hands) > 2:
        next(hand for hand in hands if JOKER in hand).remove(JOKER)
    hands = [hand or [9] for hand in hands]
    text = "/".join(" ".join("joker" if card == JOKER else str(card) for card in hand) for hand in hands)
    expected = naive(tuple(tuple(hand) for hand in hands), 0, None, frozenset())
    assert shifts(kitchen(text, toy=True)) == expected
