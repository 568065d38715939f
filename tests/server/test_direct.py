"""Messages go to a socket at once if it takes them, and in their order whether it does or not."""

import asyncio
from collections.abc import Iterable
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.streams import StreamReader

from forno.server.connections import DirectSocket
from forno.server.messages import Accepted, FromServer
from forno.server.subscriber import Subscriber
from forno.words import Words


def frames_in(data: bytes) -> list[Frame]:
    """As a client reads them."""
    reader, found = StreamReader(), []
    reader.feed_data(data)
    while reader.buffer:
        parsing = Frame.parse(reader.read_exact, mask=False, max_size=None)
        with pytest.raises(StopIteration) as ended:
            next(parsing)
        found.append(ended.value.value)
    return found


class Transport:
    def __init__(self) -> None:
        self.written: list[bytes] = []

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        pass


async def _app(_: Any, __: Any, ___: Any) -> None:
    pass


def direct_socket() -> tuple[DirectSocket, Transport]:
    """One that a client has just opened."""
    socket, transport = DirectSocket(Config(_app), ServerState(), {}), Transport()
    transport_: Any = transport
    socket.transport, socket.handshake_complete, socket.conn.state = transport_, True, State.OPEN
    return socket, transport


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 200_000])
def test_messages_of_all_sizes_are_frames_that_clients_read(size: int) -> None:
    async def run() -> list[bytes]:
        socket, transport = direct_socket()
        socket.write([b"a" * size, b"b"])
        await asyncio.sleep(0)
        return transport.written

    (written,) = asyncio.run(run())
    assert [(frame.opcode, bytes(frame.data)) for frame in frames_in(written)] == [
        (Opcode.TEXT, b"a" * size),
        (Opcode.TEXT, b"b"),
    ]


def test_what_is_sent_at_one_moment_is_written_once() -> None:
    async def run() -> list[list[bytes]]:
        socket, transport = direct_socket()
        socket.write([b"accepted"])
        socket.write([b"position"])
        assert not transport.written
        await asyncio.sleep(0)
        return [[bytes(frame.data) for frame in frames_in(data)] for data in transport.written]

    assert asyncio.run(run()) == [[b"accepted", b"position"]]


def test_what_goes_through_the_app_server_does_not_overtake() -> None:
    async def run() -> list[bytes]:
        socket, transport = direct_socket()
        socket.write([b"first"])
        await socket.send({"type": "websocket.send", "text": "second"})
        return [bytes(frame.data) for frame in frames_in(b"".join(transport.written))]

    assert asyncio.run(run()) == [b"first", b"second"]


def test_a_socket_that_is_full_or_closed_takes_nothing() -> None:
    async def run() -> list[bool]:
        socket, transport = direct_socket()
        taken = [socket.write([b"first"])]
        socket.pause_writing()
        taken.append(socket.write([b"second"]))
        socket.resume_writing()
        taken.append(socket.write([b"third"]))
        await socket.send({"type": "websocket.close"})
        taken.append(socket.write([b"fourth"]))
        *written, last = frames_in(b"".join(transport.written))
        assert [bytes(frame.data) for frame in written] == [b"first", b"third"]
        assert last.opcode == Opcode.CLOSE
        return taken

    assert asyncio.run(run()) == [True, False, True, False]


def test_later_messages_wait_for_those_that_wait_already() -> None:
    """The socket is slow for a while: what comes meanwhile stays behind, even when the socket is ready again."""

    async def run() -> list[int]:
        subscriber, sent, is_ready = Subscriber("ada", Words("en")), list[int](), True
        room: Any = SimpleNamespace(lock=asyncio.Lock())
        subscriber._is_behind = False  # noqa: SLF001  it has been sent the room

        def send_now(found: Iterable[FromServer]) -> bool:
            if is_ready:
                sent.extend(message.number for message in found if isinstance(message, Accepted))
            return is_ready

        async def send_slowly() -> None:
            while found := await subscriber.next_messages(room):
                await asyncio.sleep(0.01)
                sent.extend(message.number for message in found if isinstance(message, Accepted))

        subscriber.send_now = send_now
        task = asyncio.create_task(send_slowly())
        await asyncio.sleep(0)
        subscriber.reply(Accepted(1))
        assert sent == [1]  # at once
        is_ready = False
        subscriber.reply(Accepted(2))
        await asyncio.sleep(0)
        is_ready = True
        subscriber.reply(Accepted(3))
        assert sent == [1]
        await asyncio.sleep(0.05)
        subscriber.reply(Accepted(4))
        task.cancel()
        return sent

    assert asyncio.run(run()) == [1, 2, 3, 4]
