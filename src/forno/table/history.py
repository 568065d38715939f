"""What everybody saw the players do since the last shuffle, for agents that draw conclusions from it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from forno.rules.game import SPECTATOR, Actions, Game
from forno.rules.log import SILENT
from forno.rules.records import Records, new_records


class History(NamedTuple):
    """Decisions in order. A view before a decision says who is to make it."""

    views: Records[Any]  # what a spectator saw before each
    actions: Actions


def open_decisions(game: Game, states: Records[Any], actions: Iterable[int]) -> History:
    """Of the decisions that follow a state, those that everybody saw. Overwrites the state."""
    given = list(actions)
    views, made = new_records(len(given) + 1, game.view_dtype), np.zeros(len(given), np.int16)
    n = 0
    for action in given:
        game.view(states, 0, SPECTATOR, views, n)
        if views[n].phase in game.open_phases:
            made[n] = action
            n += 1
        game.step(states, 0, action, SILENT)
    return History(views[:n], made[:n])
