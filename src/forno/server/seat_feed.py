"""What one audience (a seat, or the spectators) is shown: positions and events, with numbers of its own.

The numbers count only what the audience can notice. A table's own count of moves and events would tell of moves that others must not know
of: that somebody was asked for help and refused, or held both jokers and kept still.
"""

import time
from typing import Any

from forno.rules.game import SPECTATOR
from forno.server.messages import Choice, Clock, Position
from forno.server.views import wire_view
from forno.server.wire_events import wire_event
from forno.table import Event, Table, view_to_json
from forno.words import Words


class SeatFeed:
    def __init__(self, seat: int) -> None:
        self.seat = seat  # or SPECTATOR
        self.number = -1  # of the present position
        self.since = 0.0  # when it came about, by the monotonic clock
        self.view: Any = None  # a record's array
        self.events: list[Event] = []
        self.answers: dict[int, str] = {}  # what this seat did in which position
        self._is_asked = False
        self._read = 0  # of all the table's events

    def look(self, table: Table) -> bool:
        """Take in what has happened; False if there is nothing that this audience could notice."""
        fresh = table.events_for(self.seat, self._read)
        self._read = len(table.events)
        view, is_asked = table.view(self.seat), table.actor == self.seat
        if not fresh and is_asked == self._is_asked and self.view is not None and view.tobytes() == self.view.tobytes():
            return False
        self.events += fresh
        self.view, self._is_asked = view, is_asked
        self.number += 1
        self.since = time.monotonic()
        return True

    def position(self, table: Table, words: Words, names: list[str], first: int, limit: int | None) -> Position:
        """The present position with the events from `first` on; `limit` if a clock runs."""
        legal = table.legal().tolist() if self._is_asked else []
        return Position(
            number=self.number,
            seat=None if self.seat == SPECTATOR else self.seat,
            view=wire_view(table.game, self.view),
            legal=[Choice(table.text(action), words.label(table, action)) for action in legal],
            events=[
                wire_event(event, number, words.sentence(table.game, event, names, self.seat))
                for number, event in enumerate(self.events[first:], first)
            ],
            all=first == 0,
            clock=None if limit is None else Clock(limit, round(max(0.0, limit - self.waited), 1)),
            seen=None,
        )

    def record(self) -> dict[str, Any]:
        """The fields of the view record, for agents: they remember everything that the seat has seen."""
        return view_to_json(self.view)

    @property
    def waited(self) -> float:
        """Seconds since the position came about."""
        return time.monotonic() - self.since

    @property
    def actor(self) -> int | None:
        """Who is to decide, as far as this audience knows."""
        actor = int(self.view[0].actor)
        return actor if actor >= 0 else None
