"""What the history of an observation keeps follows from the declarations of the events."""

from typing import Annotated

import numpy as np

from forno.observations.history import WIDTH, append_events, fields
from forno.rules.event_data import ORDER, PLAIN, SEAT, Coding, EventData, Number, Seat, numbers
from forno.rules.log import EVERYBODY, emit, new_log


class Baked(EventData):
    order: Annotated[int, Coding(lambda row, at, state: row[at], meaning=ORDER)]
    winner: Seat
    counts: Annotated[list[int], Coding(lambda row, at, state: list(row[at : at + state]), int)]


class Scored(EventData, history=2):
    seat: Seat
    points: Annotated[list[int], numbers(4)]


class Quiet(EventData, history=None):
    n: Number


def test_a_history_keeps_what_fits_unless_an_event_says_less() -> None:
    assert fields([Baked, Scored, Quiet]).tolist() == [
        [9, ORDER, SEAT, *[PLAIN] * 7],
        [2, SEAT, PLAIN, *[-1] * 7],
        [-1] * WIDTH,
    ]


def test_a_history_holds_public_events_only() -> None:
    log, ring = new_log(3), np.zeros((2, WIDTH), np.int8)
    emit(log, 0, 0b1, 1, 2, 3)
    emit(log, 2, EVERYBODY, 8)
    emit(log, 0, EVERYBODY, 31, 2, 300)
    append_events(log, fields([Baked, Scored, Quiet]), 10, ring)
    assert ring.tolist() == [[0] * WIDTH, [1, 1, 2, 127, 0, 0, 0, 0, 0, 0]]
