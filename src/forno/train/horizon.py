"""What a position at a shuffle is worth later in the game, beyond the points made so far.

A simulation ends at the next shuffle. What the seats then hold still matters: cards and orders in hand, how many orders are left to deliver, who takes the
pizzas out next. Games among `greedy` show what it leads to, and a linear function of a few observations is fitted to that.
"""

import numpy as np
from numpy.typing import NDArray

from forno.agents.policies import GREEDY, decide
from forno.observations import layout_of, observe_record
from forno.rules import chance
from forno.rules.chance import Rng, open_quick_stream
from forno.rules.compiling import borrowed, jit
from forno.rules.game import CHANCE, NOBODY, Game
from forno.rules.records import Records
from forno.rules.verbs import actor, deal, legal, score, step, view
from forno.train.gather import Scratch, new_scratch

Worths = NDArray[
    np.float32
]  # by the number of shuffles so far, and by input of the observation: points ahead of the others
GAMES = 4000
_MOST_SHUFFLES = 8
_LEADS = (
    "n_ingredients",
    "n_orders",
    "waiting",
)  # slices by seat: what counts is how far a seat is ahead of the others' mean
_OWN = ("holder",)  # slices by seat whose first entry counts


def no_worths(game: Game) -> Worths:
    return np.zeros((0, layout_of(game.id).size), np.float32)


def fit_worths(game: Game, players: int, key: bytes) -> Worths:
    """Empty for a game without the slices that matter here."""
    layout = layout_of(game.id)
    names = (*_LEADS, *_OWN)
    if not set(names) <= set(layout.offsets):
        return no_worths(game)
    rows = GAMES * _MOST_SHUFFLES * players
    seen, seats = np.zeros((rows, layout.size), np.int8), np.zeros(rows, np.int8)
    shuffles, points, final = (
        np.zeros(rows, np.int8),
        np.zeros((rows, players), np.int64),
        np.zeros((rows, players), np.int64),
    )
    n = record_shuffles(
        game.new(players, {}),
        chance.stream(key),
        GAMES,
        new_scratch(game, players),
        seen,
        seats,
        shuffles,
        points,
        final,
    )
    gains, at = (final - points)[:n], np.arange(n)
    own = gains[at, seats[:n]]
    ahead = own - (gains.sum(1) - own) / (players - 1)
    found = np.zeros((1 + int(shuffles[:n].max(initial=0)), layout.size), np.float32)
    for number in range(1, len(found)):
        chosen = shuffles[:n] == number
        features = [_lead(layout.part(seen[:n][chosen], name), players) for name in _LEADS]
        features += [layout.part(seen[:n][chosen], name)[:, 0].astype(float) for name in _OWN]
        weights = np.linalg.lstsq(np.stack([*features, np.ones(chosen.sum())], 1), ahead[chosen], rcond=None)[0]
        for name, weight in zip(names, weights, strict=False):
            at_name = layout.offsets[name]
            found[number, at_name] = weight
            if name in _LEADS:
                found[number, at_name + 1 : at_name + players] = -weight / (players - 1)
    return found


def fit_weights(game: Game, players: int, key: bytes) -> list[list[float]]:
    """The same by round, as `forno.agents.horizon` has it; empty for a game in which only points count."""
    places = [layout_of(game.id).offsets[name] for name in (*_LEADS, *_OWN) if name in layout_of(game.id).offsets]
    return [[round(float(worths[place]), 3) for place in places] for worths in fit_worths(game, players, key)[1:]]


def _lead(values: NDArray[np.int8], players: int) -> NDArray[np.float64]:
    numbers = values[:, :players].astype(float)
    return np.asarray(numbers[:, 0] - numbers[:, 1:].mean(1))


@jit
def record_shuffles(
    template: Records,
    key: Rng,
    games: int,
    scratch: Scratch,
    seen: NDArray[np.int8],
    seats: NDArray[np.int8],
    shuffles: NDArray[np.int8],
    points: NDArray[np.int64],
    final: NDArray[np.int64],
) -> int:
    """Let `greedy` play games, and write what each seat sees before each shuffle but the first, with the points of all then and at the end."""
    rng, log, actions = scratch.rng, borrowed(scratch.log), borrowed(scratch.actions)
    s, v = scratch.states[0], scratch.views[0]
    players, rows = points.shape[1], 0
    for g in range(games):
        open_quick_stream(rng, key, g)
        scratch.states[0] = template[0]
        first, number = rows, 0
        while True:
            seat = int(actor(s))
            if seat == NOBODY:
                break
            if seat == CHANCE:
                if 0 < number < _MOST_SHUFFLES:
                    for own in range(players):
                        view(s, own, v)
                        observe_record(v, seen[rows])
                        seats[rows], shuffles[rows] = own, number
                        score(s, points[rows])
                        rows += 1
                deal(s, rng, log)
                number += 1
                continue
            n = int(legal(s, actions))
            action = int(actions[0])
            if n > 1:
                view(s, seat, v)
                action = int(decide(GREEDY, v, actions, n, rng))
            step(s, action, log)
        for row in range(first, rows):
            score(s, final[row])
    return rows
