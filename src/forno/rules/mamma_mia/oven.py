"""Taking pizzas out: the oven is turned over and revealed card by card (MM-16 to MM-25).

The functions stop at every order that needs a decision. Each game then decides for itself who is asked.
"""

import numpy as np

from forno.rules.blocks import put
from forno.rules.compiling import inlined, jit
from forno.rules.counts import total
from forno.rules.game import Actions
from forno.rules.log import EVERYBODY, Log, emit
from forno.rules.mamma_mia.events import (
    BAKED,
    BAKED_USED,
    FAILED,
    LAID,
    LEFT,
    LEFT_TABLE,
    REVEALED,
    REVEALED_TABLE,
    ROUND,
    ROUND_OVEN,
)
from forno.rules.mamma_mia.recipes import (
    BOMBASTICA,
    MINIMALE,
    NOTHING,
    chosen_kinds,
    count_of,
    crossed_out,
    form_of,
    taken,
)
from forno.rules.mamma_mia.state import ADD, DEAL, OVER, Edition, State, number_of, spend

# Bit sets of kinds in ascending order, by the number of kinds; padded with -1.
WAYS = np.full((3, 15), -1, np.int8)
for _groups in range(3):
    _ways = [way for way in range(2**6) if way.bit_count() == _groups]
    WAYS[_groups, : len(_ways)] = _ways


@jit
def reveal(s: State, edition: Edition, log: Log) -> int:
    """Take out cards up to an order that is neither impossible nor baked without a decision.

    Returns in how many ways table and own hand complete it, or -1 when the oven is empty.
    """
    kinds = edition.kinds
    while s.at < s.n_oven:
        card = s.oven[s.at]
        s.at += 1
        if card < kinds:  # MM-16
            s.table[card] += 1
            emit(log, LAID, EVERYBODY, card, s.table[card])
            continue
        s.owner = (card - kinds) // edition.n_orders
        s.order = (card - kinds) % edition.n_orders
        row = emit(log, REVEALED, EVERYBODY, s.owner, card - kinds)
        if row > 0:
            put(log[row], REVEALED_TABLE, s.table, kinds)
        if choices(s) < 0:
            fail(s, edition, log)
            continue
        free, own, way = count_ways(s)
        if free == 1 and own == 1:  # MM-17, MM-24
            bake(s, way, edition, log)
            continue
        return own
    return -1


@jit
def choices(s: State) -> int:
    """The kinds that the owner can choose from, as a bit set; -1 if the order cannot be baked, whatever is added."""
    recipe = s.recipe[s.owner, s.order]
    crossed = crossed_out(recipe)
    if crossed != NOTHING and s.table[crossed] > 0:  # MP-12
        return -1
    if form_of(recipe) != MINIMALE:
        return int(s.choice[s.owner, s.order])
    fewest = 127  # MM-23
    allowed = -1
    for kind in range(s.table.shape[0]):
        if s.table[kind] > 0 and (s.choice[s.owner, s.order] >> kind) & 1:
            if s.table[kind] < fewest:
                fewest = s.table[kind]
                allowed = 0
            if s.table[kind] == fewest:
                allowed |= 1 << kind
    return allowed


@jit
def needs(s: State, way: int, kind: int) -> int:
    """How many cards of a kind the order takes if the kinds of `way` are chosen."""
    return int(taken(s.recipe[s.owner, s.order], way, kind))


@jit
def is_bombastica(s: State) -> bool:
    return bool(form_of(s.recipe[s.owner, s.order]) == BOMBASTICA)


@jit
def lacks(s: State) -> int:
    """MM-21: how many cards a Bombastica lacks on the table."""
    return int(max(0, count_of(s.recipe[s.owner, s.order]) - total(s.table)))


@jit
def price(s: State, way: int) -> int:
    """How many cards the owner must add: 0 if the way is free, -1 if their hand cannot complete it."""
    if is_bombastica(s):
        lack = lacks(s)
        return lack if s.n_ingredients[s.owner] >= lack else -1
    total = 0
    for kind in range(s.table.shape[0]):
        short = needs(s, way, kind) - s.table[kind]
        if short > s.hand[s.owner, kind]:
            return -1
        total += max(0, short)
    return total


