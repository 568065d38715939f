"""What one audience (a seat, or the spectators) is shown: positions and events, with their own numbers.

The numbers count only what the audience can notice. The table's own numbers would reveal secret moves: that somebody was asked for
help and refused, or held both jokers and said nothing.
"""

import time
from typing import Any, NamedTuple

from forno.rules.game import HIDDEN, SPECTATOR
from forno.server.choices import choices
from forno.server.messages import Clock, Position, Span
from forno.server.views import wire_view
from forno.server.wire_events import tell
from forno.table import Event, Table, view_to_json
from forno.table.plain_record import record_of
from forno.table.views import seat_or_none
from forno.words import Words
from forno.words.memory import Memory

_NONE = range(0)


class Reader(NamedTuple):
    """For whom a position is made."""

    words: Words
    told: int = 0  # number of the events that the reader has been told
    remembers: bool = False  # with perfect recall: for agents, which get the view record and are told every event
    forgotten: range = range(0)  # numbers of the events that the reader's last position called forgotten


class SeatFeed:
    def __init__(self, seat: int) -> None:
        self.seat = seat  # or SPECTATOR
        self.number = -1  # of the current position
        self.since = 0.0  # when that position began, by the monotonic clock
        self.view = b""  # the bytes of the view record
        self.actor: int | None = None  # the seat that is to decide, if this audience may know
        self.answers: dict[int, str] = {}  # the seat's actions by number of the position
        self.is_asked = False
        self.is_accepted = False  # the seat has acted, and has not been shown yet what came of it
        self._table: Table | None = None
        self._read = 0  # number of the table's events that were taken in
        self._listed = 0  # how many of them somebody has looked at
        self._events: list[Event] = []
        self._was_asked = False  # when the position began
        self._forgotten: range | None = None
        self._memory = Memory(seat)

    @property
    def events(self) -> list[Event]:
        """Those that this audience was shown. Those of a stored game are read when somebody looks at them."""
        if self._listed < self._read and self._table is not None:
            self._list(self._table, self._table.events.of(self.seat, self._listed, self._read))
        return self._events

    def _list(self, table: Table, fresh: list[Event]) -> None:
        self._listed = self._read
        self._events += fresh
        if not table.options.get("memory_aid", True):  # otherwise nothing is forgotten
            self._memory.hear(fresh)

    @property
    def forgotten(self) -> range:
        """Indexes of the events that a person is no longer told."""
        if self._forgotten is None and self.events and self._table is not None:
            self._forgotten = self._memory.forgotten(self._table, is_asked=self._was_asked)
        return self._forgotten or _NONE

    def notices(self, table: Table, view: bytes) -> bool:
        """Whether this audience would notice what has happened since the last update. `view` is its view record now."""
        return self._differs(view, table.actor == self.seat) or table.events.any_of(self.seat, self._read)

    def _differs(self, view: bytes, is_asked: bool) -> bool:
        return is_asked != self.is_asked or view != self.view

    def update(self, table: Table, view: bytes | None = None, actor: int | None = None) -> None:
        """Take in what has happened. `view` is the audience's view record now, and `actor` its field of this name, if they are there already."""
        first, fresh = self._read, table.events.of(self.seat, self._read)
        view = table.view_record(self.seat).tobytes() if view is None else view
        is_asked = table.actor == self.seat
        self._read = len(table.events)
        if self._listed == first:
            self._list(table, fresh)
        if not fresh and not self._differs(view, is_asked):
            return
        self._take(table, view, is_asked, is_asked, actor)
        self._step(is_accepted=False)

    def catch_up(self, table: Table, view: bytes, follower: Any, answers: dict[int, str]) -> None:
        """Be as after all that has been played: `follower` is a `following.Follower`."""
        self._take(table, view, bool(follower.is_asked), bool(follower.was_asked))
        self._read, self.number, self.answers = int(follower.read), int(follower.number) - 1, answers
        self._step(is_accepted=bool(follower.is_accepted))

    @property
    def record(self) -> Any:
        """The view record, in an array of its own."""
        assert self._table is not None
        return record_of(self._table.game.view_dtype, self.view)

    def _take(self, table: Table, view: bytes, is_asked: bool, was_asked: bool, actor: int | None = None) -> None:
        self._table, self.view, self.is_asked = table, view, is_asked
        self._was_asked, self._forgotten = was_asked, None
        self.actor = seat_or_none(self.record["actor"].item(0) if actor is None else actor)

    def accept(self, action: str) -> None:
        """The seat has acted. It has nothing more to decide; what comes of it is shown later."""
        self.answers[self.number] = action
        self.is_asked = False
        record = self.record
        record["actor"] = HIDDEN
        self.view, self.actor = record.tobytes(), None
        self._step(is_accepted=True)

    def _step(self, *, is_accepted: bool) -> None:
        self.is_accepted = is_accepted
        self.number += 1
        self.since = time.monotonic()

    def position(self, table: Table, reader: Reader, names: tuple[str, ...], limit: int | None = None) -> Position:
        """The current position with the events that are new to the reader. `limit` is the clock's, if one runs."""
        words, game, events = reader.words, table.game, self.events
        hidden = _NONE if reader.remembers else self.forgotten
        first = reader.told if reader.told >= hidden.stop else 0  # who has missed forgotten events starts again
        new = enumerate(events[first:], first) if first or not hidden else self._outside(range(len(events)), hidden)
        recalled = () if first == 0 or _is_within(reader.forgotten, hidden) else self._outside(reader.forgotten, hidden)
        return Position(
            number=self.number,
            seat=None if self.seat == SPECTATOR else self.seat,
            view=wire_view(game, self.view),
            legal=choices(table, words) if self.is_asked else [],
            events=tell(game, new, self.seat, words, names),
            all=first == 0,
            forgotten=Span(hidden.start, hidden.stop) if hidden else None,
            recalled=tell(game, recalled, self.seat, words, names) if recalled else [],
            clock=None if limit is None else Clock(limit, round(max(0.0, limit - self.waited), 1)),
            seen=view_to_json(self.record) if reader.remembers else None,
        )

    def _outside(self, numbers: range, hidden: range) -> list[tuple[int, Event]]:
        """Events with their numbers, without the hidden ones."""
        return [(number, self._events[number]) for number in numbers if number not in hidden]

    @property
    def waited(self) -> float:
        """Seconds since the position began."""
        return time.monotonic() - self.since


def _is_within(numbers: range, others: range) -> bool:
    return not numbers or (others.start <= numbers.start and numbers.stop <= others.stop)
