"""PostgreSQL's LISTEN and NOTIFY. Whoever has the database needs nothing else."""

import base64
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import URL

from forno.server.cluster.bus import Bus
from forno.server.store.database import make_engine

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

_PREFIX = "forno_"
_NOTIFY = "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS frames (channel, payload)"


class PostgresBus(Bus):
    size = 5_900  # a notification has less than 8,000 characters, and base64 makes four of three bytes
    name = "of PostgreSQL"

    def __init__(self, url: URL) -> None:
        super().__init__()
        self._engine = make_engine(url, "forno-bus")
        self._connection: AsyncConnection | None = None
        self._driver: Any = None  # asyncpg's connection

    async def _connect(self, channel: str) -> None:
        self._connection = await self._engine.connect()
        self._driver = (await self._connection.get_raw_connection()).driver_connection
        self._driver.add_termination_listener(self._terminated)
        await self._driver.add_listener(_PREFIX + channel, self._notified)

    async def _disconnect(self) -> None:
        connection, driver = self._connection, self._driver
        self._connection = self._driver = None
        if driver is not None:
            driver.remove_termination_listener(self._terminated)
            driver.terminate()
        if connection is not None:
            await connection.invalidate()
            await connection.close()
        await self._engine.dispose()

    async def _publish(self, frames: Sequence[tuple[str, bytes]]) -> None:
        channels = [_PREFIX + channel for channel, _ in frames]
        await self._driver.execute(_NOTIFY, channels, [base64.b64encode(frame).decode() for _, frame in frames])

    def _notified(self, _connection: Any, _process: int, _channel: str, payload: object) -> None:
        self.receive(base64.b64decode(str(payload)))

    def _terminated(self, connection: Any) -> None:
        if connection is self._driver:
            self.fail(ConnectionError("the connection was closed"))
