"""Worlds of Tiny Game: states that a seat cannot tell from the real one."""

import numpy as np

from forno.rules.chance import Rng, shuffle
from forno.rules.compiling import jit
from tiny_game.rules import CARDS, State, View, copy_public


@jit
def resample(v: View, rng: Rng, deduce: bool, s: State) -> None:
    """Deal the cards that this seat has not seen to the others at random. There is nothing to deduce in this game."""
    copy_public(v, s)
    s.hand[:] = 0
    s.secret[:] = -1
    unseen = np.zeros(CARDS, np.int8)
    n = 0
    for card in range(CARDS):
        if v.hand[card] == 0 and v.played[card] < 0 and v.secret != card and not np.any(v.shown == card):
            unseen[n] = card
            n += 1
    shuffle(rng, unseen[:n])
    for seat in range(v.players):
        if seat == v.seat:
            s.hand[seat] = v.hand
            s.secret[seat] = v.secret
            continue
        for _ in range(v.held[seat]):
            n -= 1
            s.hand[seat, unseen[n]] = 1
        if v.hidden[seat] == 1:
            n -= 1
            s.secret[seat] = unseen[n]
