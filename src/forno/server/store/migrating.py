"""What a migration will do, and doing it."""

from collections.abc import Callable
from typing import TypeVar

from alembic.script.revision import RevisionError
from alembic.util import CommandError
from sqlalchemy import Connection
from sqlalchemy.engine import URL
from sqlalchemy.exc import SQLAlchemyError

from forno.server.store import steps
from forno.server.store.database import check_file, make_engine, migrate
from forno.server.store.errors import BadDatabase, reason
from forno.server.store.version import version_of

T = TypeVar("T")


async def plan(url: URL) -> tuple[str | None, list[tuple[str, str]]]:
    """The schema that the database has, and the steps that it lacks. Raises BadDatabase."""
    return await _with_connection(url, lambda connection: (version_of(connection), steps.missing(connection)))


async def apply(url: URL) -> None:
    """Take the steps, all of them or none. Raises BadDatabase."""
    await _with_connection(url, migrate)


async def _with_connection(url: URL, use: Callable[[Connection], T]) -> T:
    engine = make_engine(url, "forno-migrate")
    try:
        if engine.dialect.name == "sqlite":
            check_file(engine)
        async with engine.begin() as connection:
            return await connection.run_sync(use)
    except (SQLAlchemyError, OSError, CommandError, RevisionError) as error:
        shown = url.render_as_string(hide_password=True)
        raise BadDatabase(f"The database {shown} cannot be used: {reason(error)}") from None
    finally:
        await engine.dispose()
