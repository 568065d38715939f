"""A database that can be made to fail."""

import asyncio
import sqlite3
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from forno.server.store import Store


class Outage:
    """Sits between a store and its database. While it is `on`, statements fail."""

    def __init__(self, store: Store, *, writes_only: bool = False) -> None:
        self.on = False
        self._writes_only = writes_only
        self._failed = asyncio.Semaphore(0)
        for engine in (store._engine, store._writing_engine):  # noqa: SLF001  between both
            event.listen(engine.sync_engine, "before_cursor_execute", self._execute)
        writer = store.writer
        self._insert, writer._insert = writer._insert, self._insert_moves  # noqa: SLF001  moves go to the driver directly

    async def _insert_moves(self, driver: Any, moves: Any) -> list[bool]:
        if self.on:
            self._failed.release()
            raise sqlite3.OperationalError("the database is down")
        return await self._insert(driver, moves)

    async def wait_for(self, failures: int) -> None:
        for _ in range(failures):
            await self._failed.acquire()

    def _execute(self, _connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if self.on and not (self._writes_only and statement.startswith("SELECT")):
            self._failed.release()
            raise OperationalError(statement, None, Exception("the database is down"))
