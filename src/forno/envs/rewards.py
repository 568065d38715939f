"""Rewards. All kinds except `points` sum to zero over the seats. All except `shift` are paid at the end of the game."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.compiling import jit
from forno.rules.game import Numbers
from forno.rules.records import Record, Records
from forno.rules.verbs import rank, score

Rewards = NDArray[np.float64]

NAMES = {
    "rank": "from 1 for first place to -1 for last place, in equal steps; ties share",
    "win": "1 for the winner, paid by the others in equal parts; ties share",
    "difference": "own points minus the average of the others",
    "points": "own points",
    "shift": "like `difference`, but paid as the points are scored: at the end of each shift or round",
}
RANK, WIN, DIFFERENCE, POINTS, SHIFT = range(5)


@jit
def compute_rewards(s: Record, kind: int, worst: int, loser: int, numbers: Numbers, rewards: Rewards) -> None:
    """Write the reward of each seat to `rewards`.

    `loser` is the seat that ended the game with an illegal action, or -1. It takes last place with `worst` points, and the others share first
    place. `numbers` is scratch space.
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
        if kind in (DIFFERENCE, SHIFT):
            rewards[seat] -= (total - numbers[seat]) / (players - 1)


@jit
def compute_rewards_at(
    states: Records, i: int, kind: int, worst: int, loser: int, numbers: Numbers, rewards: Rewards
) -> None:
    """`compute_rewards` for Python callers, which pass arrays faster than records."""
    compute_rewards(states[i], kind, worst, loser, numbers, rewards)
