"""Valkey or Redis, which take many more messages than PostgreSQL."""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from forno.server.cluster.bus import BadBus, Bus

_PREFIX = "forno:"
_TCP: dict[str, Any] = {"socket_keepalive": True, "socket_connect_timeout": 2}


class RedisBus(Bus):
    size = 500_000

    def __init__(self, url: str) -> None:
        """Raises BadBus."""
        super().__init__()
        try:
            from redis import asyncio as redis  # noqa: PLC0415  it may be missing
        except ModuleNotFoundError:
            raise BadBus('--bus needs another package: pip install "forno[redis]".') from None
        try:
            parts = urlsplit(url)
            self.name = f"{parts.scheme}://{parts.hostname or ''}{f':{parts.port}' if parts.port else ''}{parts.path}"
            self._client: Any = redis.from_url(url, **({} if parts.scheme == "unix" else _TCP))
        except ValueError as error:
            raise BadBus(
                f"This is not the URL of a bus: {url!r}. One looks like redis://localhost:6379. {error}"
            ) from None
        self._pubsub: Any = None
        self._reading: asyncio.Task[None] | None = None

    async def _connect(self, channel: str) -> None:
        self._pubsub = self._client.pubsub(ignore_subscribe_messages=True)
        await self._pubsub.subscribe(_PREFIX + channel)
        self._reading = asyncio.create_task(self._read(self._pubsub), name="bus reader")

    async def _disconnect(self) -> None:
        pubsub, reading = self._pubsub, self._reading
        self._pubsub = self._reading = None
        if reading is not None:
            reading.cancel()
            await asyncio.gather(reading, return_exceptions=True)
        if pubsub is not None:
            with contextlib.suppress(Exception):
                await pubsub.aclose()
        await self._client.connection_pool.disconnect()

    async def _publish(self, frames: Sequence[tuple[str, bytes]]) -> None:
        pipeline = self._client.pipeline(transaction=False)
        for channel, frame in frames:
            pipeline.publish(_PREFIX + channel, frame)
        await pipeline.execute()

    async def _read(self, pubsub: Any) -> None:
        try:
            async for message in pubsub.listen():
                self.receive(message["data"])
        except Exception as error:  # noqa: BLE001  whatever it is: connect again
            self.fail(error)
        else:
            self.fail(ConnectionError("the connection was closed"))
