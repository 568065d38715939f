"""All rooms: made, found again (from the store, on first access), and let go."""

import asyncio
import logging
import secrets
import time

from forno.rules import find
from forno.rules.chance import new_key
from forno.rules.game import BadSetup, Game, Value
from forno.rules.mamma_mia.decks import STANDARD, DeckOption
from forno.server.heating import Ovens
from forno.server.messages import NewTable, SeatWish
from forno.server.problems import Problem
from forno.server.room import Room, Services
from forno.server.settings import Settings
from forno.server.store import SeatRow, Store, TableRow
from forno.server.thinking import Thinking

log = logging.getLogger(__name__)

_SWEEP = 60.0  # seconds from one sweep to the next


class Rooms:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.thinking = Thinking(settings.threads)
        self.ovens = Ovens(self._warmer)
        self._services = Services(store, self.ovens, self.thinking, settings)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sweeper = asyncio.create_task(self._sweep_for_ever(), name="sweeper")

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def n_readers(self) -> int:
        return sum(len(room.readers) for room in self._rooms.values())

    async def close(self) -> None:
        self._sweeper.cancel()
        await asyncio.gather(self._sweeper, return_exceptions=True)
        for room in self._rooms.values():
            room.close()
        await self.ovens.close()
        self.thinking.close()

    async def find(self, table: str) -> Room:
        """From memory, else from the store. Two who ask at once get the same room."""
        room = self._rooms.get(table)
        if room is not None:
            return room
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    async def _load(self, table: str) -> Room:
        row = await self.store.table(table)
        if row is None:
            raise Problem("no-such-table")
        room = Room(row, self._services)
        if row.state != "waiting":
            async with room.lock:
                await room.load()
        self._rooms[table] = room
        return room

    async def make(self, guest: str, name: str, wish: NewTable) -> Room:
        """A new table; started, if all its seats are taken by the maker and bots."""
        try:
            game = find(wish.game)
            room = self._new(game, guest, wish)
            for seat in _seats(game, wish):
                if seat.kind == "person":
                    room.row.seats.append(SeatRow("person", name, guest))
                else:
                    room.row.seats.append(room.seating.vacant(seat.kind, seat.level))
            players = sum(seat.kind != "closed" for seat in room.row.seats)
            room.row.options = game.check(players, _safe(game, wish.options))
        except BadSetup as error:
            raise Problem("bad-setup", reason=error) from None
        await self._open(room)
        return room

    async def rematch(self, room: Room, guest: str) -> None:
        """The same once more, with those who are still here; the others' seats are open."""
        async with room.lock:
            if room.row.state != "finished":
                raise Problem("not-finished")
            if room.seating.seat_of(guest) is None:
                raise Problem("not-seated")
            if room.row.rematch is not None:
                return
            here = {reader.guest for reader in room.readers}
            again = self._new(
                room.seating.game, guest, NewTable(room.row.game, clock=room.row.clock, public=room.row.public)
            )
            again.row.options = room.row.options
            for seat in room.row.seats:
                stays = seat.kind == "bot" or seat.guest in here
                again.row.seats.append(
                    SeatRow(seat.kind, seat.name, seat.guest, seat.level) if stays else SeatRow("open")
                )
            await self._open(again)
            await room.save_rematch(again.row.id)

    def _new(self, game: Game, guest: str, wish: NewTable) -> Room:
        row = TableRow(
            id=secrets.token_urlsafe(9),
            game=game.id,
            rules=game.version,
            options={},
            key=new_key(),
            state="waiting",
            host=guest,
            clock=wish.clock,
            public=wish.public,
            rematch=None,
            created=time.time(),
            seats=[],
        )
        return Room(row, self._services)

    async def _open(self, room: Room) -> None:
        row = room.row
        await self.store.save(row)
        self._rooms[row.id] = room
        log.info("made", extra={"table": row.id, "game": row.game})
        persons = sum(seat.kind == "person" for seat in row.seats)
        if persons <= 1 and not any(seat.kind == "open" for seat in row.seats):
            await room.start(None)

    # Preheating, and tidying up

    def _warmer(self, game: str) -> None:
        for room in list(self._rooms.values()):
            if room.row.game == game:
                task = asyncio.create_task(room.warmed())
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP)
            try:
                self.sweep()
                await self.store.forget_waiting(time.time() - self.settings.kept_waiting)
            except Exception:
                log.exception("sweeping failed")

    def sweep(self) -> None:
        """Let go of rooms in which nothing happens: the store has them."""
        now = time.monotonic()
        for table, room in list(self._rooms.items()):
            if room.is_idle(now):
                del self._rooms[table]


def _seats(game: Game, wish: NewTable) -> list[SeatWish]:
    """As wished, or the maker and bots."""
    if wish.seats is None:
        players = wish.players if wish.players is not None else usual_players(game)
        game.check(players, {})
        return [SeatWish("person"), *(SeatWish("bot", wish.level) for _ in range(players - 1))]
    game.check(len(wish.seats), {})
    if sum(seat.kind == "person" for seat in wish.seats) > 1:
        raise BadSetup("you can take only one seat.", "one-seat")
    return wish.seats


def usual_players(game: Game) -> int:
    return 4 if 4 in game.players else game.players[-1]


def _safe(game: Game, options: dict[str, Value]) -> dict[str, Value]:
    """A deck may come as text, never as the name of a file: that would be one of the server's own."""
    for option in game.options:
        value = options.get(option.name)
        if (
            isinstance(option, DeckOption)
            and isinstance(value, str)
            and value != STANDARD
            and not (":" in value and ";" in value)
        ):
            raise BadSetup("option deck takes standard, or a deck on one line.", "deck")
    return options
