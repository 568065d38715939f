"""What everybody saw the players do since the last shuffle, for agents that draw conclusions from it."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from forno.rules import chance
from forno.rules.game import CHANCE, SPECTATOR, Actions, Game
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


class Recall:
    """Finds the history of a table when somebody asks for it: it plays the game again, from the last shuffle that it knows."""

    def __init__(self, states: Records[Any]) -> None:
        """`states` is the game before the first deal."""
        self._dealt = states  # after a shuffle,
        self._moves = 0  # so many moves,
        self._deals = 0  # and so many shuffles

    def history(self, game: Game, key: bytes, moves: Sequence[tuple[int, int]]) -> History:
        states = self._dealt.copy()
        for done in range(self._moves, len(moves) + 1):
            while game.actor(states, 0) == CHANCE:
                game.deal(states, 0, chance.stream(key, self._deals), SILENT)
                self._dealt, self._moves = states.copy(), done
                self._deals += 1
            if done < len(moves):
                game.step(states, 0, moves[done][1], SILENT)
        return open_decisions(game, self._dealt.copy(), [action for _, action in moves[self._moves :]])
