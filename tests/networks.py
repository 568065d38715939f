"""Networks for tests: random weights for any game."""

from pathlib import Path

import numpy as np

from forno.agents.networks import Network, NetworkFile
from forno.agents.networks.sight import sight_of
from forno.observations import layout_of
from forno.rules import find
from forno.rules.game import Game


def random_network(game: Game, seed: int = 0, hidden: int = 16, *, is_plain: bool = False) -> Network:
    """Some of its inputs have thresholds, some below their largest value. Every second network takes advice, and every fourth one ratings."""
    rng = np.random.default_rng(seed)
    layout = layout_of(game.id) if is_plain else sight_of(game.id)
    inputs, outputs = layout.size, game.n_actions + 1
    thresholds = rng.integers(0, 4, inputs).astype(np.uint8)
    layers = ((inputs + int(thresholds.sum()), hidden), hidden, (hidden, hidden), hidden, (outputs, hidden), outputs)
    advised = seed % 2 * game.n_actions
    rated = (seed % 4 == 3) * game.n_actions
    shapes = (*layers, (advised, hidden), advised, (rated, hidden), rated)
    arrays = [rng.normal(size=shape).astype(np.float16).astype(np.float32) for shape in shapes]
    return Network(thresholds, *arrays, is_plain=is_plain)


def saved_network(path: Path, game_id: str, seed: int = 0) -> Path:
    game = find(game_id)
    NetworkFile(game_id, tuple(game.players), random_network(game, seed), {"command": "a test"}).save(path)
    return path
