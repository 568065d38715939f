"""The verbs for compiled code that serves every game: which game is meant follows from the record's type.

A compiled loop over `verbs.step` and the rest is written once, and Numba makes a version for each game that it is called with (and keeps
it on disk like any other compiled function).
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numba.extending import overload
from numba.np.numpy_support import as_dtype

from forno.rules import GAMES
from forno.rules.chance import below
from forno.rules.game import CHANCE, NOBODY, Actions, Game
from forno.rules.kernel import Log, Records, jit


def game_of(dtype: np.dtype[Any]) -> Game:
    for game in GAMES:
        if dtype in (game.state, game.seen):
            return game
    raise TypeError(f"no game has a record like this: {dtype}")


def _generic(name: str) -> Callable[..., Any]:
    def verb(records: Records, *args: Any) -> Any:
        return getattr(game_of(records.dtype), name)(records, *args)

    @overload(verb, strict=False)
    def compiled(records: Any, *args: Any) -> Callable[..., Any]:
        function = getattr(game_of(as_dtype(records.dtype)), name)
        return lambda records, *args: function(records, *args)  # noqa: PLW0108  Numba wants a plain function

    return verb


deal = _generic("deal")
actor = _generic("actor")
legal = _generic("legal")
step = _generic("step")
score = _generic("score")
rank = _generic("rank")
view = _generic("view")
resample = _generic("resample")


@jit
def play_out(states: Records, i: int, rng: Records, actions: Actions, log: Log) -> int:
    """Play at random to the end; the number of decisions."""
    moves = 0
    while True:
        seat = actor(states, i)
        if seat == NOBODY:
            return moves
        if seat == CHANCE:
            deal(states, i, rng, log)
        else:
            n = legal(states, i, actions)
            step(states, i, actions[below(rng, n)], log)
            moves += 1


@jit
def play_games(template: Records, states: Records, games: int, rng: Records, actions: Actions, log: Log) -> int:
    """Play games at random from a template, one after the other; the number of decisions."""
    moves = 0
    for _ in range(games):
        states[0] = template[0]
        moves += play_out(states, 0, rng, actions, log)
    return moves
