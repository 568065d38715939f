"""Who sits where at a table. Changes are made in memory only; the room stores and shows them."""

from collections.abc import Set as AbstractSet
from typing import Literal

from forno.agents import bots, levels_for
from forno.agents.names import names_at
from forno.rules import find
from forno.rules.game import BadSetup, Game, Options, Value
from forno.server.absences import Absences
from forno.server.messages import SeatInfo
from forno.server.problems import Problem
from forno.server.rows import SeatRow, TableRow

SettableKind = Literal["open", "bot", "closed"]  # what a host can make of a seat
Guests = AbstractSet[str]


def checked_options(game: Game, players: int, options: Options) -> dict[str, Value]:
    """All options with their values. Raises Problem if the game cannot be set up with them.

    `check` looks at each option alone; only a new state shows whether they fit the number of players.
    """
    try:
        checked = game.check(players, options)
        game.new(players, checked)
    except BadSetup as error:
        raise Problem("bad-setup", reason=error) from None
    return checked


class Seating:
    def __init__(self, row: TableRow) -> None:
        self.row = row
        self.game = find(row.game)

    def seat_of(self, guest: str) -> int | None:
        for number, seat in enumerate(self.row.seats):
            if seat.guest == guest:
                return number
        return None

    @property
    def people(self) -> list[str]:
        """The guests who sit here."""
        return [seat.guest for seat in self.row.seats if seat.guest is not None]

    @property
    def people_seats(self) -> list[int]:
        """Where they sit."""
        return [number for number, seat in enumerate(self.row.seats) if seat.guest is not None]

    def plays_for_self(self, number: int) -> bool:
        seat = self.row.seats[number]
        return seat.kind == "person" and not seat.away

    def infos(self, guest: str, present: Guests, absences: Absences, stand_ins: AbstractSet[int]) -> list[SeatInfo]:
        """The seats as a guest sees them. Nobody else sees that a bot stands in for a seat."""
        mine = self.seat_of(guest)
        return [
            SeatInfo(
                seat.name,
                seat.kind,
                seat.level,
                connected=seat.kind == "bot" or seat.guest in present,
                grace=absences.grace(seat.guest) if seat.kind == "person" and seat.guest not in present else None,
                away=seat.away or (number == mine and number in stand_ins),
                late=seat.late,
                you=number == mine,
            )
            for number, seat in enumerate(self.row.seats)
        ]

    # Before the game

    def host(self, present: Guests) -> str | None:
        """The maker of the table. While the maker is not connected, the first seated person who is."""
        seated = (seat.guest for seat in self.row.seats if seat.guest in present)
        return self.row.host if self.row.host in present else next(seated, self.row.host)

    def check_host(self, guest: str, present: Guests) -> None:
        if self.row.state != "waiting":
            raise Problem("not-waiting")
        if self.host(present) != guest:
            raise Problem("not-host")

    def sit(self, guest: str, name: str, number: int | None) -> None:
        """Take an open seat, or the guest's present one; None for any."""
        free = [k for k, seat in enumerate(self.row.seats) if seat.kind == "open" or seat.guest == guest]
        if not free or (number is not None and number not in free):
            raise Problem("seat-taken")
        self._stand_up(guest)
        self.row.seats[free[0] if number is None else number] = SeatRow("person", name, guest)
        self.row.host = self.row.host or guest

    def leave(self, guest: str) -> None:
        self._stand_up(guest)
        if self.row.host == guest:
            self.row.host = next((seat.guest for seat in self.row.seats if seat.guest), None)

    def _stand_up(self, guest: str) -> None:
        number = self.seat_of(guest)
        if number is not None:
            self.row.seats[number] = SeatRow("open")

    def set(self, number: int, kind: SettableKind, level: str | None) -> None:
        self._check(number)
        if self.row.seats[number].kind == "person":
            raise Problem("seat-taken")
        self.row.seats[number] = self.new_seat(kind, level)

    def new_seat(self, kind: SettableKind, level: str | None) -> SeatRow:
        """A seat without a person. A bot gets a name that is free; without a level, the usual one."""
        if kind != "bot":
            return SeatRow(kind)
        level, known = level or bots.USUAL_LEVEL, levels_for(self.game)
        if level not in known and level not in bots.EARLIER:
            names = ", ".join(known)
            sentence = f"there is no level {level!r}: the levels are {names}."
            raise Problem("bad-setup", reason=BadSetup(sentence, "level", level=level, levels=names))
        taken = {seat.name for seat in self.row.seats}
        return SeatRow("bot", next(name for name in names_at(self.row.id) if name not in taken), level=level)

    def players(self) -> list[SeatRow]:
        """The seats that will play. Raises Problem if some are still open."""
        if any(seat.kind == "open" for seat in self.row.seats):
            raise Problem("still-open")
        return [seat for seat in self.row.seats if seat.kind != "closed"]

    # During the game

    def let_bot_play(self, guest: str, number: int, kind: SettableKind, present: Guests, absences: Absences) -> None:
        """Let a bot play for somebody who has been gone for a while. Every player can ask for this."""
        self._check(number)
        if self.seat_of(guest) is None:
            raise Problem("not-seated")
        seat = self.row.seats[number]
        if kind != "bot" or seat.kind != "person" or seat.guest in present:
            raise Problem("still-seated")
        if absences.grace(seat.guest):
            raise Problem("just-left")
        seat.away = True

    def _check(self, number: int) -> None:
        if number not in range(len(self.row.seats)):
            raise Problem("bad-setup", reason=BadSetup(f"there is no seat {number}.", "seat", seat=number))
