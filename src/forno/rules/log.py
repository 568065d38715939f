"""The log that the rules write while they step and deal: one row of small integers for each event.

Row 0 holds the number of rows written, and whether another one did not fit. The owner of a log calls `clear` before each step or
deal, and `rows_of` or `check_room` after it.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from forno.rules.compiling import inlined

Log: TypeAlias = NDArray[np.int16]

EVERYBODY = -1  # an event's audience: all seats and the spectators (all bits set; bit i is seat i)
NOONE = 0  # another audience: open traces only
LOG_WIDTH = 20  # code, audience, and up to 18 numbers
FIRST_NUMBER = 2  # the column where a row's numbers begin
_WRITTEN, _IS_FULL = 0, 1  # places in row 0

SILENT: Log = np.zeros((0, LOG_WIDTH), np.int16)  # for callers that need no events


class LogFull(RuntimeError):
    """A step or a deal had more events than there was room for."""


def new_log(rows: int) -> Log:
    return np.zeros((rows + 1, LOG_WIDTH), np.int16)


def clear(log: Log) -> None:
    log[0] = 0


def rows_of(log: Log) -> Log:
    """The rows written since the log was cleared. Raises LogFull if a row did not fit."""
    check_room(log)
    return log[1 : log[0, _WRITTEN] + 1]


def check_room(log: Log) -> None:
    """Raises LogFull if a row did not fit since the log was cleared."""
    if len(log) > 0 and log[0, _IS_FULL]:
        raise LogFull(f"a step or deal has more than {len(log) - 1} events: the game's max_events is too small.")


@inlined
def emit(log: Log, code: int, audience: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Append an event. Returns the number of its row, for numbers beyond the four; 0 if there is none to write to."""
    if log.shape[0] == 0:
        return 0
    # Numba compiles a version of `_write` for each combination of argument types (`int` keeps a small type): here there is only one.
    return _write(log, np.int64(code), np.int64(audience), np.int64(a), np.int64(b), np.int64(c), np.int64(d))


@inlined
def _write(log: Log, code: np.int64, audience: np.int64, a: np.int64, b: np.int64, c: np.int64, d: np.int64) -> int:
    row = int(log[0, _WRITTEN]) + 1
    if row >= log.shape[0]:  # compiled code would write beyond the array
        log[0, _IS_FULL] = 1
        return 0
    log[0, _WRITTEN] = row
    log[row, :] = 0  # the row of an earlier step may be there
    log[row, 0] = code
    log[row, 1] = audience
    log[row, 2] = a
    log[row, 3] = b
    log[row, 4] = c
    log[row, 5] = d
    return row
