"""Orders for people and programs: recipes by name, unpacked from the numbers of the rules."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.recipes import FORMS, NOTHING, chosen_kinds, count_of, crossed_out, form_of, needed

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
    kinds, crossed = s.recipe.shape[0], crossed_out(code)
    return Recipe(
        form=FORMS[form_of(code)],
        needs=by_kind([needed(code, kind) for kind in range(kinds)]),
        kinds=chosen_kinds(code),
        cards=count_of(code),
        of=[KINDS[kind] for kind in range(kinds) if choice >> kind & 1],
        crossed=None if crossed == NOTHING else KINDS[crossed],
    )


def by_kind(numbers: Sequence[int]) -> Counts:
    """Counts in the order of the kinds, by name."""
    return {kind: n for kind, n in zip(KINDS, numbers, strict=False) if n}
