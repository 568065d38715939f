"""How uvicorn treats connections here, beyond what it does by itself.

Connections that send no request are closed after a while, and there may not be many of them. The app uses sockets directly.
"""

import asyncio
from collections import deque
from collections.abc import Iterable
from struct import Struct
from typing import Any, Protocol

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State
from websockets.utils import apply_mask

from forno.server.limits import Client, Quota, network_of
from forno.server.problems import Problem
from forno.server.settings import Settings


def limited_protocol(settings: Settings) -> type[H11Protocol]:
    """HTTP/1.1 as uvicorn speaks it, with these limits."""
    silent = Quota(settings.silent)

    class Limited(H11Protocol):
        """`_silence` is set while no request is under way: from the first byte or the connection on, until all headers have come."""

        _silence: asyncio.TimerHandle | None = None
        _who: Client | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
            super().connection_made(transport)
            self._begin_silence()

        def data_received(self, data: bytes) -> None:
            if self._silence is None and not self._is_busy():
                self._begin_silence()
            super().data_received(data)
            if self._is_busy():
                self._end_silence()

        def handle_websocket_upgrade(self, event: Any) -> None:
            self._end_silence()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._end_silence()
            super().connection_lost(exc)

        def _is_busy(self) -> bool:
            return bool(self.cycle) and not self.cycle.response_complete

        def _begin_silence(self) -> None:
            if self.transport.is_closing():
                return
            host = self.client[0] if self.client else ""  # none for a Unix socket
            if host and not _is_trusted(host, self.config.forwarded_allow_ips):
                client = Client("", network_of(host))
                try:
                    silent.take(client)
                except Problem:
                    self.transport.close()
                    return
                self._who = client
            self._silence = self.loop.call_later(settings.silence, self.transport.close)

        def _end_silence(self) -> None:
            if self._silence is not None:
                self._silence.cancel()
                self._silence = None
            if self._who is not None:
                silent.give_back(self._who)
                self._who = None

    return Limited


FRAMES = "forno.frames"  # an extension of a socket's scope


class Frames(Protocol):
    """A socket without ASGI's layers."""

    def write(self, texts: Iterable[bytes]) -> bool:
        """Send text messages. False, and nothing is sent, if the socket is closed or takes nothing now."""

    async def receive(self) -> Any:
        """The next ASGI event."""


class Inbox(deque[Any]):
    """Events that the app has not taken yet. Only one task takes them."""

    _waiter: asyncio.Future[None] | None = None

    @property
    def is_awaited(self) -> bool:
        """Whether the app waits for an event."""
        return self._waiter is not None and not self._waiter.done()

    def put_nowait(self, event: Any) -> None:
        self.append(event)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        """The call can be cancelled, and nothing is lost."""
        while not self:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
        return self.popleft()


class DirectSocket(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn speaks it, which the app can also use directly. A message then takes a fraction of the time."""

    _unsent: list[bytes] | None = None  # what the transport gets when all that happens at this moment has happened
    _is_split = False  # a frame has come in pieces: from then on, only uvicorn knows where the next one begins

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self._inbox = Inbox()
        self.queue = self._inbox  # type: ignore[assignment]  # uvicorn only puts events there

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if not self.close_sent:  # otherwise it was refused
            self.scope["extensions"][FRAMES] = {"frames": self}

    def data_received(self, data: bytes) -> None:
        """A short text message, which most are, is read here if the app waits for one. Otherwise it would have to be kept, and reading stopped."""
        if self._is_split or not self.handshake_complete:
            super().data_received(data)
            return
        if (
            self._inbox.is_awaited
            and data[0] == _TEXT
            and len(data) >= _SHORT_HEAD
            and len(data) == data[1] - _MASKED + _SHORT_HEAD < _SHORT + _SHORT_HEAD
            and self.conn.state is State.OPEN
            and self.conn.current_size is None  # no message has come in part
        ):
            try:
                text = apply_mask(data[_SHORT_HEAD:], data[2:_SHORT_HEAD]).decode()
            except UnicodeDecodeError:
                pass
            else:
                self._inbox.put_nowait({"type": "websocket.receive", "text": text})
                return
        self._is_split = not _are_whole(data)
        super().data_received(data)

    async def receive(self) -> Any:
        event = await self._inbox.get()
        if self.read_paused and not self._inbox:
            self.read_paused = False
            self.transport.resume_reading()
        return event

    def write(self, texts: Iterable[bytes]) -> bool:
        if self.close_sent or not self.writable.is_set() or self.transport.is_closing():
            return False
        if self._unsent is None:
            self._unsent = []
            self.loop.call_soon(self._flush)
        for text in texts:
            self._unsent += (_head(len(text)), text)
        return True

    def _flush(self) -> None:
        unsent, self._unsent = self._unsent, None
        if unsent is not None and not self.transport.is_closing():
            self.transport.write(b"".join(unsent))

    async def send(self, message: Any) -> None:
        self._flush()
        await super().send(message)

    def shutdown(self) -> None:
        self._flush()
        super().shutdown()


_TEXT = 0x81  # a whole text message
_SHORT, _LONG = 126, 1 << 16  # from these lengths on, the length is written with 2 or 8 bytes

_MASKED = 0x80  # a bit of the second byte; the length of a short message is in the others
_SHORT_HEAD = 6  # bytes before a short message of a client: the last four are the mask
_pack_size = Struct("!BBH").pack


def _head(size: int) -> bytes:
    """What comes before a message of this size in an RFC 6455 frame. A server does not mask it."""
    if size < _SHORT:
        return bytes((_TEXT, size))
    if size < _LONG:
        return _pack_size(_TEXT, _SHORT, size)
    return bytes((_TEXT, _SHORT + 1)) + size.to_bytes(8, "big")


def _are_whole(data: bytes) -> bool:
    """Whether these are whole frames of a client."""
    at = 0
    while at + 1 < len(data):
        size, head = data[at + 1] & ~_MASKED, _SHORT_HEAD
        if size >= _SHORT:
            width = 2 if size == _SHORT else 8
            size, head = int.from_bytes(data[at + 2 : at + 2 + width], "big"), head + width
        at += head + size
    return at == len(data)


def _is_trusted(host: str, proxies: list[str] | str | None) -> bool:
    """Whether it is a proxy. All its clients have its address, so it has no limit."""
    named = proxies.split(",") if isinstance(proxies, str) else proxies or []
    return any(one.strip() in {host, "*"} for one in named)
