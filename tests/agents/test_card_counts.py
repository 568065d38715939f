"""Cards counted by kind in one number."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from forno.agents.card_counts import NO_CARDS, count, in_all, of_kind, packed, without

KINDS = range(6)
HANDS = st.lists(st.integers(0, 42), min_size=len(KINDS), max_size=len(KINDS))


def cards(counts: list[int]) -> int:
    return int(packed(np.array(counts, np.int8)))


@given(HANDS)
def test_each_kind_is_counted(counts: list[int]) -> None:
    assert [count(cards(counts), kind) for kind in KINDS] == counts
    assert in_all(cards(counts)) == sum(counts)
    assert sum(of_kind(kind, counts[kind]) for kind in KINDS) == cards(counts)


@given(HANDS, HANDS)
def test_nothing_is_taken_that_is_not_there(counts: list[int], others: list[int]) -> None:
    """The kinds do not mix, whichever of them runs out."""
    left = [max(0, n - m) for n, m in zip(counts, others, strict=True)]
    assert without(cards(counts), cards(others)) == cards(left)


def test_the_most_that_is_possible() -> None:
    """127 of one kind, and 255 in all."""
    assert without(cards([127] * 6), cards([127] * 6)) == NO_CARDS
    assert without(NO_CARDS, cards([127] * 6)) == NO_CARDS
    assert in_all(cards([127, 127, 1, 0, 0, 0])) == 255
