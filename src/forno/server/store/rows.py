"""Rows of the database, as the rest of the server sees them."""

from collections.abc import Mapping
from dataclasses import dataclass

from forno.rules.game import Value
from forno.server.messages import Kind, State


@dataclass
class SeatRow:
    kind: Kind
    name: str = ""
    guest: str | None = None
    level: str | None = None
    away: bool = False  # a bot plays for this person
    late: bool = False  # because their time ran out; not stored


@dataclass
class TableRow:
    id: str
    game: str
    rules: int
    options: Mapping[str, Value]
    key: bytes
    state: State
    host: str | None
    clock: int | None
    public: bool
    rematch: str | None
    created: float
    seats: list[SeatRow]


@dataclass(frozen=True)
class ListedTable:
    row: TableRow
    moves: int
    time: float  # of the last move, or of the table's creation
