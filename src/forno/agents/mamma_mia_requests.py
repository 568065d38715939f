"""What an agent asks the others for in Mamma Mia! Plus: no more than somebody may hold."""

from forno.agents.card_counts import count, in_all
from forno.rules.compiling import jit
from forno.rules.counts import total
from forno.rules.game import Actions
from forno.rules.mamma_mia.plus import NAME
from forno.rules.mamma_mia.recipes import count_of, is_bombastica, taken
from forno.rules.mamma_mia.state import Edition, View


@jit
def may_be_met(v: View, edition: Edition, recipe: int, way: int, table: int, hand: int) -> bool:
    """Whether somebody else may hold what a way lacks: one player must give all of it."""
    if _most_held(v) < max(1, n_lacking(recipe, way, table, hand, edition.kinds)):
        return False
    if is_bombastica(recipe):
        return True
    for kind in range(edition.kinds):
        lacks = taken(recipe, way, kind) - count(table, kind) - count(hand, kind)
        if lacks > 0 and lacks > _unseen(v, edition, kind):
            return False
    return True


@jit
def _most_held(v: View) -> int:
    """How many ingredients another player has in hand, at most."""
    most = 0
    for seat in range(v.players):
        if seat != v.seat:
            most = max(most, int(v.n_ingredients[seat]))
    return most


@jit
def _unseen(v: View, edition: Edition, kind: int) -> int:
    """How many cards of a kind the others and the supply have, at most."""
    unseen = int(v.copies) - int(v.table[kind]) - int(v.used[kind]) - int(v.hand[kind])
    for k in range(v.at, v.n_oven):
        if v.oven[k] == kind:
            unseen -= 1
    return unseen


@jit
def n_lacking(recipe: int, way: int, table: int, hand: int, kinds: int) -> int:
    """How many cards a way lacks on the table and in hand."""
    if is_bombastica(recipe):
        return max(0, count_of(recipe) - in_all(table) - in_all(hand))
    n = 0
    for kind in range(kinds):
        n += max(0, taken(recipe, way, kind) - count(table, kind) - count(hand, kind))
    return int(n)


@jit
def request(v: View, hand: int, legal: Actions, n: int) -> int:
    """As few as possible. For Bombastica an equal share of each kind, because few players hold many of one."""
    recipe = int(v.recipe[v.seat, v.order])
    if not is_bombastica(recipe):
        return int(legal[0])
    missing = max(1, count_of(recipe) - total(v.table) - in_all(hand)) - total(v.asked)
    kinds = v.table.shape[0] - int(v.asking)
    share = (missing + kinds - 1) // kinds
    return int(legal[max(0, min(n - 1, share - requested(v, legal[0])))])


@jit
def requested(v: View, action: int) -> int:
    """The number of cards in a request."""
    return int(action - NAME - 16 * int(v.asking))


@jit
def may_hold(v: View, edition: Edition, hand: int, cards: int) -> bool:
    """Whether one other player may hold all that is asked for: so far, now this many cards of a kind, and what must follow."""
    recipe, kind = int(v.recipe[v.seat, v.order]), int(v.asking)
    later = 0
    if not is_bombastica(recipe):
        for other in range(kind + 1, edition.kinds):
            later += max(0, taken(recipe, int(v.chosen), other) - int(v.table[other]) - count(hand, other))
    return total(v.asked) + cards + later <= _most_held(v) and cards <= _unseen(v, edition, kind)
