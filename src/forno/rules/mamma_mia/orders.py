"""Orders for people and programs: their recipes by name, instead of the rules' bit fields."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forno.rules.mamma_mia.decks import COUNT, CROSSED, FORM, FORMS, GROUPS, KINDS, NEED, NOTHING

Counts = dict[str, int]  # cards by kind; kinds without cards are left out


@dataclass(frozen=True)
class Recipe:
    """What an order takes."""

    form: str  # "normale", "bombastica", "monotoni", …
    needs: Counts  # in any case
    kinds: int  # how many kinds the owner chooses
    cards: int  # of each of them; for Bombastica, cards in all, at least
    of: list[str]  # the kinds among which the owner chooses
    crossed: str | None  # the kind that must not lie on the table


def recipe(s: Any, seat: int, order: int) -> Recipe:
    """What an order of a seat takes, from a state or a view."""
    code, choice = int(s.recipe[seat, order]), int(s.choice[seat, order])
    kinds, crossed = s.recipe.shape[0], code >> CROSSED & 7
    return Recipe(
        form=FORMS[code >> FORM & 7],
        needs=by_kind([code >> NEED * kind & 7 for kind in range(kinds)]),
        kinds=code >> GROUPS & 3,
        cards=code >> COUNT & 15,
        of=[KINDS[kind] for kind in range(kinds) if choice >> kind & 1],
        crossed=None if crossed == NOTHING else KINDS[crossed],
    )


def by_kind(numbers: Sequence[int]) -> Counts:
    """Counts in the order of the kinds, by name."""
    return {kind: n for kind, n in zip(KINDS, numbers, strict=False) if n}
