"""What one client is sent and does at a table of this process, wherever its socket is."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Protocol

import msgspec

from forno.server import messages
from forno.server.guests import clean_name
from forno.server.limits import RateLimiter, TokenBucket
from forno.server.problems import ActionRejected, Problem
from forno.server.room import Room
from forno.server.rooms import Rooms
from forno.server.store import Leases, Unavailable
from forno.server.subscriber import Subscriber
from forno.table import Refusal
from forno.words import Words, languages

log = logging.getLogger(__name__)

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
_encode = msgspec.json.Encoder().encode
_LOOKING = 0.2  # seconds between looks whether the lease is held again


class Disconnected(Exception):
    """The client has left."""


class Link(Protocol):
    """The way to a client."""

    async def receive(self) -> str | bytes | None:
        """What the client sends next; None if it has left. The call can be cancelled, and nothing is lost."""

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send messages at once. False, and nothing is sent, if that is not possible."""

    async def send(self, texts: list[bytes]) -> None:
        """Send messages when it is possible. Raises Disconnected."""


@dataclass
class Visitor:
    """Who follows a table."""

    guest: str
    language: str
    remembers: bool  # with perfect recall
    gateway: str = ""  # the process that holds the socket, if another
    returns: bool = False  # it leaves because that process ends, and will connect again


class Listener:
    """Reads what a client sends, and has it handled: one message at a time, and each to its end."""

    def __init__(self, link: Link, handle: Callable[[str | bytes], Awaitable[None]], ended: Callable[[], None]) -> None:
        """`ended` is called when nothing more is read."""
        self._link = link
        self._handle = handle
        self._is_waiting = self._is_stopped = False
        self.has_left = False  # the client
        self._task = asyncio.create_task(self._listen())
        self._task.add_done_callback(lambda _: ended())

    async def _listen(self) -> None:
        while not self._is_stopped:
            self._is_waiting = True
            data = await self._link.receive()
            self._is_waiting = False
            if data is None:
                self.has_left = True
                return
            await self._handle(data)

    async def wait(self) -> None:
        """Until the client has left."""
        await asyncio.wait([self._task])

    async def stop(self) -> None:
        self._is_stopped = True
        if self._is_waiting:
            self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)


async def follow(link: Link, visitor: Visitor, room: Room, rooms: Rooms, resyncs: RateLimiter) -> bool:
    """Until the client leaves (False), or another process owns the table (True)."""
    words = Words(visitor.language)
    subscriber = Subscriber(visitor.guest, words, remembers=visitor.remembers, gateway=visitor.gateway)
    try:
        await room.enter(subscriber)
        listener = Listener(link, _Session(visitor, subscriber, room, rooms, resyncs).handle, subscriber.close)
        try:
            await _Sender(link, subscriber, rooms.store.leases).run(room)
        except Disconnected:
            await listener.wait()  # it may have sent something before
        finally:
            await listener.stop()
    finally:
        await room.exit(subscriber, returns=visitor.returns)
    return room.is_gone and not listener.has_left


class _Sender:
    """Sends what a subscriber has. While the lease is not held, another process may act for the table already."""

    def __init__(self, link: Link, subscriber: Subscriber, leases: Leases) -> None:
        self._link = link
        self._write = link.write
        self._subscriber = subscriber
        self._leases = leases
        self._has_missed = False  # messages that were not sent
        subscriber.send_now = self.send_now

    def send_now(self, found: Iterable[messages.FromServer]) -> bool:
        if self._has_missed or not self._leases.is_held:
            return False
        return self._write(map(_encode, found))

    async def run(self, room: Room) -> None:
        """Send what cannot be sent at once."""
        while found := await self._subscriber.next_messages(room):
            if not self._leases.is_held:
                if not self._has_missed:
                    self._has_missed = True
                    self._catch_up_later()
                found = [message for message in found if _is_about_trouble(message)]
            elif self._has_missed:
                self._has_missed = False
                self._subscriber.resync()
                continue
            await self._link.send([_encode(message) for message in found])

    def _catch_up_later(self) -> None:
        asyncio.get_running_loop().call_later(_LOOKING, self._catch_up)

    def _catch_up(self) -> None:
        """If nothing more happens at the table, nobody else would send what was missed."""
        if not self._has_missed or self._subscriber.is_closed:
            return
        if self._leases.is_held:
            self._subscriber.resync()
        else:
            self._catch_up_later()


def _is_about_trouble(message: messages.FromServer) -> bool:
    return isinstance(message, messages.Trouble) or (isinstance(message, messages.Room) and message.stopped)


class _Session:
    """Does what one client asks for."""

    def __init__(
        self, visitor: Visitor, subscriber: Subscriber, room: Room, rooms: Rooms, resyncs: RateLimiter
    ) -> None:
        self.visitor = visitor
        self.guest = visitor.guest
        self.subscriber = subscriber
        self.room = room
        self.rooms = rooms
        self.resyncs = resyncs
        self.bucket = TokenBucket(*rooms.settings.messages)
        self.resync: asyncio.Handle | None = None  # the last one that was asked for
        self.resync_due = 0.0  # by the clock of the event loop, whose handles need not tell

    async def handle(self, data: str | bytes) -> None:
        """A client that exceeds the rate is not refused. The server reads its messages later, so that none is lost."""
        words = self.subscriber.words
        if delay := self.bucket.delay():
            await asyncio.sleep(delay)
        try:
            await self._handle(_decoder.decode(data))
        except messages.NOT_UNDERSTOOD as error:
            self.subscriber.reply(Problem("bad-message", reason=str(error)).message(words))
        except (Problem, ActionRejected) as problem:
            self.subscriber.reply(problem.message(words))
        except Refusal as refusal:
            self.subscriber.reply(messages.Refused(refusal.code, words.refusal(refusal)))
        except Unavailable:
            self.subscriber.reply(Problem("unavailable").message(words))
        except Exception:
            log.exception("a message failed", extra={"table": self.room.row.id})
            self.subscriber.reply(Problem("broken").message(words))

    async def _handle(self, message: messages.FromClient) -> None:
        room, guest = self.room, self.guest
        match message:
            case messages.Act():
                await room.act(guest, message.number, message.action)
            case messages.Resync():
                self._resync()
            case messages.Sit():
                await room.sit(guest, await self._name(), message.seat)
            case messages.Leave():
                await room.leave(guest)
            case messages.SetSeat():
                await room.set_seat(guest, message.seat, message.kind, message.level)
            case messages.Start():
                await room.start(guest)
            case messages.Rematch():
                await self.rooms.rematch(room, guest)
            case messages.Rename():
                name = clean_name(message.name)
                await self.rooms.store.rename(guest, name)
                await room.rename(guest, name)
            case messages.SetLanguage():
                if message.language in languages():
                    self.visitor.language = message.language
                    self.subscriber.words = Words(message.language)
                    self._resync()
            case messages.Emote():
                await room.emote(guest, message.emote)

    def _resync(self) -> None:
        """Send everything again: soon, or later for whoever often asks. What waits already is not asked for twice."""
        loop = asyncio.get_running_loop()
        if self.resync is None or self.resync_due <= loop.time():
            delay = self.resyncs.delay(self.guest)
            self.resync_due = loop.time() + delay
            self.resync = loop.call_later(delay, self.subscriber.resync)

    async def _name(self) -> str:
        return await self.rooms.store.name_of(self.guest) or self.subscriber.words.text("guest")
