"""Fit the weights of the beliefs to simulated games. `make beliefs` writes them into weights.py.

At some decisions of games among `greedy` agents, the true state is compared with a random world for the same view. A logistic regression that
tells the two apart by their clues estimates the logarithm of the ratio of their densities, which is how plausible a random world is.
"""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from forno.agents.beliefs.chefs_hat import CLUES, MOST, clues
from forno.agents.policies import GREEDY, decide
from forno.rules import chance, find
from forno.rules.chance import Rng
from forno.rules.chefs_hat.rules import PIZZA, State, View
from forno.rules.compiling import jit
from forno.rules.game import CHANCE, NOBODY, Actions
from forno.rules.log import SILENT, Log
from forno.rules.records import Records, new_records
from forno.rules.verbs import actor, deal, legal, resample, step, view

PAIRS = 150_000
SHIFTS = 6  # a game
EVERY = 7  # one decision in this many is used, since neighbours are alike
KEY = b"what they hold, by what they do."
DOUBT = 5.0  # regularisation: pulls weights of rare clues to zero
STEPS = 12  # of Newton's method

Differences = NDArray[np.int8]


@jit
def _collect(
    template: Records[State],
    states: Records[State],
    worlds: Records[State],
    views: Records[View],
    rngs: Rng,
    actions: Actions,
    log: Log,
    rows: Differences,
) -> None:
    """Fill each row with the clues of a true state, less those of a world."""
    found = np.empty(MOST, np.int64)
    seen, row = 0, 0
    while True:
        states[0] = template[0]
        while True:
            seat = actor(states[0])
            if seat == NOBODY:
                break
            if seat == CHANCE:
                deal(states[0], rngs[:1], log)
                continue
            n = legal(states[0], actions)
            view(states[0], seat, views[0])
            action = decide(GREEDY, views[0], actions, n, rngs[:1])
            seen += n > 1 and views[0].phase == PIZZA
            if seen == EVERY:
                seen = 0
                for k in range(clues(views[0], states[0], found)):
                    rows[row, found[k]] += 1
                resample(views[0], rngs[1:], True, worlds[0])
                for k in range(clues(views[0], worlds[0], found)):
                    rows[row, found[k]] -= 1
                row += 1
                if row == rows.shape[0]:
                    return
            step(states[0], action, log)


def differences(pairs: int) -> Differences:
    game = find("chefs-hat")
    rows = np.zeros((pairs, CLUES), np.int8)
    states, worlds, views = (
        new_records(1, game.state_dtype),
        new_records(1, game.state_dtype),
        new_records(1, game.view_dtype),
    )
    rngs = new_records(2, chance.STREAM)
    for number in range(2):
        rngs[number] = chance.quick_stream(KEY, number)[0]
    _collect(
        game.new(4, {"shifts": SHIFTS}), states, worlds, views, rngs, np.zeros(game.n_actions, np.int16), SILENT, rows
    )
    return rows


def fitted(rows: Differences) -> NDArray[np.float64]:
    """The weights that tell true states from worlds."""
    x = rows.astype(np.float64)
    weights = np.zeros(x.shape[1])
    for _ in range(STEPS):
        wrong = 1 / (1 + np.exp(x @ weights))
        slope = x.T @ wrong - DOUBT * weights
        bend = (x * (wrong * (1 - wrong))[:, np.newaxis]).T @ x + DOUBT * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def module(weights: NDArray[np.float64]) -> str:
    numbers = [f"{weight:.2f}" for weight in weights]
    lines = [", ".join(numbers[k : k + 15]) for k in range(0, len(numbers), 15)]
    body = "".join(f"    {line},\n" for line in lines)
    return f'''"""Written by `make beliefs`: see fit.py."""

import numpy as np

# fmt: off
CHEFS_HAT = np.array([
{body}])
'''


def write() -> None:
    Path(__file__).with_name("weights.py").write_text(module(fitted(differences(PAIRS))), encoding="utf-8")
