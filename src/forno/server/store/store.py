"""The store: everything that the server reads from the database and writes to it."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Executable, and_, exists, func, or_, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncConnection

from forno.server.rows import ListedTable, Move, PlayedGame, SeatRow, TableRow
from forno.server.store.availability import Availability
from forno.server.store.database import check_file, make_engine, migrate
from forno.server.store.errors import BadDatabase, Outdated, TooMany, Unavailable, is_outage, reason
from forno.server.store.leases import Leases
from forno.server.store.packing import pack_game
from forno.server.store.presence import Presence
from forno.server.store.reading import StoredTable, read_table, table_row
from forno.server.store.schema import finished_games, guests, moves, seats, tables
from forno.server.store.schema import secrets as stored_secrets
from forno.server.store.writer import Writer

T = TypeVar("T")

RETRY = (0.1, 1.0)  # seconds between attempts to reach a database that fails: first, longest
_PATIENCE = 2.0  # seconds until a database that does not answer counts as failing
_LIMIT = 3.0  # after which PostgreSQL gives up what nobody waits for any more
_HEALTH_PATIENCE = 0.7
_OPENING_PATIENCE = 10.0
_CLOSING_PATIENCE = 1.0
_COOKIES = "cookies"
_DAY = 24 * 3600
_WAIT = 0.2  # seconds: patience is counted in such waits
_READERS = 8  # reads at once: the others wait here, where it does not count as an outage
_AT_ONCE = 200  # tables and guests that are forgotten in one transaction, which must not take long
_LOCK_MAKING = text("SELECT pg_advisory_xact_lock(:key)").bindparams(key=0x7461626C65)  # until the transaction's end
_TRY_TO_WRITE = text("UPDATE alembic_version SET version_num = version_num")


class Store:
    """Every operation raises Unavailable if the database fails."""

    def __init__(self, url: URL, retry: tuple[float, float] = RETRY) -> None:
        self.url = url
        self._is_sqlite = url.get_backend_name() == "sqlite"
        self._writer_name = f"forno-writer-{secrets.token_hex(8)}"
        self._engine = make_engine(url, "forno", _LIMIT)
        self._writing_engine = make_engine(url, self._writer_name, _LIMIT)  # one connection, that nobody else uses
        self._tasks: set[asyncio.Task[Any]] = set()
        self._reading = asyncio.Semaphore(_READERS)
        self._retry = retry
        self._availability: Availability | None = None
        self._writer: Writer | None = None
        self._presence = None if self._is_sqlite else Presence(make_engine(url, "forno-lease", _LIMIT))
        self.leases = Leases(self._read, lambda work: self._open_writer().call(work), self._presence)
        self.secret = b""  # signs the cookies; the same for all servers with this database

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises BadDatabase if that fails."""
        try:
            if self._is_sqlite:
                check_file(self._engine)
            await self._in_time(self._prepare(), _OPENING_PATIENCE)
        except BadDatabase:
            await self._dispose()
            raise
        except Exception as error:  # noqa: BLE001  drivers raise errors of many kinds, also for a bad URL
            await self._dispose()
            shown = self.url.render_as_string(hide_password=True)
            raise BadDatabase(f"The database {shown} cannot be used: {reason(error)}") from None
        self._availability = Availability(self._attempt, self._retry)
        self._writer = Writer(self._writing_engine, self._availability, self._write_in_time)

    async def _prepare(self) -> None:
        async with self._engine.begin() as connection:
            await connection.run_sync(migrate)
            await connection.execute(
                self._insert(stored_secrets).values(name=_COOKIES, value=secrets.token_hex(32)).on_conflict_do_nothing()
            )
            found = await connection.execute(select(stored_secrets.c.value).where(stored_secrets.c.name == _COOKIES))
            self.secret = bytes.fromhex(found.scalar_one())
        await self._try_to_write()

    async def close(self) -> None:
        """Store what waits, unless the database fails."""
        if self._availability is not None:
            await self._availability.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_PATIENCE):
                if self._writer is not None:
                    await self._writer.close()
                await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._dispose()

    async def _dispose(self) -> None:
        """Close the connections. A frozen database would never confirm it."""
        for task in self._tasks:
            task.cancel()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_CLOSING_PATIENCE):
                if self._presence is not None:
                    await self._presence.close()
                if self._writer is not None:
                    await self._writer.disconnect()
                await asyncio.gather(
                    self._engine.dispose(), self._writing_engine.dispose(), *self._tasks, return_exceptions=True
                )

    # Failures

    @property
    def works(self) -> bool:
        assert self._availability is not None, "open the store first"
        return self._availability.works

    @property
    def outages(self) -> int:
        assert self._availability is not None, "open the store first"
        return self._availability.outages

    @property
    def writer(self) -> Writer:
        """Its counters say how much it has written."""
        return self._open_writer()

    async def wait_until_it_works(self) -> None:
        assert self._availability is not None, "open the store first"
        await self._availability.wait()

    async def is_reachable(self) -> bool:
        """Whether the database reads and writes now. If it is only slow, that is no outage yet: tables have more patience."""
        try:
            await asyncio.gather(
                self._in_time(self._open_writer().run((_TRY_TO_WRITE, None)), _HEALTH_PATIENCE),
                self._in_time(self._try_to_read(), _HEALTH_PATIENCE),
            )
        except Exception as error:
            if not isinstance(error, Unavailable) and not is_outage(error):
                raise
            return False
        return True

    async def _attempt(self) -> None:
        """Use the database as the server does. Afterwards, nothing can be stored that was begun before."""
        if not self._is_sqlite:
            await self._in_time(self._end_old_writers(), _PATIENCE)
        await self._write_in_time(self._try_to_write())

    async def _end_old_writers(self) -> None:
        """A commit that a frozen database has not confirmed can still succeed later. Wait until that is decided."""
        end = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = :name")
        async with self._engine.connect() as connection:
            while (await connection.execute(end, {"name": self._writer_name})).all():
                await connection.rollback()  # a transaction sees the activity as it was at its beginning
                await asyncio.sleep(0.01)

    async def _try_to_read(self) -> None:
        async with self._engine.connect() as connection:
            await connection.execute(text("SELECT 1"))

    async def _try_to_write(self) -> None:
        async with self._writing_engine.begin() as connection:
            await connection.execute(_TRY_TO_WRITE)

    async def _write_in_time(self, operation: Awaitable[T]) -> T:
        """SQLite has its own timeout. Its threads cannot be interrupted."""
        return await (operation if self._is_sqlite else self._in_time(operation, _PATIENCE))

    async def _in_time(self, operation: Awaitable[T], patience: float) -> T:
        """Raises TimeoutError after some seconds. The operation then ends in the background, since drivers need time for that, too.

        It continues if the caller is cancelled: drivers lose connections that are interrupted. The patience is counted in short waits, so that
        a process that is too busy to look at answers does not take that for a failure of the database.
        """
        task = asyncio.ensure_future(operation)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        waits = round(patience / _WAIT)
        for _ in range(waits):
            await asyncio.wait([task], timeout=patience / waits)
            if task.done():
                return task.result()
        task.cancel()
        raise TimeoutError

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # nobody may be waiting for it any more

    # Moves

    def add_move(self, move: Move) -> Awaitable[bool]:
        """Store a move. False if a move with this number is already there, or another process owns the table."""
        return self._open_writer().move(move)

    async def moves(self, table: str) -> list[tuple[int, str]]:
        """Seats and actions, in the order of the moves."""
        return (await self.game(table)).moves

    async def game(self, table: str) -> PlayedGame:
        """All moves, and the time of the last one."""
        found = await self.load(table)
        return PlayedGame([], 0.0) if found is None else found.game

    # Tables

    async def make(self, row: TableRow, *, most_each: int, most_total: int) -> int:
        """Insert a table with its seats, and return its version. Raises TooMany; also of several processes, one counts after the other."""
        unfinished = select(func.count()).select_from(tables).where(tables.c.state.in_(("waiting", "playing")))

        async def work(connection: AsyncConnection) -> TooMany | None:
            if not self._is_sqlite:
                await connection.execute(_LOCK_MAKING)
            if (await connection.execute(unfinished)).scalar_one() >= most_total:
                return TooMany(in_total=True)
            if (await connection.execute(unfinished.where(tables.c.host == row.host))).scalar_one() >= most_each:
                return TooMany(in_total=False)
            await self._save(connection, row)
            return None

        if (refusal := await self._open_writer().call(work)) is not None:
            raise refusal
        return row.version + 1

    async def save(self, row: TableRow) -> int:
        """Insert a table with its seats, or replace it, and return its new version. Raises Outdated."""
        if not await self._open_writer().call(lambda connection: self._save(connection, row)):
            raise Outdated(row.id)
        return row.version + 1

    async def _save(self, connection: AsyncConnection, row: TableRow) -> bool:
        """False if the row has changed."""
        values = {
            "game": row.game,
            "rules": row.rules,
            "options": json.dumps(dict(row.options)),
            "key": row.key.hex(),
            "state": row.state,
            "host": row.host,
            "clock": row.clock,
            "public": row.public,
            "rematch": row.rematch,
            "created": row.created,
            "version": row.version + 1,
        }
        seating = [
            {
                "table": row.id,
                "seat": number,
                "kind": seat.kind,
                "guest": seat.guest,
                "name": seat.name,
                "level": seat.level,
                "away": seat.away,
            }
            for number, seat in enumerate(row.seats)
        ]
        if row.version == 0:
            save: Any = tables.insert().values(values | {"id": row.id, "owner": row.owner, "fence": row.fence})
        else:
            is_same = and_(tables.c.id == row.id, tables.c.fence == row.fence, tables.c.version == row.version)
            save = tables.update().where(is_same).values(values)

        if not (await connection.execute(save)).rowcount:
            return False
        await connection.execute(seats.delete().where(seats.c.table == row.id))
        await connection.execute(seats.insert(), seating)
        if row.state == "finished":
            await pack_game(connection, row.id)
        return True

    async def table(self, table: str) -> TableRow | None:
        found = await self.load(table)
        return None if found is None else found.row

    async def load(self, table: str) -> StoredTable | None:
        """A table with its game."""
        return await self._read(lambda connection: read_table(connection, table))

    async def list_tables(
        self, *, of: str | None = None, public: bool = False, states: Sequence[str], limit: int
    ) -> list[ListedTable]:
        """Tables at which a guest sits, or public ones; newest first."""
        conditions: list[ColumnElement[bool]] = [tables.c.state.in_(states)]
        if of is not None:
            conditions.append(tables.c.id.in_(select(seats.c.table).where(seats.c.guest == of)))
        if public:
            conditions.append(tables.c.public)
        rows = await self._rows(conditions, limit)
        query = (
            select(moves.c.table, func.max(moves.c.shown), func.max(moves.c.time))
            .where(moves.c.table.in_([row.id for row in rows]), moves.c.shown.is_not(None))
            .group_by(moves.c.table)
        )
        packed = select(finished_games.c.table, finished_games.c.shown, finished_games.c.time).where(
            finished_games.c.table.in_([row.id for row in rows])
        )

        async def read(connection: AsyncConnection) -> list[Any]:
            return [*await connection.execute(query), *await connection.execute(packed)]

        facts = {table: (n, last) for table, n, last in await self._read(read)}
        return [ListedTable(row, *facts.get(row.id, (0, row.created))) for row in rows]

    async def delete(self, table: str) -> None:
        await self._open_writer().run((tables.delete().where(tables.c.id == table), None))

    async def forget(self, *, waiting: float, unused: float) -> None:
        """Delete some of the tables that were made before `waiting` and never started, of the unfinished ones without a move since
        `unused`, and of the guests who were not seen since and sit nowhere. Finished games are kept.
        """
        later = exists().where(moves.c.table == tables.c.id, moves.c.time >= unused)
        never_started = and_(tables.c.state == "waiting", tables.c.created < waiting)
        abandoned = and_(tables.c.state == "playing", tables.c.created < unused, ~later)
        old_tables = select(tables.c.id).where(or_(never_started, abandoned)).limit(_AT_ONCE)
        seated = exists().where(seats.c.guest == guests.c.id)
        old_guests = select(guests.c.id).where(guests.c.seen < unused, ~seated).limit(_AT_ONCE)
        await self._open_writer().run(
            (tables.delete().where(tables.c.id.in_(old_tables)), None),
            (guests.delete().where(guests.c.id.in_(old_guests)), None),
        )

    async def pack_some(self) -> int:
        """Pack some of the finished games that an older version left unpacked, and return their number."""
        query = (
            select(tables.c.id)
            .where(tables.c.state == "finished", exists().where(moves.c.table == tables.c.id))
            .limit(_AT_ONCE)
        )
        found = (await self._read(lambda connection: connection.execute(query))).scalars().all()
        for table in found:
            await self._open_writer().call(partial(pack_game, table=table))
        return len(found)

    # Guests

    async def name_of(self, guest: str) -> str | None:
        """The name of a guest, who has just been seen."""
        query = select(guests.c.name, guests.c.seen).where(guests.c.id == guest)
        found = (await self._read(lambda connection: connection.execute(query))).one_or_none()
        if found is None:
            return None
        if found.seen < time.time() - _DAY:
            await self.rename(guest, found.name)
        return str(found.name)

    async def rename(self, guest: str, name: str) -> None:
        await self._open_writer().run(
            (self._upsert(guests, {"id": guest, "name": name, "seen": time.time()}, "id"), None)
        )

    # Internals

    def _open_writer(self) -> Writer:
        assert self._writer is not None, "open the store first"
        return self._writer

    def _insert(self, into: Any) -> Any:
        return sqlite.insert(into) if self._is_sqlite else postgresql.insert(into)

    def _upsert(self, into: Any, values: dict[str, Any], key: str) -> Executable:
        rest = {name: value for name, value in values.items() if name != key}
        statement: Executable = self._insert(into).values(values).on_conflict_do_update(index_elements=[key], set_=rest)
        return statement

    async def _rows(self, conditions: Iterable[ColumnElement[bool]], limit: int) -> list[TableRow]:
        query = select(tables).where(*conditions).order_by(tables.c.created.desc()).limit(limit)

        async def read(connection: AsyncConnection) -> list[TableRow]:
            found = (await connection.execute(query)).mappings().all()
            seating = select(seats).where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat)
            at: dict[str, list[SeatRow]] = {}
            for seat in (await connection.execute(seating)).mappings():
                one = SeatRow(seat["kind"], seat["name"], seat["guest"], seat["level"], bool(seat["away"]))
                at.setdefault(seat["table"], []).append(one)
            return [table_row(dict(row), at.get(row["id"], [])) for row in found]

        return await self._read(read)

    async def _read(self, read: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        async def run() -> T:
            async with self._engine.connect() as connection:
                return await read(connection)

        is_late = self._reading.locked()
        async with self._reading:
            if is_late and not self.works:
                raise Unavailable
            try:
                return await self._in_time(run(), _PATIENCE)
            except Exception as error:
                if not is_outage(error):
                    raise
                assert self._availability is not None, "open the store first"
                self._availability.failed(error)
                raise Unavailable from None
