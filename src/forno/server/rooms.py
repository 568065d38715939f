"""All rooms in memory. A room is loaded from the store when somebody asks for it, and dropped when nothing happens in it."""

import asyncio
import logging
import re
import secrets
import time
from collections.abc import Coroutine, Iterator, Sequence
from typing import Any

from forno.rules import GAMES, find
from forno.rules.chance import new_key
from forno.rules.game import BadSetup, Game
from forno.server.absences import RETURNING
from forno.server.following import server_part
from forno.server.messages import NewTable, SeatWish
from forno.server.problems import Problem
from forno.server.room import Room
from forno.server.rows import SeatRow, TableRow
from forno.server.seating import checked_options
from forno.server.services import Services
from forno.server.settings import Settings
from forno.server.store import Elsewhere, Store, TooMany, Unavailable
from forno.server.thinking import Thinking
from forno.warmup import GAME_PARTS, BackgroundWarmup, table_part

log = logging.getLogger(__name__)

_ID = re.compile(r"[\w.-]{1,32}", re.ASCII)
_SWEEP_INTERVAL = 60.0  # seconds


class Rooms:
    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.warmup = BackgroundWarmup(GAMES, [server_part if make is table_part else make for make in GAME_PARTS])
        self.thinking = Thinking(settings.workers, self.warmup)
        self._services = Services(store, self.warmup, self.thinking, settings)
        self._rooms: dict[str, Room] = {}
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._expected: dict[str, Sequence[str]] = {}  # guests who will follow tables that are coming
        self._sweeper = asyncio.create_task(self._sweep_regularly(), name="sweeper")

    def __len__(self) -> int:
        return len(self._rooms)

    async def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        tasks = [self._sweeper, *self._loading.values(), *self._tasks]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.warmup.close()
        await self.thinking.close()

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def in_memory(self, table: str) -> Room | None:
        room = self._rooms.get(table)
        return None if room is None or room.is_gone else room

    async def find(self, table: str) -> Room:
        """The room from memory, or from the store. Everybody who asks gets the same one.

        Raises Problem if it cannot be loaded, and Elsewhere if another process owns it.
        """
        room = self.in_memory(table)
        if room is not None:
            return room
        if not _ID.fullmatch(table):  # PostgreSQL would refuse some of them
            raise Problem("no-such-table")
        if table not in self._loading:
            self._loading[table] = asyncio.create_task(self._load(table))
            self._loading[table].add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(self._loading[table])

    def expect(self, table: str, guests: Sequence[str]) -> None:
        """A table is coming from another process, with these people."""
        if (room := self.in_memory(table)) is not None:
            room.expect(guests)
            return
        self._expected[table] = guests
        asyncio.get_running_loop().call_later(RETURNING, self._expected.pop, table, None)

    async def finished(self, table: str) -> Room:
        """A table whose game is over, with its game. It can be read wherever it is. Raises Problem if it is not over."""
        try:
            room = await self.find(table)
        except Elsewhere:
            room = self._room(await self._row(table))
        if room.row.state != "finished":
            raise Problem("not-finished")
        await room.ensure_loaded()
        return room

    async def _row(self, table: str) -> TableRow:
        row = await self.store.table(table)
        if row is None:
            raise Problem("no-such-table")
        return row

    async def _load(self, table: str) -> Room:
        owner = await self._claim(table) if self.store.leases.is_shared else None
        stored = await self.store.load(table)
        if stored is None:
            raise Problem("no-such-table")
        room = self._room(stored.row)
        try:
            async with room.lock:
                await room.load(stored.game)
        except Exception:
            room.close()
            raise
        self._rooms[table] = room
        was_taken_over = self.store.leases.has_just_ended(owner)
        room.expect(room.seating.people if was_taken_over else self._expected.pop(table, ()))
        return room

    async def _claim(self, table: str) -> str | None:
        """Become the owner of a table, and return the owner before. Raises Elsewhere if that one is alive, and Problem."""
        owner, leases = (await self._row(table)).owner, self.store.leases
        if leases.is_elsewhere(owner):
            raise Elsewhere(str(owner))
        if owner != leases.process:
            await leases.claim(table)
        return owner

    def _room(self, row: TableRow) -> Room:
        try:
            return Room(row, self._services)
        except BadSetup:  # a game that this server does not have
            raise Problem("too-old", game=row.game) from None

    async def make(self, guest: str, name: str, wish: NewTable) -> Room:
        """Make a table. If only its maker and bots sit there, the game starts."""
        try:
            game = find(wish.game)
            room = self._new(game, guest, wish)
            for seat in _seats(game, wish):
                if seat.kind == "person":
                    room.row.seats.append(SeatRow("person", name, guest))
                else:
                    room.row.seats.append(room.seating.new_seat(seat.kind, seat.level))
            players = sum(seat.kind != "closed" for seat in room.row.seats)
        except BadSetup as error:
            raise Problem("bad-setup", reason=error) from None
        room.row.options = checked_options(game, players, wish.options)
        await self._open(room)
        return room

    async def rematch(self, room: Room, guest: str) -> None:
        """Make the same table again. People who are no longer connected lose their seats."""
        async with room.lock:
            if room.row.state != "finished":
                raise Problem("not-finished")
            if room.seating.seat_of(guest) is None:
                raise Problem("not-seated")
            if room.row.rematch is not None:
                return
            present = room.present
            again = self._new(
                room.seating.game, guest, NewTable(room.row.game, clock=room.row.clock, public=room.row.public)
            )
            again.row.options = room.row.options
            for seat in room.row.seats:
                stays = seat.kind == "bot" or seat.guest in present
                again.row.seats.append(
                    SeatRow(seat.kind, seat.name, seat.guest, seat.level) if stays else SeatRow("open")
                )
            await self._open(again)
            try:
                await room.save_rematch(again.row.id)
            except Problem:
                self._discard(again)
                raise

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
            owner=self.store.leases.process,
            fence=1,
        )
        return Room(row, self._services)

    async def _open(self, room: Room) -> None:
        row = room.row
        try:
            row.version = await self._make(row)
            self._rooms[row.id] = room
            log.info("made", extra={"table": row.id, "game": row.game})
            persons = sum(seat.kind == "person" for seat in row.seats)
            if persons <= 1 and not any(seat.kind == "open" for seat in row.seats):
                await room.start(None)
        except (Problem, Unavailable):
            self._discard(room)
            raise

    async def _make(self, row: TableRow) -> int:
        each, total = self.settings.tables_each, self.settings.tables_total
        try:
            return await self.store.make(row, most_each=each, most_total=total)
        except TooMany as refusal:
            problem = Problem("full") if refusal.in_total else Problem("too-many-tables", most=each)
            raise problem from None

    def _discard(self, room: Room) -> None:
        """Remove a table whose maker is told that it could not be made. Part of it may have been stored."""
        self._rooms.pop(room.row.id, None)
        room.close()
        self._start_task(self._delete(room.row.id))

    async def _delete(self, table: str) -> None:
        while True:
            await self.store.wait_until_it_works()
            try:
                await self.store.delete(table)
            except Unavailable:
                continue
            return

    def _start_task(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(_SWEEP_INTERVAL)
            try:
                self.sweep()
                now, settings = time.time(), self.settings
                await self.store.forget(waiting=now - settings.kept_waiting, unused=now - settings.kept_unused)
                await self.store.pack_some()
            except Unavailable:
                pass  # the next time will do
            except Exception:
                log.exception("sweeping failed")

    def drop_gone(self) -> None:
        """Drop the rooms whose tables other processes own now."""
        for table in [table for table, room in self._rooms.items() if room.is_gone]:
            del self._rooms[table]

    def sweep(self) -> None:
        """Drop the rooms in which nothing happens. They are in the store."""
        now = time.monotonic()
        for table, room in list(self._rooms.items()):
            if room.is_gone or room.is_idle(now):
                del self._rooms[table]


def _seats(game: Game, wish: NewTable) -> list[SeatWish]:
    """As requested, or the maker and bots."""
    if wish.seats is None:
        players = wish.players if wish.players is not None else game.usual_players
        game.check(players, {})
        return [SeatWish("person"), *(SeatWish("bot", wish.level) for _ in range(players - 1))]
    game.check(len(wish.seats), {})
    if sum(seat.kind == "person" for seat in wish.seats) > 1:
        raise BadSetup("you can take only one seat.", "one-seat")
    return wish.seats
