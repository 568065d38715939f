"""What a network sees, and by which numbers it knows the actions.

It is what a seat observes, for most games. A game may add what a player would work out first, and turn the table so that
every seat sees it as seat 0 would: what is learnt in one seat then helps in all of them. Both are made from the view alone.
"""

from typing import Any, NamedTuple, Protocol

import numpy as np

from forno.agents.networks import mamma_mia_sight
from forno.observations import Layout, Vector, layout_of, observe_record
from forno.rules import find
from forno.rules.compiling import jit
from forno.rules.game import Actions, V_contra
from forno.rules.records import Record, Records
from forno.rules.verbs import register, verb


class See(Protocol[V_contra]):
    def __call__(self, v: V_contra, out: Vector, /) -> None: ...


class Rename(Protocol[V_contra]):
    """Write the network's numbers of the first n actions."""

    def __call__(self, v: V_contra, actions: Actions, n: int, out: Actions, /) -> None: ...


class Sight(NamedTuple):
    see: See[Any]
    rename: Rename[Any]


@jit
def _observe(v: Record, out: Vector) -> None:
    observe_record(v, out)


@jit
def _keep(v: Record, actions: Actions, n: int, out: Actions) -> None:
    for k in range(n):
        out[k] = actions[k]


_LAYOUTS = {"mamma-mia": mamma_mia_sight.LAYOUT, "mamma-mia-plus": mamma_mia_sight.LAYOUT_PLUS}
register(Sight(mamma_mia_sight.see, mamma_mia_sight.rename), find("mamma-mia").view_dtype)
register(Sight(mamma_mia_sight.see_plus, mamma_mia_sight.rename_plus), find("mamma-mia-plus").view_dtype)

see, rename = verb("see", default=_observe), verb("rename", default=_keep)  # for compiled code


def sight_of(game_id: str) -> Layout:
    """The inputs of a network."""
    return _LAYOUTS.get(game_id) or layout_of(game_id)


@jit
def _see_one(views: Records, actions: Actions, out: Vector, names: Actions) -> None:
    see(views[0], out)
    rename(views[0], actions, actions.shape[0], names)


def see_one(game_id: str, view: Records[Any], actions: Actions) -> tuple[Vector, Actions]:
    """What a network sees of a view, and its numbers of the actions."""
    out, names = np.zeros(sight_of(game_id).size, np.int8), np.zeros(len(actions), np.int16)
    _see_one(view, actions, out, names)
    return out, names
