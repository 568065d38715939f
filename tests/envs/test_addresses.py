"""A batch passed by the addresses of its arrays. Compiled code reads it so in every step of all environments; plain Python must do the same."""

from typing import Any

import numpy as np
import pytest

from forno.envs.addresses import addresses_of
from forno.envs.batch import Results, at
from forno.envs.setup import Setup
from forno.rules import GAMES


def same_memory(one: Any, other: Any) -> None:
    if isinstance(one, tuple):
        assert type(one) is type(other)
        for a, b in zip(one, other, strict=True):
            same_memory(a, b)
    elif isinstance(one, np.ndarray):
        assert (one.shape, one.dtype) == (other.shape, other.dtype)
        assert one.size == 0 or one.ctypes.data == other.ctypes.data
    else:
        assert one == other
        assert type(one) is type(other)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_everything_is_found_again(game: str) -> None:
    setup = Setup.of(game, opponents="uniform", seat="random", shaping=0.25, history=3, recall=False)
    batch, config, results = setup.batch(5), setup.config(), Results.none(5, 4, 7)
    same_memory(at(addresses_of(batch, config, results), batch.states, batch.views), (batch, config, results))
