"""The version of a database's schema: what it is, and what this version of Forno needs."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine

MIGRATIONS = Path(__file__).parent / "migrations"


def versions() -> list[str]:
    """All versions that this version of Forno knows, the newest first. Each has a file whose name begins with it."""
    return sorted((file.name.split("_")[0] for file in (MIGRATIONS / "versions").glob("*_*.py")), reverse=True)


def version_of(connection: Connection) -> str | None:
    """None if the database is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


def read_version(url: URL, patience: float) -> str | None:
    """The version, from a connection of its own that changes nothing. Raises whatever the database's driver raises,
    and TimeoutError after so many seconds.
    """
    if url.get_backend_name() == "sqlite":
        file = Path(str(url.database)).absolute().as_uri()
        with contextlib.closing(sqlite3.connect(f"{file}?mode=ro", uri=True)) as connection:
            rows = connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'").fetchall()
            found = connection.execute("SELECT version_num FROM alembic_version").fetchone() if rows else None
        return str(found[0]) if found else None
    return asyncio.run(asyncio.wait_for(_read_version(url), patience))


async def _read_version(url: URL) -> str | None:
    engine = create_async_engine(url)
    try:
        async with engine.connect() as connected:
            return await connected.run_sync(version_of)
    finally:
        await engine.dispose()
