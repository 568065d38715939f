"""The socket of a table: reads what a client wants, sends what is new."""

import asyncio
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from forno.server import messages
from forno.server.guests import Guest, clean_name, identify
from forno.server.limits import Bucket
from forno.server.problems import NotTaken, Problem
from forno.server.reader import Reader
from forno.server.room import Room
from forno.server.state import State, address, words_for
from forno.table import Refusal
from forno.words import Words, languages

log = logging.getLogger(__name__)

_decoder: msgspec.json.Decoder[messages.FromClient] = msgspec.json.Decoder(messages.FromClient)
_encoder = msgspec.json.Encoder()

NO_TABLE = 4404  # codes with which the server closes a socket
TOO_MANY = 4429


async def table_socket(socket: WebSocket[State]) -> None:
    state, guest, words = socket.state, identify(socket), words_for(socket)
    client = address(socket)
    await socket.accept(headers=[(b"set-cookie", guest.cookie.encode())] if guest.cookie else [])
    if state["sockets"].get(client, 0) >= state["settings"].sockets_each:
        await _refuse(socket, Problem("too-fast"), words, TOO_MANY)
        return
    try:
        room = await state["rooms"].find(socket.path_params["table"])
    except Problem as problem:
        await _refuse(socket, problem, words, NO_TABLE)
        return
    state["sockets"][client] = state["sockets"].get(client, 0) + 1
    reader = Reader(guest.id, words, sees_records=socket.query_params.get("seen") == "1")
    await room.enter(reader)
    sending = asyncio.create_task(_send(socket, reader, room))
    try:
        await _Session(socket, guest, reader, room).listen()
    except (WebSocketDisconnect, RuntimeError):  # gone, perhaps while we were sending
        pass
    finally:
        sending.cancel()
        await room.exit(reader)
        state["sockets"][client] -= 1
        if state["sockets"][client] == 0:
            del state["sockets"][client]


async def _refuse(socket: WebSocket[State], problem: Problem, words: Words, code: int) -> None:
    await socket.send_text(_encoder.encode(problem.message(words)).decode())
    await socket.close(code)


async def _send(socket: WebSocket[State], reader: Reader, room: Room) -> None:
    try:
        while True:
            for message in await reader.news(room):
                await socket.send_text(_encoder.encode(message).decode())
    except (WebSocketDisconnect, RuntimeError):
        pass  # whoever listens notices it too
    except Exception:
        log.exception("sending failed", extra={"table": room.row.id})
        await socket.close(1011)


class _Session:
    def __init__(self, socket: WebSocket[State], guest: Guest, reader: Reader, room: Room) -> None:
        self.socket = socket
        self.guest = guest.id
        self.reader = reader
        self.room = room
        self.state = socket.state
        self.bucket = Bucket(*self.state["settings"].messages)

    async def listen(self) -> None:
        """Who sends too fast is not refused but read more slowly: no action is lost, and the network makes the sender wait."""
        while True:
            received = await self.socket.receive()
            if received["type"] == "websocket.disconnect":
                return
            data = received.get("text") or received.get("bytes") or ""
            words = self.reader.words
            if early := self.bucket.wait():
                await asyncio.sleep(early)
            try:
                await self._obey(_decoder.decode(data))
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self.reader.tell(Problem("bad-message", reason=str(error)).message(words))
            except (Problem, NotTaken) as problem:
                self.reader.tell(problem.message(words))
            except Refusal as refusal:
                self.reader.tell(messages.Refused(refusal.code, words.refusal(refusal)))
            except Exception:
                log.exception("a message failed", extra={"table": self.room.row.id})
                self.reader.tell(Problem("broken").message(words))

    async def _obey(self, message: messages.FromClient) -> None:
        room, guest = self.room, self.guest
        match message:
            case messages.Act():
                await room.act(guest, message.number, message.action)
            case messages.Resync():
                self.reader.forget()
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
                    self.reader.words = Words(message.language)
                    self.reader.forget()

    async def _name(self) -> str:
        return await self.state["store"].name_of(self.guest) or self.reader.words.text("guest")
