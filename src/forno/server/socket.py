"""A table's WebSocket."""

import logging
from collections.abc import Iterable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from forno.server import messages
from forno.server.cluster.relays import TurnedAway
from forno.server.connections import FRAMES, Frames
from forno.server.guests import identify
from forno.server.problems import Problem
from forno.server.session import Disconnected, Visitor
from forno.server.state import State, client_of, words_for
from forno.server.store import Unavailable

log = logging.getLogger(__name__)

# Codes with which the server closes a socket.
TRY_AGAIN_LATER = 1013
NO_TABLE = 4404
TOO_MANY = 4429
_CLOSING: dict[messages.Code, int] = {"unavailable": TRY_AGAIN_LATER, "full": TOO_MANY, "too-fast": TOO_MANY}


async def table_socket(socket: WebSocket[State]) -> None:
    state, guest, words = socket.state, identify(socket), words_for(socket)
    await socket.accept(headers=[(b"set-cookie", guest.cookie.encode())] if guest.cookie else [])
    visitor = Visitor(guest.id, words.language, remembers=socket.query_params.get("seen") == "1")
    link, table = _SocketLink(socket), socket.path_params["table"]
    try:
        with state["sockets"].hold(client_of(socket, guest)):
            await state["cluster"].attend(link, visitor, table)
    except Unavailable:
        await _refuse(link, Problem("unavailable").message(words))
    except Problem as problem:
        await _refuse(link, problem.message(words))
    except TurnedAway as refusal:
        await _refuse(link, refusal.trouble)
    except Exception:
        log.exception("a socket failed", extra={"table": table})
        await link.close(1011)


async def _refuse(link: "_SocketLink", trouble: messages.Trouble) -> None:
    try:
        await link.send([msgspec.json.encode(trouble)])
        await link.close(_CLOSING.get(trouble.code, NO_TABLE))
    except Disconnected:
        pass


def _write_nothing(_: Iterable[bytes]) -> bool:
    """For a socket that can be used through ASGI only."""
    return False


class _SocketLink:
    def __init__(self, socket: WebSocket[State]) -> None:
        self._socket = socket
        self._frames: Frames | None = socket.scope.get("extensions", {}).get(FRAMES, {}).get("frames")
        self._has_left = False
        self.write = _write_nothing if self._frames is None else self._frames.write

    async def receive(self) -> str | bytes | None:
        if self._has_left:
            return None
        received = await (self._frames or self._socket).receive()
        if received["type"] == "websocket.disconnect":
            self._has_left = True
            return None
        return received.get("text") or received.get("bytes") or ""

    async def send(self, texts: list[bytes]) -> None:
        if self.write(texts):
            return
        try:
            for text in texts:
                await self._socket.send_text(text.decode())
        except (WebSocketDisconnect, RuntimeError):  # the latter if the client left while we were sending
            raise Disconnected from None

    async def close(self, code: int) -> None:
        try:
            await self._socket.close(code)
        except (WebSocketDisconnect, RuntimeError):
            raise Disconnected from None
