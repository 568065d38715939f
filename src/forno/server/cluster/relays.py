"""Clients of this process who follow tables of other processes. What they send and get is passed on unchanged."""

import asyncio
import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import msgspec

from forno.server import messages
from forno.server.cluster import wire
from forno.server.limits import TokenBucket
from forno.server.problems import Problem
from forno.server.session import Disconnected, Link, Listener, Visitor
from forno.words import Words

_PATIENCE = 2.0  # seconds until an owner that does not answer is looked for again
_MAX_WAITING = 64  # batches of messages; a client that is slower gets everything anew
_RESYNC = b'{"type":"resync"}'
_language_decoder = msgspec.json.Decoder(messages.FromClient)


class TurnedAway(Exception):
    """Nobody can follow this table."""

    def __init__(self, trouble: messages.Trouble) -> None:
        super().__init__(trouble.code)
        self.trouble = trouble


@dataclass
class _Relay:
    owner: str
    is_open: bool = False  # the owner has answered
    has_ended: bool = False
    trouble: bytes | None = None
    waiting: list[list[bytes]] = field(default_factory=list)  # for the client
    woken: asyncio.Event = field(default_factory=asyncio.Event)

    def end(self) -> None:
        self.has_ended = True
        self.woken.set()


class Relays:
    def __init__(self, post: Callable[[str, wire.Message], None], rate: tuple[float, float]) -> None:
        """`rate` limits the messages of a client."""
        self._post = post
        self._rate = rate
        self._relays: dict[int, _Relay] = {}
        self._numbers = count(1)
        self.is_leaving = False  # the clients will connect to other processes

    def __len__(self) -> int:
        return len(self._relays)

    @property
    def owners(self) -> set[str]:
        return {relay.owner for relay in self._relays.values()}

    def end(self, owner: str | None = None) -> None:
        """End those with one owner, or all. Their clients look for their tables again."""
        for relay in self._relays.values():
            if owner is None or relay.owner == owner:
                relay.end()

    def take(self, sender: str, message: wire.Opened | wire.Sent | wire.Ended | wire.Refused) -> None:
        relay = self._relays.get(message.number)
        if relay is None or relay.owner != sender:
            return
        match message:
            case wire.Opened():
                relay.is_open = True
            case wire.Sent():
                relay.waiting.append([text.encode() for text in message.texts])
                if len(relay.waiting) > _MAX_WAITING:
                    relay.waiting.clear()
                    self._post(relay.owner, wire.Said(message.number, _RESYNC))
            case wire.Ended():
                relay.has_ended = True
            case wire.Refused():
                relay.trouble = message.trouble
        relay.woken.set()

    async def follow(self, link: Link, visitor: Visitor, table: str, owner: str) -> bool:
        """Until the client leaves (False), or the table must be looked for again (True). Raises TurnedAway."""
        number, relay, bucket = next(self._numbers), _Relay(owner), TokenBucket(*self._rate)
        self._relays[number] = relay

        async def handle(data: str | bytes) -> None:
            if delay := bucket.delay():
                await asyncio.sleep(delay)
            sent = data.encode() if isinstance(data, str) else data
            _note_language(sent, visitor)
            self._post(owner, wire.Said(number, sent))

        self._post(owner, wire.Open(number, table, visitor.guest, visitor.language, visitor.remembers))
        listener = Listener(link, handle, relay.end)
        try:
            await self._pass_on(link, relay, visitor)
        except Disconnected:
            await listener.wait()
        finally:
            await listener.stop()
            del self._relays[number]
            self._post(owner, wire.Close(number, self.is_leaving))
        return not listener.has_left

    async def _pass_on(self, link: Link, relay: _Relay, visitor: Visitor) -> None:
        while True:
            try:
                async with asyncio.timeout(None if relay.is_open else _PATIENCE):
                    await relay.woken.wait()
            except TimeoutError:
                await link.send([msgspec.json.encode(Problem("unavailable").message(Words(visitor.language)))])
                return
            relay.woken.clear()
            waiting, relay.waiting = relay.waiting, []
            for texts in waiting:
                await link.send(texts)
            if relay.trouble is not None:
                raise TurnedAway(msgspec.json.decode(relay.trouble, type=messages.Trouble))
            if relay.has_ended:
                return


def _note_language(data: bytes, visitor: Visitor) -> None:
    """If the table goes to another process, its texts stay in the language that the client has chosen."""
    if b'"language"' in data:
        with contextlib.suppress(*messages.NOT_UNDERSTOOD):
            message = _language_decoder.decode(data)
            if isinstance(message, messages.SetLanguage):
                visitor.language = message.language
