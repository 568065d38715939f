"""Rows of the database, as the rest of the server sees them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

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
    owner: str | None = field(default=None, compare=False)  # the process that has the table in memory
    fence: int = field(default=0, compare=False)  # grows with each change of the owner
    version: int = field(default=0, compare=False)  # that was read or saved; 0 before it is stored


@dataclass(frozen=True)
class Move:
    table: str
    seq: int
    seat: int
    action: str
    time: float  # when somebody could notice the last act, in seconds since 1970
    shown: (
        int | None
    )  # how many moves spectators have noticed, this one included; None: nothing is shown after this move
    fence: int = 0  # of the table, as its owner knows it; not stored


@dataclass(frozen=True)
class PlayedGame:
    """What was played at a table."""

    moves: list[tuple[int, str]]  # seats and actions, in their order
    time: float  # of the last move; 0 before the first


@dataclass(frozen=True)
class ListedTable:
    row: TableRow
    moves: int  # that spectators have noticed
    time: float  # of the last one, or of the table's creation
