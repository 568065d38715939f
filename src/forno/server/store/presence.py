"""A sign that a process lives: a connection that holds a lock of PostgreSQL. If the process is killed, the database drops both at once."""

import asyncio
import contextlib
import math
import time
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

_KIND = 0x666F726E  # of our locks: others may use the database
_PATIENCE = 1.0  # seconds
_LOCK = text("SELECT pg_try_advisory_lock(:kind, :number)").bindparams(kind=_KIND)
_LOCKS = text(
    "SELECT objid::bigint FROM pg_locks WHERE locktype = 'advisory' AND classid = :kind AND objsubid = 2 AND granted "
    "AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
).bindparams(kind=_KIND)
_MARK = "s"  # begins the ids of processes that show such a sign


class Presence:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._connection: AsyncConnection | None = None
        self._driver: Any = None
        self._process = ""
        self._since = math.inf  # by the monotonic clock

    @property
    def lasting(self) -> float:
        """For how many seconds the connection has been there."""
        is_there = self._driver is not None and not self._driver.is_closed()
        return time.monotonic() - self._since if is_there else 0.0

    async def show(self, process: str) -> None:
        """Show that this process lives, until the connection breaks. Nothing is lost if that fails: the process has its lease."""
        if process == self._process and self._driver is not None and not self._driver.is_closed():
            return
        await self.close()
        with contextlib.suppress(Exception):  # drivers raise errors of many kinds
            async with asyncio.timeout(_PATIENCE):
                self._connection = await self._engine.connect()
                self._driver = (await self._connection.get_raw_connection()).driver_connection
                await self._connection.execute(_LOCK, {"number": _number(process)})
                await self._connection.commit()  # the lock stays
                self._process, self._since = process, time.monotonic()

    async def close(self) -> None:
        connection, driver = self._connection, self._driver
        self._connection = self._driver = None
        self._process, self._since = "", math.inf
        if driver is not None:
            driver.terminate()  # a frozen database would never confirm it
        if connection is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(_PATIENCE):
                    await connection.invalidate()
                    await connection.close()


def mark(number: str) -> str:
    """An id of a process that will show that it lives, from 15 hexadecimal digits."""
    return _MARK + number


async def are_gone(connection: AsyncConnection, processes: list[str]) -> list[str]:
    """Those of these processes whose connections are gone. Of others, such as older ones, nobody can say."""
    if not any(process.startswith(_MARK) for process in processes):
        return []
    held = set((await connection.execute(_LOCKS)).scalars())
    return [process for process in processes if process.startswith(_MARK) and _number(process) not in held]


def _number(process: str) -> int:
    return int(process[1:8], 16)
