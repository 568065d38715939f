"""Agents for Chef's Hat, compiled. They read a view (`forno.rules.chefs_hat.SEEN`) and choose among the legal actions."""

from forno.rules.chefs_hat import (
    EXCHANGE,
    GIVE,
    GOLDEN,
    JOKERS_ALONE,
    PLACED_JOKERS,
    PLACED_NATURALS,
    PLACED_NUMBER,
    SPECIAL,
)
from forno.rules.game import Actions
from forno.rules.kernel import Records, jit


@jit
def larger_value(views: Records, j: int, legal: Actions, n: int, rng: Records) -> int:
    """Sheds the commonest cards, as many as it can, jokers with them; passes only if it must.

    Gives the commonest cards away, and takes every special action.
    """
    if views[j].phase == SPECIAL:
        return int(legal[n - 1])
    if views[j].phase == EXCHANGE:
        return _commonest_gift(legal, n)
    best = legal[0]
    for action in legal[:n]:
        if action < JOKERS_ALONE and _outweighs(action, best):
            best = action
    return int(best)


@jit
def _outweighs(action: int, other: int) -> bool:
    if PLACED_NUMBER[action] != PLACED_NUMBER[other]:
        return bool(PLACED_NUMBER[action] > PLACED_NUMBER[other])
    return bool(PLACED_NATURALS[action] + PLACED_JOKERS[action] >= PLACED_NATURALS[other] + PLACED_JOKERS[other])


@jit
def _commonest_gift(legal: Actions, n: int) -> int:
    """The highest number, a plain mozzarella before the golden one, never a joker."""
    best = legal[0]
    for action in legal[:n]:
        if action < GIVE + GOLDEN:
            best = action
    return int(best)


@jit
def greedy(views: Records, j: int, legal: Actions, n: int, rng: Records) -> int:
    """A sensible person: counts what is out, sheds common cards in whole sets, keeps jokers and rare cards for when they win a pizza."""
    return larger_value(views, j, legal, n, rng)
