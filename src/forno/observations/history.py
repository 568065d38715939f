"""The last public events as an optional slice of an observation: `history`, of shape (events, WIDTH), the latest one last.

A row holds the event's code plus one, then its numbers. While there are fewer events than rows, the first rows are zero. During a game the rows are kept in a
buffer with absolute seats; an observer sees seats relative to its own.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from forno.observations.layout import MOST, Slice
from forno.rules.blocks import put
from forno.rules.compiling import jit
from forno.rules.event_data import HISTORY, ORDER, SEAT, EventData
from forno.rules.log import EVERYBODY, FIRST_NUMBER, Log

Rows = NDArray[np.int8]
WIDTH = 1 + HISTORY  # code and numbers
Fields = NDArray[np.int8]  # by event: how many numbers are kept (-1: the event is not), then what they mean


def fields(event_types: Sequence[type[EventData]]) -> Fields:
    """What a history keeps of each event. Only public events enter it, whatever this table says of others."""
    made = np.full((len(event_types), WIDTH), -1, np.int8)
    for code, event in enumerate(event_types):
        if event.history is not None:
            meanings = event.meanings()
            made[code, 0] = len(meanings)
            made[code, 1 : 1 + len(meanings)] = meanings
    return made


def history(events: int, codes: int) -> Slice:
    return Slice(
        "history", (events, WIDTH), -1, MOST, f"the last {events} public events, 1 to {codes} and their numbers"
    )


@jit
def append_events(log: Log, table: Fields, n_orders: int, ring: Rows) -> None:
    """Append the events of a log."""
    for r in range(1, int(log[0, 0]) + 1):
        code = log[r, 0]
        kept = int(table[code, 0])
        if kept < 0 or log[r, 1] != EVERYBODY:
            continue
        for k in range(ring.shape[0] - 1):
            put(ring[k], 0, ring[k + 1], ring.shape[1])
        last = ring[ring.shape[0] - 1]
        last[:] = 0
        last[0] = code + 1
        for k in range(1, kept + 1):
            value = int(log[r, FIRST_NUMBER + k - 1])
            last[k] = value % n_orders if table[code, k] == ORDER else min(MOST, value)


@jit
def write_history(ring: Rows, table: Fields, own: int, players: int, out: Rows) -> None:
    """Write the buffer, as a seat sees it, into the end of a vector."""
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
