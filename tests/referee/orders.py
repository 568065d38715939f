"""The orders of the Mamma Mia! games and the ways to bake them, written from the rules alone."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

INGREDIENTS: tuple[str, ...] = ("pineapple", "olive", "pepper", "mushroom", "salami", "shrimp")
Cards = Counter[str]
Way = tuple[str, ...]  # the chosen kinds


@dataclass(frozen=True)
class Order:
    fixed: dict[str, int] = field(default_factory=dict)  # always taken
    chosen: int = 0  # kinds that the owner chooses
    each: int = 0  # cards of each of them
    among: tuple[str, ...] = ()
    fewest: bool = False  # MM-23
    crossed: str | None = None  # MP-12
    everything: int = 0  # MM-21: takes everything on the table, at least this many cards


def classic(seat: int) -> dict[str, Order]:
    """MM-2."""
    own = INGREDIENTS[seat]
    others = tuple(kind for kind in INGREDIENTS[:5] if kind != own)
    return {
        **{f"4-{kind}": Order({own: 1, kind: 4}) for kind in others},
        "each": Order(dict.fromkeys(INGREDIENTS[:5], 1)),
        "bombastica": Order(everything=15),
        "monotoni": Order({own: 1}, 1, 6, others),
        "minimale": Order({own: 1}, 1, 3, others, fewest=True),
    }


def plus(seat: int, edition: str) -> dict[str, Order]:
    """MP-4, MP-10 to MP-13."""
    own = INGREDIENTS[seat]
    clockwise = [INGREDIENTS[(seat + turn) % 6] for turn in range(1, 6)]
    a, b, c, d, e = clockwise
    others = tuple(clockwise)
    first, second = sorted((b, d), key=INGREDIENTS.index)
    return {
        **{f"4-{kind}": Order({own: 1, kind: 4}) for kind in others},
        "each": Order(dict.fromkeys(INGREDIENTS, 1)),
        f"2-{first}-2-{second}": Order({own: 1, b: 2, d: 2}),
        "bombastica": Order(everything=15),
        "monotoni": Order({own: 1}, 1, 6, others),
        "ghiottona": Order({own: 1}, 2, 4 if edition == "en" else 5, others),
        "monotoni-junior": Order({}, 1, 5, others, crossed=own),
        "minipizza": Order({e: 3}, crossed=own),
        "minimale": Order({own: 1}, 1, 4, others, fewest=True),
        "mamma-mia-1": Order({own: 1}, 1, 5, (a, c)),
        "mamma-mia-2": Order({own: 1}, 1, 5, (b, d)),
    }


def ways(order: Order, table: Mapping[str, int]) -> dict[Way, Cards]:
    """The cards that each choice takes. Empty if the order cannot be baked, whatever is added. Not for Bombastica."""
    if order.crossed and table.get(order.crossed, 0):
        return {}
    among = [kind for kind in INGREDIENTS if kind in order.among]
    if order.fewest:
        lying = [table[kind] for kind in among if table.get(kind, 0)]
        among = [kind for kind in among if lying and table.get(kind, 0) == min(lying)]
    found = {}
    for way in combinations(among, order.chosen):
        found[way] = Counter(order.fixed) + Counter(dict.fromkeys(way, order.each))
    return found
