"""What a seat observes, as a vector for learners: named slices, made from its view alone (see docs/observations.md)."""

from dataclasses import replace
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from forno.observations import chefs_hat, mamma_mia, plain
from forno.observations.history import WIDTH, Rows
from forno.observations.history import history as history_slice
from forno.observations.layout import Layout, Slice, Vector
from forno.rules import GAMES, find
from forno.rules.compiling import jit
from forno.rules.game import Game, S_contra, V_contra
from forno.rules.log import Log
from forno.rules.records import Records
from forno.rules.verbs import register, verb

__all__ = [
    "WIDTH",
    "Layout",
    "Rows",
    "Slice",
    "Vector",
    "layout_of",
    "observe",
    "observe_all",
    "observe_one",
    "observe_record",
    "recall",
    "remember",
]


class Observe(Protocol[V_contra]):
    def __call__(self, v: V_contra, out: Vector, /) -> None: ...


class Remember(Protocol[S_contra]):
    def __call__(self, s: S_contra, log: Log, ring: Rows, /) -> None: ...


class Recall(Protocol[V_contra]):
    def __call__(self, v: V_contra, ring: Rows, out: Vector, /) -> None: ...


class _Observer(NamedTuple):
    """One game's layout and compiled functions."""

    layout: Layout
    observe: Observe[Any]
    remember: Remember[Any]
    recall: Recall[Any]


_OWN = {
    "mamma-mia": _Observer(mamma_mia.LAYOUT, mamma_mia.observe, mamma_mia.remember, mamma_mia.recall),
    "mamma-mia-plus": _Observer(mamma_mia.LAYOUT_PLUS, mamma_mia.observe_plus, mamma_mia.remember, mamma_mia.recall),
    "chefs-hat": _Observer(chefs_hat.LAYOUT, chefs_hat.observe, chefs_hat.remember, chefs_hat.recall),
}


def _observer(game: Game) -> _Observer:
    """The fallback for a game without a layout: the fields of its view."""
    return _OWN.get(game.id) or _Observer(plain.layout(game), plain.observer(game), *plain.history_functions(game))


_OBSERVERS = {game.id: _observer(game) for game in GAMES}
for _game in GAMES:
    register(_OBSERVERS[_game.id], _game.view_dtype, _game.state_dtype)

# For compiled code.
observe_record = verb(
    "observe"
)  # observe_record(v, out): fills a vector from a view, with zeros in place of the history
remember = verb("remember")  # remember(s, log, ring): appends the public events of a log of this state's game
recall = verb("recall")  # recall(v, ring, out): writes them as the slice `history` into the end of a vector


def layout_of(game_id: str, history: int = 0) -> Layout:
    """`history` adds a slice with the last public events, at most this many."""
    game = find(game_id)
    layout = _OBSERVERS[game_id].layout
    if history:
        layout = replace(layout, slices=(*layout.slices, history_slice(history, len(game.event_types))))
    return layout


@jit
def _observe_at(views: Records, j: int, out: Vector) -> None:
    observe_record(views[j], out)


def observe(view: Records[Any]) -> Vector:
    """What a seat observes, as a new vector, from its view: what `Table.view` returns or an agent gets. `layout_of` names its slices."""
    for game in GAMES:
        if game.view_dtype == view.dtype:
            return observe_one(game.id, view)
    raise TypeError("this is not a view of a game")


def observe_one(game: str, views: Records[Any], j: int = 0) -> Vector:
    """Like `observe`, for one of several views of a game."""
    out = np.empty(layout_of(game).size, np.int8)
    _observe_at(views, j, out)
    return out


@jit
def observe_all(views: Records, out: NDArray[np.int8]) -> None:
    """Fill one row of `out` for each view."""
    for k in range(views.shape[0]):
        observe_record(views[k], out[k])
