"""The store: everything that the server reads from the database and writes to it."""

import asyncio
import contextlib
import dataclasses
import json
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from sqlalchemy import ColumnElement, Connection, Executable, event, func, select, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from forno import folders
from forno.server.store.rows import ListedTable, Move, SeatRow, TableRow
from forno.server.store.schema import guests, moves, seats, tables
from forno.server.store.version import migrations, version_of, versions
from forno.server.store.writer import Writer

T = TypeVar("T")
STORE_ERRORS = (SQLAlchemyError, OSError)  # that an operation raises if the database fails

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


class BadDatabase(Exception):
    """A database that cannot be used; the sentence says why."""


def database_url(wish: str | None) -> URL:
    """The URL for what a user writes: nothing (a file in the data folder), a file name, or a URL. Raises BadDatabase."""
    if wish is None:
        path = folders.data() / "server.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        return URL.create("sqlite+aiosqlite", database=str(path))
    if "://" not in wish:
        return URL.create("sqlite+aiosqlite", database=str(Path(wish).expanduser()))
    try:
        url = make_url(wish)
    except ArgumentError:
        raise BadDatabase(
            f"This is not a database URL: {wish!r}. Examples: postgresql://user@host/name, games.sqlite."
        ) from None
    if url.get_backend_name() not in {"sqlite", "postgresql", "postgres"}:
        raise BadDatabase(f"Forno stores its games in SQLite or PostgreSQL, not in {url.get_backend_name()}.")
    return url.set(drivername=_DRIVERS[url.get_backend_name()])


