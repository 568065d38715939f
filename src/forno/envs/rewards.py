"""What a game was worth to each seat: settings, all but `points` with sum zero."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.compiling import jit
from forno.rules.game import Numbers
from forno.rules.records import Record, Records
from forno.rules.verbs import rank, score

Rewards = NDArray[np.float64]

NAMES = {
    "rank": "from 1 for the first to -1 for the last, in equal steps; equals share",
    "win": "1 for the winner, who gets it from the others in equal parts; equals share",
    "difference": "own points less the others' average",
    "points": "own points",
}
RANK, WIN, DIFFERENCE, POINTS = range(4)


@jit
def pay(s: Record, kind: int, worst: int, loser: int, numbers: Numbers, rewards: Rewards) -> None:
    """By seat, at the end of a game; with a `loser` (else -1), of one that ended since that seat broke the rules.

    That one is last and all others share the victory; its points count as `worst`. `numbers` is room to work in.
    """
    players = rewards.shape[0]
    if kind in (RANK, WIN):
        rank(s, numbers)
        for seat in range(players):
            if loser >= 0:
                numbers[seat] = players - 1 if seat == loser else 0
        for seat in range(players):
            same = 0
            for other in range(players):
                if numbers[other] == numbers[seat]:
                    same += 1
            if kind == RANK:
                rewards[seat] = 1 - (2 * numbers[seat] + same - 1) / (players - 1)
            else:
                won = 1 / same if numbers[seat] == 0 else 0.0
                rewards[seat] = (players * won - 1) / (players - 1)
        return
    score(s, numbers)
    if loser >= 0:
        numbers[loser] = worst
    total = 0
    for seat in range(players):
        total += numbers[seat]
    for seat in range(players):
        rewards[seat] = numbers[seat]
        if kind == DIFFERENCE:
            rewards[seat] -= (total - numbers[seat]) / (players - 1)


@jit
def pay_at(states: Records, i: int, kind: int, worst: int, loser: int, numbers: Numbers, rewards: Rewards) -> None:
    """The same from Python, which passes arrays faster than records."""
    pay(states[i], kind, worst, loser, numbers, rewards)
