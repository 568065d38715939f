"""A table's WebSocket: read what the client sends, and send what is new."""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from forno.server import messages
from forno.server.guests import Guest, clean_name, identify
from forno.server.limits import TokenBucket
from forno.server.problems import ActionRejected, Problem
from forno.server.room import Room
from forno.server.state import State, client_of, words_for
from forno.server.store import Unavailable
from forno.server.subscriber import Subscriber
from forno.table import Refusal
from forno.words import Words, languages

log = logging.getLogger(__name__)

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
_encoder = msgspec.json.Encoder()

# Codes with which the server closes a socket.
TRY_AGAIN_LATER = 1013
NO_TABLE = 4404
TOO_MANY = 4429
_CLOSING: dict[messages.Code, int] = {"unavailable": TRY_AGAIN_LATER, "full": TOO_MANY, "too-fast": TOO_MANY}


async def table_socket(socket: WebSocket[State]) -> None:
    state, guest, words = socket.state, identify(socket), words_for(socket)
    await socket.accept(headers=[(b"set-cookie", guest.cookie.encode())] if guest.cookie else [])
    try:
        with state["sockets"].hold(client_of(socket, guest)):
            room = await state["rooms"].find(socket.path_params["table"])
            await _follow(socket, guest, words, room)
    except Unavailable:
        await _refuse(socket, Problem("unavailable"), words, TRY_AGAIN_LATER)
    except Problem as problem:
        await _refuse(socket, problem, words, _CLOSING.get(problem.code, NO_TABLE))


async def _follow(socket: WebSocket[State], guest: Guest, words: Words, room: Room) -> None:
    """Until the client leaves."""
    subscriber = Subscriber(guest.id, words, remembers=socket.query_params.get("seen") == "1")
    sending: asyncio.Task[None] | None = None
    try:
        await room.enter(subscriber)
        sending = asyncio.create_task(_send(socket, subscriber, room))
        await _Session(socket, guest, subscriber, room).listen()
    except (WebSocketDisconnect, RuntimeError):  # Starlette raises the latter if the client left while we were sending
        pass
    finally:
        if sending is not None:
            sending.cancel()
        await room.exit(subscriber)


async def _refuse(socket: WebSocket[State], problem: Problem, words: Words, code: int) -> None:
    await socket.send_text(_encoder.encode(problem.message(words)).decode())
    await socket.close(code)


async def _send(socket: WebSocket[State], subscriber: Subscriber, room: Room) -> None:
    try:
        while True:
            for message in await subscriber.next_messages(room):
                await socket.send_text(_encoder.encode(message).decode())
    except (WebSocketDisconnect, RuntimeError):
        pass  # `listen` notices it, too
    except Exception:
        log.exception("sending failed", extra={"table": room.row.id})
        await socket.close(1011)


class _Session:
    """Does what one client asks for."""

    def __init__(self, socket: WebSocket[State], guest: Guest, subscriber: Subscriber, room: Room) -> None:
        self.socket = socket
        self.guest = guest.id
        self.subscriber = subscriber
        self.room = room
        self.state = socket.state
        self.bucket = TokenBucket(*self.state["settings"].messages)
        self.resync: asyncio.Handle | None = None  # the last one that was asked for
        self.resync_due = 0.0  # by the clock of the event loop, whose handles need not tell

    async def listen(self) -> None:
        """Handle messages until the client leaves.

        A client that exceeds the rate is not refused. The server reads its messages later, so that none is lost.
        """
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or ""
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
                await self.state["rooms"].rematch(room, guest)
            case messages.Rename():
                name = clean_name(message.name)
                await self.state["store"].rename(guest, name)
                await room.rename(guest, name)
            case messages.SetLanguage():
                if message.language in languages():
                    self.subscriber.words = Words(message.language)
                    self._resync()
            case messages.Emote():
                await room.emote(guest, message.emote)

    def _resync(self) -> None:
        """Send everything again: soon, or later for whoever often asks. What waits already is not asked for twice."""
        loop = asyncio.get_running_loop()
        if self.resync is None or self.resync_due <= loop.time():
            delay = self.state["resyncs"].delay(self.guest)
            self.resync_due = loop.time() + delay
            self.resync = loop.call_later(delay, self.subscriber.resync)

    async def _name(self) -> str:
        return await self.state["store"].name_of(self.guest) or self.subscriber.words.text("guest")
