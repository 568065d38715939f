"""What a seat observes, as a vector for learners: from its view alone, in named slices, documented in docs/observations.md."""

from typing import NamedTuple, Protocol

import numpy as np

from forno.envs.observations import chefs_hat, mamma_mia
from forno.envs.observations.layout import Layout, Slice, Vector
from forno.rules import find
from forno.rules.game import BadSetup
from forno.rules.kernel import Record, Records, jit
from forno.rules.verbs import register, verb

__all__ = ["Layout", "Slice", "Vector", "layout_of", "observe", "observe_one"]


class Observe(Protocol):
    def __call__(self, v: Record, out: Vector, /) -> None: ...


class _Eyes(NamedTuple):
    layout: Layout
    observe: Observe


_EYES = {
    "mamma-mia": _Eyes(mamma_mia.LAYOUT, mamma_mia.observe),
    "mamma-mia-plus": _Eyes(mamma_mia.LAYOUT_PLUS, mamma_mia.observe_plus),
    "chefs-hat": _Eyes(chefs_hat.LAYOUT, chefs_hat.observe),
}
for _game, _eyes in _EYES.items():
    register(_eyes, find(_game).seen)

observe = verb("observe")  # observe(v, out): for compiled code; fills a vector of the layout's size from a view


def layout_of(game: str) -> Layout:
    if game not in _EYES:
        raise BadSetup(f"there are no observations of {game!r} yet, only of {', '.join(_EYES)}.")
    return _EYES[game].layout


@jit
def _observe_at(views: Records, j: int, out: Vector) -> None:
    observe(views[j], out)


def observe_one(game: str, views: Records, j: int = 0) -> Vector:
    """A new vector from a view, such as `Table.view` gives."""
    out = np.empty(layout_of(game).size, np.int8)
    _observe_at(views, j, out)
    return out
