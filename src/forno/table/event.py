"""What happens at a table. Logs, drawings, sounds and traces all follow these events."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from forno.rules.event_data import EventData
from forno.rules.game import SPECTATOR, Game
from forno.rules.log import EVERYBODY, FIRST_NUMBER, LOG_WIDTH, Log, rows_of


@dataclass(frozen=True)
class Event:
    number: int  # 0, 1, 2 … at its table
    audience: frozenset[int] | None  # seats; None: everybody
    data: EventData  # an instance of one of `game.event_types`, or Over

    @property
    def name(self) -> str:
        return self.data.name

    def reaches(self, seat: int) -> bool:
        """Whether a seat (or SPECTATOR) may know of it."""
        return self.audience is None or (seat != SPECTATOR and seat in self.audience)


class Over(EventData):
    """The end of a game: the last event of every table."""

    scores: list[int]
    winners: list[int]


_SPECTATORS = 1 << 15  # EVERYBODY has all bits set, this one too

Content = tuple[frozenset[int] | None, EventData]  # audience and data
Read = Callable[[bytes], Content]  # of a row of a log


class Events(Sequence[Event]):
    """The events of a table. Each is read from its row of the log when somebody looks at it."""

    def __init__(self, read: Read) -> None:
        self._read = read
        self._audiences: list[int] = []  # as in the log
        self._rows: list[bytes] = []
        self._known: dict[int, Event] = {}
        self._open = 0  # from this number on, everybody may know of all
        self._recent: tuple[int, list[Event]] = 0, []  # all from a number on: at a table, all readers ask for the same

    def __len__(self) -> int:
        return len(self._rows)

    @overload
    def __getitem__(self, index: int, /) -> Event: ...
    @overload
    def __getitem__(self, index: slice, /) -> list[Event]: ...
    def __getitem__(self, index: int | slice, /) -> Event | list[Event]:
        numbers = range(len(self._rows))[index]
        return self._event(numbers) if isinstance(numbers, int) else [self._event(number) for number in numbers]

    def __iter__(self) -> Iterator[Event]:
        return map(self._event, range(len(self._rows)))

    def __eq__(self, other: object) -> bool:
        return list(self) == list(other) if isinstance(other, Events) else NotImplemented

    __hash__ = None  # type: ignore[assignment]  # it changes

    def _event(self, number: int) -> Event:
        event = self._known.get(number)
        if event is None:
            event = self._known[number] = Event(number, *self._read(self._rows[number]))
        return event

    def add(self, log: Log) -> None:
        """Take in what a log has."""
        rows = rows_of(log)
        content, width = rows.tobytes(), rows.itemsize * LOG_WIDTH
        self._rows += [content[at : at + width] for at in range(0, len(content), width)]
        audiences = rows[:, 1].tolist()
        self._audiences += audiences
        if audiences.count(EVERYBODY) < len(audiences):
            self._open = len(self._rows)

    def end(self, data: Over) -> None:
        """Add the last event, which no log has."""
        self._known[len(self._rows)] = Event(len(self._rows), None, data)
        self._rows.append(b"")
        self._audiences.append(EVERYBODY)

    @property
    def audiences(self) -> NDArray[np.int16]:
        """As the log has them."""
        return np.array(self._audiences, np.int16)

    def of(self, seat: int, since: int = 0, end: int | None = None) -> list[Event]:
        """Those that a seat (or SPECTATOR) may know about. Nobody may change the list: several may be given the same."""
        if since >= self._open and end is None:
            return self.since(since)
        audiences, bit = self._audiences[since:end], _SPECTATORS if seat == SPECTATOR else 1 << seat
        known, read = self._known.get, self._event
        return [known(number) or read(number) for number, audience in enumerate(audiences, since) if audience & bit]

    def since(self, since: int) -> list[Event]:
        """All from a number on. Nobody may change the list: several may be given the same."""
        first, found = self._recent
        if first != since or len(found) != len(self._rows) - since:
            found = [self._event(number) for number in range(since, len(self._rows))]
            self._recent = since, found
        return found

    def any_of(self, seat: int, since: int) -> bool:
        """Whether there are any of those."""
        bit = _SPECTATORS if seat == SPECTATOR else 1 << seat
        return any(audience & bit for audience in self._audiences[since:])

    def copy(self) -> "Events":
        made = Events(self._read)
        made._audiences, made._rows, made._known = list(self._audiences), list(self._rows), dict(self._known)
        made._open = self._open
        return made


def read_row(game: Game, state: Any, row: bytes) -> Content:
    """The audience and the data of an event. `state` is the record of the game, or another object with its fields."""
    numbers = np.frombuffer(row, np.int16).tolist()
    code, audience = numbers[:FIRST_NUMBER]
    seats = None if audience == EVERYBODY else frozenset(k for k in range(game.players[-1]) if audience >> k & 1)
    data: Any = game.event_types[code].read(numbers[FIRST_NUMBER:], state)
    return seats, data
