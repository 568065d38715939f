"""Recipes: what an order takes, packed into one number.

The functions work on a recipe both in Python and in compiled code. Which kinds the owner may choose from is not part of the recipe.
"""

from collections.abc import Mapping

from forno.rules.compiling import compilable

FORMS = ("normale", "bombastica", "monotoni", "minimale", "ghiottona", "monotoni-junior", "minipizza", "mamma-mia")
NORMALE, BOMBASTICA, MONOTONI, MINIMALE, GHIOTTONA, MONOTONI_JUNIOR, MINIPIZZA, MAMMA_MIA = range(8)
NOTHING = 7  # crossed out

_NEED_BITS = 3  # for each of up to six kinds, from bit 0 on
_FORM = 18  # 3 bits
_CHOSEN = 21  # 2 bits
_COUNT = 23  # 4 bits
_CROSSED = 27  # 3 bits


def pack(form: int, need: Mapping[int, int], chosen: int, count: int, crossed: int) -> int:
    recipe = sum(n << (_NEED_BITS * kind) for kind, n in need.items())
    return recipe | form << _FORM | chosen << _CHOSEN | count << _COUNT | crossed << _CROSSED


@compilable
def form_of(recipe: int) -> int:
    return (recipe >> _FORM) & 7


@compilable
def is_bombastica(recipe: int) -> bool:
    return (recipe >> _FORM) & 7 == BOMBASTICA


@compilable
def needed(recipe: int, kind: int) -> int:
    """How many cards of a kind the order takes whatever is chosen."""
    return (recipe >> (_NEED_BITS * kind)) & 7


@compilable
def chosen_kinds(recipe: int) -> int:
    """How many different kinds the owner chooses."""
    return (recipe >> _CHOSEN) & 3


@compilable
def count_of(recipe: int) -> int:
    """How many cards of each chosen kind the order takes. For Bombastica: how many cards of any kinds, at least."""
    return (recipe >> _COUNT) & 15


@compilable
def taken(recipe: int, way: int, kind: int) -> int:
    """How many cards of a kind the order takes if the kinds of the bit set `way` are chosen."""
    n = needed(recipe, kind)
    if (way >> kind) & 1:
        n += count_of(recipe)
    return n


@compilable
def crossed_out(recipe: int) -> int:
    """The kind that must not lie on the table, or NOTHING."""
    return (recipe >> _CROSSED) & 7
