"""The belief for Chef's Hat: which hands sensible players have. A seat that has placed a number rarely kept cards of it.

The clues are the numbers of cards of each kind in a hand, combined with whether its owner has placed that kind in this shift, and with the owner's
role. Their weights come from a logistic regression that tells true states from random worlds (see `fit`).
"""

import numpy as np

from forno.agents.beliefs.weights import CHEFS_HAT
from forno.rules.chefs_hat.rules import GOLDEN, JOKER, PIZZA, SEATS, State, View
from forno.rules.compiling import jit
from forno.rules.game import Numbers

GROUPS = 12  # the numbers 1 to 11, and jokers
MANY, SEVERAL = 5, 3  # counts from this number on are the same clue
BY_ROLE = 2 * GROUPS * MANY  # where the clues by role begin
CLUES = BY_ROLE + (1 + SEATS) * GROUPS * SEVERAL
MOST = 2 * GROUPS * (SEATS - 1)  # that one state can have


@jit
def plausible(v: View, s: State) -> float:
    found = np.empty(MOST, np.int64)
    total = 0.0
    for k in range(clues(v, s, found)):
        total += CHEFS_HAT[found[k]]
    return total


@jit
def clues(v: View, s: State, found: Numbers) -> int:
    """Write the numbers of the clues in the hands of the other seats. Returns how many. There are none before the first pizza."""
    n = 0
    if v.phase != PIZZA:
        return n
    for seat in range(SEATS):
        if seat == v.seat or v.held[seat] == 0:
            continue
        role = int(v.role[seat]) + 1
        for group in range(GROUPS):
            card = group if group < GROUPS - 1 else JOKER
            count = int(s.hand[seat, card])
            if group == GROUPS - 2:
                count += int(s.hand[seat, GOLDEN])
            if count > 0:
                shown = GROUPS if v.placed[seat, card] > 0 else 0
                found[n] = (shown + group) * MANY + min(count, MANY) - 1
                found[n + 1] = BY_ROLE + (role * GROUPS + group) * SEVERAL + min(count, SEVERAL) - 1
                n += 2
    return n
