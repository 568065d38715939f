"""What environments compile: called once as each of them calls it."""

from collections.abc import Iterator, Sequence
from functools import partial
from importlib.util import find_spec

import numpy as np

from forno.envs.batch import Ends, first_illegal, reset_all, see, start, step_all, turn
from forno.envs.setup import Setup, stream
from forno.rules.game import Game
from forno.rules.preheat import Step


def steps(games: Sequence[Game]) -> Iterator[Step]:
    """Nothing where no library of environments is installed: who plays need not wait for them."""
    if find_spec("gymnasium"):
        for game in games:
            yield f"{game.title}: environments", partial(_play, game)


def _play(game: Game) -> None:
    setup = Setup(game, opponents="uniform")
    batch, rules, players = setup.batch(1), setup.rules(), setup.players
    batch.rngs[0] = stream(np.random.default_rng(0))[0]
    start(batch, rules, 0)
    turn(batch, rules, 0, int(np.argmax(batch.masks[0])))
    see(batch, rules, 0, 0, batch.observations[0])
    reset_all(batch, rules, np.ones(1, np.bool_))
    actions = np.argmax(batch.masks, axis=1)
    first_illegal(batch, actions)
    ends = Ends.of(1, players, batch.observations.copy())
    step_all(batch, rules, actions, np.zeros(1), np.zeros(1, np.bool_), ends)
