"""A database by the words of a user: its URL, its engines, whether its file is sound, its schema."""

import contextlib
import sqlite3
import time
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from forno import folders
from forno.server.store.errors import BadDatabase
from forno.server.store.version import version_of, versions

_CHECK_PATIENCE = 0.5  # seconds
_LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")  # of PostgreSQL, in milliseconds
_MIGRATION_LOCK = 0x666F726E6F  # of PostgreSQL, which has locks with numbers

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def database_url(wish: str | None) -> URL:
    """The URL for what a user writes: nothing (a file in the data folder), a file name, or a URL. Raises BadDatabase."""
    if wish is None:
        path = folders.data() / "server.sqlite"
        path.parent.mkdir(parents=True, exist_ok=True)
        return URL.create("sqlite+aiosqlite", database=str(path))
    try:
        if "://" not in wish:
            return URL.create("sqlite+aiosqlite", database=str(Path(wish).expanduser()))
        url = make_url(wish)
    except (ArgumentError, ValueError, RuntimeError):  # no URL; a bad port; no such user
        raise BadDatabase(
            f"This is not a database URL: {wish!r}. Examples: postgresql://user@host/name, games.sqlite."
        ) from None
    if url.get_backend_name() not in {"sqlite", "postgresql", "postgres"}:
        raise BadDatabase(f"Forno stores its games in SQLite or PostgreSQL, not in {url.get_backend_name()}.")
    if url.get_backend_name() == "sqlite" and url.database in {None, "", ":memory:"}:
        raise BadDatabase("Forno stores its games in a file. Name one, such as games.sqlite.")
    return url.set(drivername=_DRIVERS[url.get_backend_name()])


def make_engine(url: URL, name: str, limit: float | None = None) -> AsyncEngine:
    """An engine whose connections have this name in PostgreSQL.

    PostgreSQL ends statements and idle transactions that take longer than `limit`, in seconds. A process that is stopped in the middle of a
    transaction would otherwise keep its locks, and others would wait for it.
    """
    try:
        if url.get_backend_name() == "sqlite":
            # Nothing is left to be rolled back: SQLite begins no transaction for a read, and SQLAlchemy ends its own ones.
            engine = create_async_engine(url, pool_reset_on_return=None)
            event.listen(engine.sync_engine, "connect", _prepare_sqlite)
            return engine
        settings = {"application_name": name}
        if limit is not None:
            settings |= dict.fromkeys(_LIMITS, f"{limit * 1000:.0f}")
        return create_async_engine(url, pool_pre_ping=True, connect_args={"server_settings": settings})
    except (ArgumentError, TypeError, ValueError) as error:
        raise BadDatabase(f"This is not a database URL: {url!r}. {error}") from None
    except ModuleNotFoundError:
        raise BadDatabase('PostgreSQL needs another package: pip install "forno[postgres]".') from None


def check_file(engine: AsyncEngine) -> None:
    """Fail here if the file is damaged, as far as that can be seen in a short time: a large file takes 10 seconds a gigabyte.

    If aiosqlite failed, its thread would stay and complain about a closed loop.
    """
    arguments, options = engine.dialect.create_connect_args(engine.url)
    connect: Any = sqlite3.connect
    with contextlib.closing(connect(*arguments, **options)) as connection:
        end = time.monotonic() + _CHECK_PATIENCE
        connection.set_progress_handler(lambda: time.monotonic() > end, 10_000)
        try:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname != "SQLITE_INTERRUPT":
                raise
            found = "ok"
        if found != "ok":
            raise sqlite3.DatabaseError(f"the file is damaged ({found})")


def _prepare_sqlite(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")  # readers do not wait for the writer
    cursor.execute("PRAGMA synchronous=FULL")  # what was shown survives a power cut
    cursor.execute("PRAGMA foreign_keys=ON")
    cursor.execute("PRAGMA busy_timeout=2000")
    cursor.close()


def migrate(connection: Connection, schema: str = "head") -> None:
    """Bring the schema up to date, or to an older one. Of several processes that start together, one does it."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SET LOCAL statement_timeout = 0"))  # a large database may take a while
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK})
    if check_version(connection) == (versions()[0] if schema == "head" else schema):
        return
    from forno.server.store import steps  # noqa: PLC0415  slow to import, and most databases are up to date

    steps.take(connection, schema)


def check_version(connection: Connection) -> str | None:
    """The version of a database that this version of Forno can use. Raises BadDatabase for others."""
    found = version_of(connection)
    if found is not None and found not in versions():
        shown = connection.engine.url.render_as_string(hide_password=True)
        newer = f"belongs to a newer version of Forno (its schema is {found})"
        raise BadDatabase(f"The database {shown} {newer}. Update Forno, or choose another with --database.")
    return found
