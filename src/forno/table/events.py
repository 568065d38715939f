"""What happens at a table. Logs, drawings, sounds and traces are listeners to these."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from forno.rules.events import EVERYBODY, Log, rows_of
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Record, Records


@dataclass(frozen=True)
class Event:
    number: int  # 0, 1, 2 … at its table
    audience: frozenset[int] | None  # seats; None: everybody
    name: str
    data: Mapping[str, Any]  # values as in JSON

    def reaches(self, seat: int) -> bool:
        """Whether a seat (or SPECTATOR) may know of it."""
        return self.audience is None or (seat != SPECTATOR and seat in self.audience)


def read_log(game: Game, states: Records, log: Log, first: int) -> list[Event]:
    """The events of a log of the game `states[0]`; their numbers go on from `first`."""
    return [_read(game, states[0], row, first + k) for k, row in enumerate(rows_of(log).tolist())]


def _read(game: Game, state: Record, row: list[int], number: int) -> Event:
    code, audience, *numbers = row
    seats = None if audience == EVERYBODY else frozenset(k for k in range(game.players[-1]) if audience >> k & 1)
    kind = game.event_types[code]
    return Event(number, seats, kind.name, MappingProxyType(kind.read(numbers, state)))
