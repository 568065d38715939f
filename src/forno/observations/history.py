"""The last public events as an optional slice of an observation: `history`, of shape (events, WIDTH), the latest one last.

A row holds the event's code plus one (zeros fill up at the front), then its numbers. While a game is played, rows lie in a ring of its own with the
seats as they are; whoever observes sees them counted from the own one.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from forno.observations.layout import MOST, Slice
from forno.rules.compiling import jit
from forno.rules.events import EVERYBODY, Log

Rows = NDArray[np.int8]
WIDTH = 10  # code, and up to nine numbers
NUMBER, SEAT, ORDER = range(3)  # kinds of numbers; of an order, which one of its owner's it is
Fields = NDArray[np.int8]  # by event: how many numbers are kept (-1: the event is not), then their kinds


def fields(n_codes: int, kept: Mapping[int, tuple[int, ...]]) -> Fields:
    """Which public events are kept, and what the numbers at the front of their rows in the log are."""
    made = np.full((n_codes, WIDTH), -1, np.int8)
    for code, kinds in kept.items():
        made[code, 0] = len(kinds)
        made[code, 1 : 1 + len(kinds)] = kinds
    return made


def history(events: int, codes: int) -> Slice:
    return Slice(
        "history", (events, WIDTH), -1, MOST, f"the last {events} public events, 1 to {codes} and their numbers"
    )


@jit
def listen(log: Log, table: Fields, n_orders: int, ring: Rows) -> None:
    """Append what a log holds."""
    for r in range(1, int(log[0, 0]) + 1):
        code = log[r, 0]
        kept = int(table[code, 0])
        if kept < 0 or log[r, 1] != EVERYBODY:
            continue
        for k in range(ring.shape[0] - 1):
            ring[k, :] = ring[k + 1, :]
        last = ring[ring.shape[0] - 1]
        last[:] = 0
        last[0] = code + 1
        for k in range(1, kept + 1):
            value = int(log[r, 1 + k])
            last[k] = value % n_orders if table[code, k] == ORDER else min(MOST, value)


@jit
def recount(ring: Rows, table: Fields, own: int, players: int, out: Rows) -> None:
    """Write a ring as a seat sees it, into the end of a vector."""
    at = out.shape[0] - ring.shape[0] * WIDTH
    for r in range(ring.shape[0]):
        for k in range(WIDTH):
            out[at + k] = ring[r, k]
        code = ring[r, 0] - 1
        if code >= 0:
            for k in range(1, int(table[code, 0]) + 1):
                if table[code, k] == SEAT and ring[r, k] >= 0:
                    out[at + k] = (int(ring[r, k]) - own + players) % players
        at += WIDTH