class Store:
    def __init__(self, url: URL) -> None:
        self.url = url
        self._engine = _engine(url)
        self._writer: Writer | None = None
        self._reads: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        """Connect, and bring the schema up to date. Raises BadDatabase if that fails."""
        try:
            if self.url.get_backend_name() == "sqlite":
                _try_file(self.url)
            async with self._engine.begin() as connection:
                await connection.run_sync(_migrate)
        except BadDatabase:
            await self._engine.dispose()
            raise
        except (*STORE_ERRORS, sqlite3.Error) as error:
            await self._engine.dispose()
            shown = self.url.render_as_string(hide_password=True)
            reason = " ".join(str(getattr(error, "orig", None) or error).split())
            raise BadDatabase(f"The database {shown} cannot be used: {reason}") from None
        self._writer = Writer(self._engine)

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer.close()
        await asyncio.gather(*self._reads, return_exceptions=True)
        await self._engine.dispose()

    async def is_reachable(self) -> bool:
        try:
            await self._read(lambda connection: connection.execute(text("SELECT 1")))
        except STORE_ERRORS:
            return False
        return True

    # Moves

    async def add_move(self, move: Move) -> bool:
        """Store a move. False if a move with this number is already there."""
        return await self._open_writer().move(dataclasses.asdict(move))

    async def moves(self, table: str) -> list[tuple[int, str]]:
        """Seats and actions, in the order of the moves."""
        query = select(moves.c.seat, moves.c.action).where(moves.c.table == table).order_by(moves.c.seq)
        return [(seat, action) for seat, action in await self._read(lambda connection: connection.execute(query))]

    # Tables

    async def save(self, row: TableRow) -> None:
        """Insert a table with its seats, or replace it."""
        values = {
            "id": row.id,
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
        await self._open_writer().run(
            (self._upsert(tables, values, "id"), None),
            (seats.delete().where(seats.c.table == row.id), None),
            (seats.insert(), seating),
        )

    async def table(self, table: str) -> TableRow | None:
        found = await self._rows([tables.c.id == table], 1)
        return found[0] if found else None

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
        facts = {table: (n, last) for table, n, last in await self._read(lambda connection: connection.execute(query))}
        return [ListedTable(row, *facts.get(row.id, (0, row.created))) for row in rows]

    async def count_unfinished(self, host: str) -> int:
        query = select(func.count()).select_from(tables).where(tables.c.host == host, tables.c.state != "finished")
        return int((await self._read(lambda connection: connection.execute(query))).scalar_one())

    async def delete_waiting(self, before: float) -> None:
        """Delete tables that were made before this time and never started."""
        await self._open_writer().run(
            (tables.delete().where(tables.c.state == "waiting", tables.c.created < before), None)
        )

    # Guests

    async def name_of(self, guest: str) -> str | None:
        query = select(guests.c.name).where(guests.c.id == guest)
        found = (await self._read(lambda connection: connection.execute(query))).scalar_one_or_none()
        return None if found is None else str(found)

    async def rename(self, guest: str, name: str) -> None:
        await self._open_writer().run((self._upsert(guests, {"id": guest, "name": name}, "id"), None))

    # Internals

    def _open_writer(self) -> Writer:
        assert self._writer is not None, "open the store first"
        return self._writer

    def _upsert(self, into: Any, values: dict[str, Any], key: str) -> Executable:
        insert = postgresql.insert if self._engine.dialect.name == "postgresql" else sqlite.insert
        rest = {name: value for name, value in values.items() if name != key}
        return insert(into).values(values).on_conflict_do_update(index_elements=[key], set_=rest)

    async def _rows(self, conditions: Iterable[ColumnElement[bool]], limit: int) -> list[TableRow]:
        query = select(tables).where(*conditions).order_by(tables.c.created.desc()).limit(limit)

        async def read(connection: AsyncConnection) -> list[TableRow]:
            found = (await connection.execute(query)).mappings().all()
            seating = select(seats).where(seats.c.table.in_([row["id"] for row in found])).order_by(seats.c.seat)
            at: dict[str, list[SeatRow]] = {}
            for seat in (await connection.execute(seating)).mappings():
                one = SeatRow(seat["kind"], seat["name"], seat["guest"], seat["level"], bool(seat["away"]))
                at.setdefault(seat["table"], []).append(one)
            return [_table(dict(row), at.get(row["id"], [])) for row in found]

        return await self._read(read)

    async def _read(self, read: Callable[[AsyncConnection], Awaitable[T]]) -> T:
        """Read in a separate task, which continues if the caller is cancelled: drivers lose connections that are interrupted."""

        async def run() -> T:
            async with self._engine.connect() as connection:
                return await read(connection)

        task = asyncio.create_task(run())
        self._reads.add(task)
        task.add_done_callback(self._reads.discard)
        return await asyncio.shield(task)


def _table(row: dict[str, Any], seating: list[SeatRow]) -> TableRow:
    row |= {"options": json.loads(row["options"]), "key": bytes.fromhex(row["key"]), "public": bool(row["public"])}
    return TableRow(**row, seats=seating)


def _engine(url: URL) -> AsyncEngine:
    try:
        engine = create_async_engine(url, pool_pre_ping=url.get_backend_name() != "sqlite")
    except ModuleNotFoundError:
        raise BadDatabase('PostgreSQL needs another package: pip install "forno[postgres]".') from None
    if url.get_backend_name() == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    return engine


def _try_file(url: URL) -> None:
    """Fail here if the file is bad. If aiosqlite failed, its thread would stay and complain about a closed loop."""
    with contextlib.closing(sqlite3.connect(str(url.database))) as connection:
        connection.execute("PRAGMA schema_version")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")  # readers do not wait for the writer
    cursor.execute("PRAGMA synchronous=FULL")  # what was shown survives a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=5000")
    cursor.close()


def _migrate(connection: Connection) -> None:
    found = version_of(connection)
    if found is not None and found not in versions():
        shown = connection.engine.url.render_as_string(hide_password=True)
        newer = f"belongs to a newer version of Forno (its schema is {found})"
        raise BadDatabase(f"The database {shown} {newer}. Update Forno, or choose another with --database.")
    config = migrations()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
