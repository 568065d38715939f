"""Messages go to a socket at once if it takes them, and in their order whether it does or not."""

import asyncio
import random
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
        self.is_paused = False

    def write(self, data: bytes) -> None:
        self.written.append(bytes(data))

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        self.is_paused = True

    def resume_reading(self) -> None:
        self.is_paused = False

    def close(self) -> None:
        pass


async def _app(_: Any, __: Any, ___: Any) -> None:
    pass


def direct_socket() -> tuple[DirectSocket, Transport]:
    """One that a client has just opened."""
    socket, transport = DirectSocket(Config(_app), ServerState(), {}), Transport()
    transport_: Any = transport
    socket.transport, socket.handshake_complete, socket.conn.state = transport_, True, State.OPEN
    socket.conn.parser = socket.conn.parse()  # frames, no longer a request
    next(socket.conn.parser)
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


def test_a_short_message_is_read_at_once_if_the_app_waits() -> None:
    async def run() -> list[Any]:
        socket, transport = direct_socket()
        conn: Any = socket.conn
        conn.receive_data = _unexpected  # uvicorn's way
        waiting = asyncio.create_task(socket.receive())
        await asyncio.sleep(0)
        socket.data_received(client_frame(b"act"))
        assert not transport.is_paused
        return [await waiting]

    assert asyncio.run(run()) == [{"type": "websocket.receive", "text": "act"}]


def _unexpected(_: bytes) -> None:
    raise AssertionError


def test_reading_stops_while_messages_wait_for_the_app() -> None:
    async def run() -> list[Any]:
        socket, transport = direct_socket()
        waiting = asyncio.create_task(socket.receive())
        await asyncio.sleep(0)
        socket.data_received(client_frame(b"first"))
        assert not transport.is_paused
        socket.data_received(client_frame(b"second"))
        assert transport.is_paused
        found = [await waiting, await socket.receive()]
        assert not transport.is_paused
        return [event["text"] for event in found]

    assert asyncio.run(run()) == ["first", "second"]


def client_frame(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin=fin).serialize(mask=True)


@pytest.mark.parametrize("seed", range(40))
def test_messages_are_read_however_their_frames_are_cut(seed: int) -> None:
    """Messages of all sizes, some of them in several frames, pings between them, and all in pieces of any size."""
    chance = random.Random(seed)  # noqa: S311  the same each time
    texts = [chance.choice("aé\x81") * chance.choice((0, 1, 30, 62, 63, 124, 125, 126, 300)) for _ in range(30)]
    pieces = [b""]
    for text in texts:
        frames, data = [client_frame(text.encode())], text.encode()
        if chance.random() < 0.2:
            frames = [client_frame(data[:7], fin=False), client_frame(data[7:], Opcode.CONT)]
        if chance.random() < 0.2:
            frames.insert(chance.randrange(len(frames) + 1), client_frame(b"alive?", Opcode.PING))
        for frame in frames:
            cut = chance.randrange(len(frame)) if chance.random() < seed / 100 else 0
            if chance.random() < 0.3:
                pieces[-1] += frame[:cut]
            else:
                pieces.append(frame[:cut])
            pieces.append(frame[cut:])

    async def run() -> list[str]:
        socket, transport = direct_socket()
        found: list[str] = []

        async def app() -> None:
            while True:
                found.append((await socket.receive())["text"])

        task = asyncio.create_task(app())
        for piece in filter(None, pieces):
            for _ in range(5 if transport.is_paused else chance.randrange(3)):
                await asyncio.sleep(0)
            assert not transport.is_paused
            socket.data_received(piece)
        for _ in range(5):
            await asyncio.sleep(0)
        task.cancel()
        return found

    assert asyncio.run(run()) == texts


def test_the_rest_of_a_frame_is_no_frame() -> None:
    """Here it looks like a short message."""
    text = "\N{HYPHEN BULLET}maskxyz"
    frame = bytes([0x81, 0x80 | len(text.encode())]) + bytes(4) + text.encode()
    assert frame[7:9] == bytes([0x81, 0x80 | len("xyz")])

    async def run() -> str:
        socket, _ = direct_socket()
        waiting = asyncio.create_task(socket.receive())
        await asyncio.sleep(0)
        socket.data_received(frame[:7])
        socket.data_received(frame[7:])
        return str((await waiting)["text"])

    assert asyncio.run(run()) == text


def test_text_that_is_no_text_ends_the_connection() -> None:
    async def run() -> Any:
        socket, _ = direct_socket()
        waiting = asyncio.create_task(socket.receive())
        await asyncio.sleep(0)
        socket.data_received(client_frame(b"\xff"))
        return (await waiting)["code"]

    assert asyncio.run(run()) == 1007


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
