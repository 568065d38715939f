"""What training compiles."""

import numpy as np

from forno import warmup
from forno.agents.networks import Network
from forno.rules.game import Game
from forno.train.settings import Settings, thresholds
from forno.train.tasks import GatherTask, Opponents, PlayTask, do_gather, do_play


def training_part(game: Game) -> warmup.Part:
    """The loops that gather experience and evaluate."""
    return warmup.loop_part("training", game, _compile_loops)


def _compile_loops(game: Game) -> None:
    """Play a few decisions with a network of zeros."""
    counts = thresholds(game.id)
    shapes = ((len(counts) + int(counts.sum()), 8), 8, (8, 8), 8, (game.n_actions + 1, 8), game.n_actions + 1)
    advice = ((0, 8), 0)
    network = Network(counts, *(np.zeros(shape, np.float32) for shape in (*shapes, *advice)))
    players, key = game.players[-1], bytes(32)
    do_gather(GatherTask(key, game.id, players, 2, network, Opponents(), Settings()))
    do_play(PlayTask(key, game.id, players, 1, network, Opponents()))
