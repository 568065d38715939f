"""What happens at a table. Logs, drawings, sounds and traces all follow these events."""

from dataclasses import dataclass
from typing import Any

from forno.rules.event_data import EventData
from forno.rules.game import SPECTATOR, Game
from forno.rules.log import EVERYBODY, FIRST_NUMBER, Log, rows_of
from forno.rules.records import Records


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


def read_log(game: Game, states: Records, log: Log, first: int) -> list[Event]:
    """The events of a log of the game `states[0]`. They are numbered from `first` on."""
    rows, state = rows_of(log).tolist(), states[0]
    return [_read(game, state, row, number) for number, row in enumerate(rows, first)]


def _read(game: Game, state: Any, row: list[int], number: int) -> Event:
    code, audience = row[:FIRST_NUMBER]
    seats = None if audience == EVERYBODY else frozenset(k for k in range(game.players[-1]) if audience >> k & 1)
    return Event(number, seats, game.event_types[code].read(row[FIRST_NUMBER:], state))
