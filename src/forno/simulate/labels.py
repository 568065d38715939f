"""What a data set says of the cards and points beyond observations: the shift or round, its points, and the true hands."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules.game import BadSetup, Game
from forno.rules.records import Records

Arrays = dict[str, NDArray[Any]]


def round_name(game: Game) -> str:
    """What the parts of a game are called."""
    return "shift" if game.has_shifts else "round"


def round_points(
    seats: NDArray[Any], numbers: NDArray[np.int16], before: NDArray[Any], final: NDArray[Any]
) -> NDArray[np.int16]:
    """The points that the deciding seat gets in the shift or round of each decision of a game.

    `numbers` are the shifts or rounds, `before` the points so far by decision and seat, `final` those at the end of the game.
    """
    starts = np.flatnonzero(np.diff(numbers, prepend=-1))
    at_start = before[starts]
    at_end = np.concatenate([at_start[1:], final[np.newaxis]])
    which = np.searchsorted(starts, np.arange(len(seats)), side="right") - 1
    gained: NDArray[np.int16] = (at_end - at_start)[which, seats].astype(np.int16)
    return gained


def hidden_shapes(game: Game) -> dict[str, tuple[int, ...]]:
    """The columns of `hidden` and their shapes. Raise BadSetup if the game has no hands."""
    dtype = game.state_dtype
    if dtype.names is None or "hand" not in dtype.names or len(dtype["hand"].shape) != 2:
        raise BadSetup(f"{game.title} has no hands that could be written as labels.")
    shapes: dict[str, tuple[int, ...]] = {"hands": dtype["hand"].shape}
    if "menu" in dtype.names:
        shapes["orders_in_hand"] = dtype["waiter"].shape
    return shapes


def hidden(game: Game, states: Records[Any], seats: NDArray[Any], players: int) -> Arrays:
    """The true hands of all seats, counted clockwise from the deciding one as in observations. Empty seats come last."""
    order = np.arange(game.state_dtype["hand"].shape[0])
    turned = np.where(order < players, (seats[:, np.newaxis] + order) % players, order)
    rows = np.arange(len(states))[:, np.newaxis]
    found: Arrays = {"hands": np.asarray(states["hand"])[rows, turned]}
    if "menu" in (game.state_dtype.names or ()):
        n_orders = game.state_dtype["waiter"].shape[1]
        menus = np.asarray(states["menu"])[rows, turned]
        found["orders_in_hand"] = ((menus[..., np.newaxis] >> np.arange(n_orders)) & 1).astype(np.int8)
    return found
