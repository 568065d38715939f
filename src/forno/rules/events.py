"""The log that the rules write while they step and deal: one row of small integers for each event."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from forno.rules.compiling import inlined, jit

Log: TypeAlias = NDArray[np.int16]

EVERYBODY = -1  # an event's audience: all seats and the spectators (all bits set; bit i is seat i)
NOONE = 0  # another audience: open traces only
LOG_WIDTH = 20  # code, audience, and up to 18 numbers
FIRST_NUMBER = 2  # the column where a row's numbers begin


def new_log(rows: int) -> Log:
    """Room for what happens in one step. Its first row holds the number of rows written."""
    return np.zeros((rows + 1, LOG_WIDTH), np.int16)


SILENT: Log = np.zeros((0, LOG_WIDTH), np.int16)  # for those who do not listen


@inlined
def emit(log: Log, code: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Append an event; the number of its row, for numbers beyond the four. 0 (then write nothing) if nobody listens."""
    return _write(log, code, audience, a, b, c, d) if log.shape[0] > 0 else 0


@jit
def _write(log: Log, code: int, audience: int, a: int, b: int, c: int, d: int) -> int:
    log[0, 0] += 1
    row = int(log[0, 0])
    log[row, :] = 0  # whoever keeps the log writes over old rows
    log[row, 0] = code
    log[row, 1] = audience
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    return row
