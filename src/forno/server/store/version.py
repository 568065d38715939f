"""The version of a database's schema: what it is, and what this version of Forno needs."""

import asyncio
import contextlib
import sqlite3
from pathlib import Path

from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import create_async_engine


def migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


def versions() -> list[str]:
    """All versions that this version of Forno knows, the newest first."""
    return [script.revision for script in ScriptDirectory.from_config(migrations()).walk_revisions()]


def version_of(connection: Connection) -> str | None:
    """None if the database is empty."""
    return MigrationContext.configure(connection).get_current_revision()


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
