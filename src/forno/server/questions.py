"""Which events may lead to a secret question. Everybody hears them, and may not learn whether the question was asked."""

import time
from collections.abc import Iterable
from typing import NamedTuple

from forno.rules.chefs_hat import events as chefs_hat
from forno.rules.event_data import EventData
from forno.rules.mamma_mia import events as mamma_mia
from forno.table import Event, Table


class LastAct(NamedTuple):
    """The last act that others may notice."""

    began: float = 0.0  # by the monotonic clock
    time: float = 0.0  # in seconds since 1970
    first: int = 0  # number of the first event since then

    @classmethod
    def stored(cls, at: float, first: int) -> "LastAct":
        """An act that was stored at this time. (The clocks of two machines may differ a little.)"""
        return cls(time.monotonic() - max(0.0, time.time() - at), at, first)

    def due(self, table: Table, pace: float) -> float:
        """When what has happened is shown. It must not depend on whether somebody was asked in secret.

        An answer of a bot takes time. So everybody waits a little for each question that may have been asked.
        """
        return self.began + possible_questions(table, table.events.since(self.first)) * pace / 4


def possible_questions(table: Table, events: Iterable[Event]) -> int:
    """How many secret questions these events may have led to."""
    return sum(_questions(table, event.data) for event in events if type(event.data) in _ASKING)


def last_question(table: Table) -> int:
    """The number of the last event that may have led to a secret question."""
    return next((event.number for event in reversed(table.events) if _questions(table, event.data)), 0)


_ASKING = {chefs_hat.Begins, mamma_mia.Revealed, mamma_mia.Ask}


def _questions(table: Table, data: EventData) -> int:
    match data:
        case chefs_hat.Begins():  # CH-3: whether to announce both jokers
            return 1
        case mamma_mia.Revealed():  # MM-24: how to complete an order. With helping, owners are asked openly (MP-14)
            return 0 if table.players > 2 and table.options.get("helping") else 1
        case mamma_mia.Ask():  # MP-15: whether to help
            return table.players - 1
        case _:
            return 0
