"""The loops of the training are compiled once, for all processes that the tests start."""

import pytest

from forno.rules import find
from forno.train.parts import training_part


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    for game in ("tiny-game", "chefs-hat"):
        part = training_part(find(game))
        if not part.is_compiled:
            part.compile()