@inlined
def list_ways(s: State, ways: Actions) -> int:
    """Write the sets of kinds that the owner can choose, in ascending order. Returns how many."""
    allowed, groups = choices(s), chosen_kinds(s.recipe[s.owner, s.order])
    n = 0
    for way in WAYS[groups]:
        if way >= 0 and way & ~allowed == 0:
            ways[n] = way
            n += 1
    return n


@jit
def count_ways(s: State) -> tuple[int, int, int]:
    """MM-24: how many ways are free, how many table and own hand complete, and the last of these or -1."""
    allowed, groups = choices(s), chosen_kinds(s.recipe[s.owner, s.order])
    free, own, found = 0, 0, -1
    for way in WAYS[groups]:
        if way >= 0 and way & ~allowed == 0:
            cost = price(s, way)
            if cost >= 0:
                own += 1
                found = int(way)
            if cost == 0:
                free += 1
    return free, own, found


@jit
def bake(s: State, way: int, edition: Edition, log: Log) -> None:
    """Use the ingredients: first from the table, then what the helper gives, the rest from the owner (MM-17, MM-18)."""
    owner = s.owner
    row = emit(log, BAKED, EVERYBODY, owner, number_of(edition, owner, s.order), s.helper)
    everything = is_bombastica(s)
    for kind in range(edition.kinds):
        asked = s.asked[kind] if s.helper >= 0 else 0
        if everything:
            given = s.added[kind]
            from_table = s.table[kind]
        else:
            need = needs(s, way, kind)
            from_table = min(need, s.table[kind])
            given = need - from_table - asked
            spend(s, owner, kind, given)
        if asked > 0:
            spend(s, s.helper, kind, asked)
        s.table[kind] -= from_table
        s.used[kind] += from_table + given + asked
        if row > 0:
            log[row, BAKED_USED + kind] = from_table + given + asked
            log[row, BAKED_USED + edition.kinds + kind] = given
    s.done[owner] += 1
    s.baked[owner] |= 1 << int(s.order)
    _close_order(s, edition, log)


@jit
def fail(s: State, edition: Edition, log: Log) -> None:
    """MM-19."""
    owner = s.owner
    emit(log, FAILED, EVERYBODY, owner, number_of(edition, owner, s.order))
    for k in range(s.waiting[owner], 0, -1):
        s.waiter[owner, k] = s.waiter[owner, k - 1]
    s.waiter[owner, 0] = s.order
    s.waiting[owner] += 1
    s.under[owner] += 1
    _close_order(s, edition, log)


@jit
def _close_order(s: State, edition: Edition, log: Log) -> None:
    row = emit(log, LEFT, EVERYBODY)
    if row > 0:
        put(log[row], LEFT_TABLE, s.table, edition.kinds)
    s.owner = s.helper = -1
    s.order = s.chosen = s.asking = s.missing = s.refused = 0
    s.asked[:] = 0
    s.added[:] = 0


@inlined
def begin_bake(s: State, way: int, edition: Edition, log: Log) -> bool:
    """Bake the order. False if the owner must first choose cards to add to a Bombastica (MM-21)."""
    if is_bombastica(s):
        s.missing = lacks(s)
        if s.helper >= 0:
            s.missing -= total(s.asked)
        if s.missing > 0:
            s.phase = ADD
            s.actor = s.owner
            return False
    bake(s, way, edition, log)
    return True


@inlined
def add(s: State, kind: int, edition: Edition, log: Log) -> bool:
    """Add one card to a Bombastica. True when it is baked."""
    spend(s, s.owner, kind, 1)
    s.added[kind] += 1
    s.missing -= 1
    if s.missing > 0:
        return False
    bake(s, 0, edition, log)
    return True


@jit
def end_round(s: State, edition: Edition, log: Log) -> None:
    """MM-25, MM-26."""
    row = emit(log, ROUND, EVERYBODY, s.holder)
    if row > 0:
        used = ROUND_OVEN + edition.kinds
        put(log[row], ROUND_OVEN, s.table, edition.kinds)
        put(log[row], used, s.used, edition.kinds)
    s.n_oven = s.at = 0
    for kind in range(edition.kinds):
        s.oven[s.n_oven : s.n_oven + s.table[kind]] = kind
        s.n_oven += s.table[kind]
    s.table[:] = 0
    s.said[:] = -1
    s.emptied += 1
    s.phase = OVER if s.emptied == s.rounds else DEAL
