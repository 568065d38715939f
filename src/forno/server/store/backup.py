"""Backups: every row of a database as compressed JSON lines. The same rows give the same bytes, whatever kind of database they are in."""

import contextlib
import gzip
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, MetaData, String, Table, func, select, text
from sqlalchemy.engine import URL

from forno.server.store.database import make_engine, migrate
from forno.server.store.errors import BadDatabase
from forno.server.store.version import version_of

_FORMAT = 1
_TRANSIENT = {"alembic_version", "processes"}  # tables that are in no backup
_ROWS = 1000  # that are read or written at once


class BadBackup(Exception):
    """A file that cannot be restored, or not into this database; the sentence says why."""


async def backup(url: URL, file: Path) -> int:
    """Write all rows as they are at one moment, while a server may go on, and return their number. Raises BadDatabase."""
    engine = make_engine(url, "forno-backup")
    is_sqlite = engine.dialect.name == "sqlite"
    try:
        async with engine.connect() as connection:
            if is_sqlite:
                await connection.exec_driver_sql("BEGIN")  # until the end, only one state of the database is seen
            else:
                await connection.execution_options(isolation_level="REPEATABLE READ", postgresql_readonly=True)
            return await connection.run_sync(_write, file)
    finally:
        await engine.dispose()


async def restore(url: URL, file: Path, *, replace: bool) -> int:
    """Fill a database with the rows of a backup, completely or not at all, and return their number. Raises BadBackup.

    With `replace`, whatever the database holds is deleted.
    """
    engine = make_engine(url, "forno-restore")
    try:
        if engine.dialect.name == "sqlite":
            _check_that_nobody_uses(url)
        async with engine.begin() as connection:
            if engine.dialect.name == "sqlite":
                await connection.exec_driver_sql(
                    "BEGIN IMMEDIATE"
                )  # the driver would not make changes of the schema part of a transaction
            return await connection.run_sync(_read, file, replace)
    finally:
        await engine.dispose()


def _write(connection: Connection, file: Path) -> int:
    schema = version_of(connection)
    if schema is None:
        raise BadDatabase("The database is empty: there is nothing to back up.")
    n_rows = 0
    with _replaced_at_the_end(file) as raw, gzip.GzipFile("", "wb", 6, raw, mtime=0) as packed:
        packed.write(_line({"forno-backup": _FORMAT, "schema": schema}))
        for table in _tables(connection):
            order = [
                column.collate("C") if _needs_collation(connection, column) else column for column in table.primary_key
            ]
            rows = connection.execute(select(table).order_by(*order).execution_options(yield_per=_ROWS))
            for row in rows.mappings():
                packed.write(_line({"table": table.name, "row": dict(row)}))
                n_rows += 1
    return n_rows


def _read(connection: Connection, file: Path, replace: bool) -> int:
    if connection.dialect.name == "postgresql":
        users = text(
            "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'forno-writer-%' AND datname = current_database()"
        )
        if connection.execute(users).scalar_one():
            raise BadBackup(_IN_USE)
    old = [table for table in _tables(connection) if table.name != "secrets"]
    if not replace and any(connection.execute(select(func.count()).select_from(table)).scalar_one() for table in old):
        raise BadBackup("The database already holds games. --replace deletes them.")
    present = MetaData()
    present.reflect(connection)
    present.drop_all(connection)
    try:
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            return _fill(connection, map(json.loads, lines))
    except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadBackup(f"{file} is no whole backup of Forno: {error}") from None


def _fill(connection: Connection, lines: Iterator[dict[str, Any]]) -> int:
    header = next(lines, {})
    if header.get("forno-backup") != _FORMAT:
        raise ValueError("it has another format.")
    migrate(connection, header["schema"])
    tables = {table.name: table for table in _tables(connection)}
    n_rows = 0
    while some := list(islice(lines, _ROWS)):
        n_rows += len(some)
        for table, rows in _by_table(some):
            connection.execute(tables[table].insert(), rows)
    migrate(connection)
    return n_rows


def _by_table(lines: Iterable[dict[str, Any]]) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    rows: dict[str, list[dict[str, Any]]] = {}
    for line in lines:
        rows.setdefault(line["table"], []).append(line["row"])
    yield from rows.items()


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in this database. Those that others refer to come first."""
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name not in _TRANSIENT]


def _needs_collation(connection: Connection, column: Any) -> bool:
    """PostgreSQL sorts texts by the rules of a language; SQLite by their bytes."""
    return connection.dialect.name == "postgresql" and isinstance(column.type, String)


def _line(content: dict[str, Any]) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


@contextlib.contextmanager
def _replaced_at_the_end(file: Path) -> Iterator[Any]:
    """A file that only its owner can read, and that appears when it is complete."""
    number, name = tempfile.mkstemp(dir=file.parent, prefix=file.name)
    try:
        with os.fdopen(number, "wb") as raw:
            yield raw
            raw.flush()
            os.fsync(raw.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink()
        raise


_IN_USE = "A server uses this database. Stop it first."


def _check_that_nobody_uses(url: URL) -> None:
    with contextlib.closing(sqlite3.connect(str(url.database), timeout=0)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")  # which needs the file for itself
        except sqlite3.OperationalError:
            raise BadBackup(_IN_USE) from None
