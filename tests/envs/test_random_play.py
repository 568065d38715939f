"""Random actions."""

import numpy as np

from forno.envs.random_play import pick
from forno.rules import chance


def test_legal_actions_are_equally_likely() -> None:
    allowed = [0, 31, 32, 100, 223, 224, 228]
    masks = np.zeros((7000, 229), np.int8)
    masks[:, allowed] = 1
    actions = np.zeros(len(masks), np.int64)
    pick(masks, chance.quick_stream(bytes(32)), actions)
    counts = np.bincount(actions, minlength=229)
    assert np.flatnonzero(counts).tolist() == allowed
    assert (np.abs(counts[allowed] - 1000) < 150).all()  # five standard deviations


def test_each_game_uses_its_own_mask() -> None:
    rng = np.random.default_rng(1)
    masks = (rng.random((500, 84)) < 0.1).astype(np.int8)
    masks[3] = 0
    actions = np.full(len(masks), -1)
    pick(masks, chance.quick_stream(bytes(32)), actions)
    assert actions[3] == 0
    chosen = masks[np.arange(len(masks)), actions] == 1
    assert chosen.sum() == (masks.sum(1) > 0).sum()
