"""Cards counted by kind, in one number with a byte for each kind. There may be up to 127 of each, and 255 in all.

Compiled code copies and passes it for nothing, and does all kinds at once. An array would need memory, and its references would be counted
at each call, which once took half of the time of a simulation.
"""

from forno.rules.compiling import compilable, jit
from forno.rules.records import Int8s

NO_CARDS = 0
_BITS = 8
_ONES = 0x010101010101  # one card of each kind
_HIGH = 0x808080808080  # the highest bits of all kinds


@jit
def packed(counts: Int8s) -> int:
    cards = NO_CARDS
    for kind in range(counts.shape[0]):
        cards |= int(counts[kind]) << (_BITS * kind)
    return cards


@compilable
def count(cards: int, kind: int) -> int:
    return (cards >> (_BITS * kind)) & 255


@compilable
def of_kind(kind: int, n: int) -> int:
    """So many cards of a kind, to be added to others with +."""
    return n << (_BITS * kind)


@compilable
def without(cards: int, others: int) -> int:
    """Of each kind what the first have more than the others."""
    left = (cards | _HIGH) - others
    kept = left & _HIGH  # of the kinds of which there are enough
    return left & (kept - (kept >> (_BITS - 1)))


@compilable
def in_all(cards: int) -> int:
    return ((cards * _ONES) >> 40) & 255  # the multiplication adds all bytes in the sixth one
