"""What a position at a shuffle is worth later."""

import numpy as np

from forno.observations import layout_of
from forno.rules import find
from forno.train.horizon import fit_worths

GAME = find("mamma-mia")


def test_orders_that_are_left_are_worth_something() -> None:
    """With two players one runs out of orders, so those left count for nearly half, and those of the other as much against one."""
    layout = layout_of(GAME.id)
    found = fit_worths(GAME, 2, bytes(32))
    assert found.shape == (3, layout.size)
    assert not found[0].any()
    at = layout.offsets["waiting"]
    waiting = found[1:, at : at + 5]
    assert (waiting[:, 0] > 0.2).all()
    assert np.array_equal(waiting[:, 1], -waiting[:, 0])
    assert not waiting[:, 2:].any()
    assert found.tobytes() == fit_worths(GAME, 2, bytes(32)).tobytes()


def test_other_games_have_only_points() -> None:
    assert len(fit_worths(find("tiny-game"), 2, bytes(32))) == 0
