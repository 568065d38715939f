"""A client at one process who follows a room of another, through all that real processes use, except that the bus is in memory."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

from forno.server.cluster import wire
from forno.server.cluster.bus import Bus
from forno.server.cluster.hosted import HostedSessions
from forno.server.cluster.mailbox import Mailbox
from forno.server.cluster.relays import Relays
from forno.server.limits import RateLimiter
from forno.server.room import Room
from forno.server.session import Visitor
from forno.server.settings import Settings

OWNER, GATEWAY = "o" * 16, "g" * 16
_DELAY = 0.01  # seconds that the bus takes


class MemoryBus(Bus):
    size = 5_900
    name = "in memory"

    def __init__(self, channels: dict[str, "MemoryBus"]) -> None:
        super().__init__()
        self._channels = channels
        self._under_way: deque[tuple[str, bytes]] = deque()

    async def _connect(self, channel: str) -> None:
        self._channels[channel] = self

    async def _disconnect(self) -> None:
        """Nothing to do."""

    async def _publish(self, frames: Sequence[tuple[str, bytes]]) -> None:
        self._under_way += frames
        for _ in frames:
            asyncio.get_running_loop().call_later(_DELAY, self._deliver)

    def _deliver(self) -> None:
        channel, frame = self._under_way.popleft()
        self._channels[channel].receive(frame)


class Client:
    """A link to a client that does what it is told when it is told something."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self.said: asyncio.Queue[str | None] = asyncio.Queue()

    async def receive(self) -> str | None:
        return await self.said.get()

    def write(self, texts: Iterable[bytes]) -> bool:
        for text in texts:
            self._hear(text)
        return True

    async def send(self, texts: list[bytes]) -> None:
        self.write(texts)


@asynccontextmanager
async def following(room: Room, guest: str, client: Client, settings: Settings) -> AsyncIterator[None]:
    """The client follows the room from another process."""

    async def find(_: str) -> Room:
        return room

    rooms: Any = SimpleNamespace(
        find=find, settings=settings, store=SimpleNamespace(leases=SimpleNamespace(is_held=True))
    )
    channels: dict[str, MemoryBus] = {}

    def lost(_: str) -> None:
        raise AssertionError("messages were lost")

    owner = Mailbox(MemoryBus(channels), lambda sender, message: hosted.take(sender, _from_gateway(message)), lost)
    gateway = Mailbox(MemoryBus(channels), lambda sender, message: relays.take(sender, _from_owner(message)), lost)
    hosted = HostedSessions(owner.post, rooms, RateLimiter(1000, 1000))
    relays = Relays(gateway.post, settings.messages)
    await owner.open(OWNER)
    await gateway.open(GATEWAY)
    visitor = Visitor(guest, "en", remembers=False)
    session = asyncio.create_task(relays.follow(client, visitor, room.row.id, OWNER))
    try:
        yield
    finally:
        client.said.put_nowait(None)
        assert not await session, "the client has left"
        await asyncio.sleep(1)
        await hosted.close()
        await owner.close()
        await gateway.close()


def _from_gateway(message: wire.Message) -> wire.Open | wire.Said | wire.Close:
    assert isinstance(message, wire.Open | wire.Said | wire.Close)
    return message


def _from_owner(message: wire.Message) -> wire.Opened | wire.Sent | wire.Ended | wire.Refused:
    assert isinstance(message, wire.Opened | wire.Sent | wire.Ended | wire.Refused)
    return message
