"""Many people at tables, in one process: sockets that answer as soon as they are asked, or after a while.

A client must be cheaper than the server that it measures. So this one speaks just as much HTTP and WebSocket as it needs.
"""

import asyncio
import base64
import json
import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec


class Choice(msgspec.Struct):
    action: str


class Message(msgspec.Struct):
    """What the load needs of a message."""

    type: str
    number: int = -1
    legal: list[Choice] = []
    state: str = ""
    seat: int | None = None
    code: str = ""
    view: msgspec.Raw = msgspec.Raw(b"")


_decoder = msgspec.json.Decoder(Message)


@dataclass
class Tally:
    """What one process has measured."""

    acts: int = 0
    waits: list[float] = field(default_factory=list)  # seconds from an action to its answer
    errors: Counter[str] = field(default_factory=Counter)  # by what they are
    shown: int = 0  # positions
    cpu: float = 0.0  # seconds of processor time


@dataclass
class Load:
    """What the people of one process do."""

    address: tuple[str, int]
    tables: int
    people: int  # at each table; bots play the other seats
    level: str
    think: tuple[float, float]  # seconds, from and to
    seed: int
    seconds: float = 10  # that are measured
    processor: int = 0  # the first one that they use
    tally: Tally = field(default_factory=Tally)
    is_measuring: bool = False
    is_ending: bool = False
    seated: int = 0  # tables at which everybody plays

    async def wait_for(self, seated: int) -> None:
        while self.seated < seated:  # noqa: ASYNC110  the number goes up and down
            await asyncio.sleep(0.01)


async def request(address: tuple[str, int], path: str, body: Any = None, cookie: str = "") -> tuple[Any, str]:
    """The answer of one HTTP request, and the guest's cookie."""
    reader, writer = await asyncio.open_connection(*address)
    content = b"" if body is None else json.dumps(body).encode()
    head = f"{'POST' if content else 'GET'} {path} HTTP/1.1\r\nHost: {address[0]}:{address[1]}\r\nConnection: close\r\n"
    writer.write(f"{head}Cookie: {cookie}\r\nContent-Length: {len(content)}\r\n\r\n".encode() + content)
    answer = await reader.read()
    writer.close()
    headers, _, text = answer.partition(b"\r\n\r\n")
    if not headers.split(b" ", 2)[1].startswith(b"2"):
        raise RuntimeError(f"{path}: {headers.splitlines()[0].decode()} {text.decode()}")
    return json.loads(text), _cookie(headers) or cookie


def _cookie(headers: bytes) -> str:
    for line in headers.split(b"\r\n"):
        name, _, value = line.partition(b": ")
        if name.lower() == b"set-cookie":
            return value.partition(b";")[0].decode()
    return ""


class Person(asyncio.Protocol):
    """One socket at a table."""

    def __init__(self, load: Load, table: str, cookie: str, rng: random.Random) -> None:
        self.load, self.table, self.cookie, self.rng = load, table, cookie, rng
        self.transport: asyncio.Transport
        self.is_open = False
        self.received = bytearray()
        self.ready = asyncio.get_running_loop().create_future()  # the first position
        self.opened = asyncio.get_running_loop().create_future()
        self.over = asyncio.get_running_loop().create_future()
        self.seated = asyncio.get_running_loop().create_future()
        self.sent = 0.0  # when the last action was sent
        self.last = Message("")

    @classmethod
    async def connect(cls, load: Load, table: str, cookie: str, rng: random.Random) -> "Person":
        loop = asyncio.get_running_loop()
        _, person = await loop.create_connection(lambda: cls(load, table, cookie, rng), *load.address)
        await person.opened
        return person

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        host, port = self.load.address
        transport.write(
            f"GET /ws/tables/{self.table}?lang=en HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: {self.cookie}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        self.received += data
        if not self.is_open:
            end = self.received.find(b"\r\n\r\n")
            if end < 0:
                return
            head = bytes(self.received[:end])
            if b" 101 " not in head[:20]:
                self.load.tally.errors["not let in"] += 1
                self.opened.set_exception(RuntimeError(head[:80].decode()))
                return
            self.cookie = _cookie(head) or self.cookie
            del self.received[: end + 4]
            self.is_open = True
            self.opened.set_result(None)
        while (frame := self._frame()) is not None:
            self._take(frame)

    def _frame(self) -> bytes | None:
        buffer = self.received
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 127, 2
        if length == 126:
            if len(buffer) < 4:
                return None
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == 127:
            if len(buffer) < 10:
                return None
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        kind, frame = buffer[0] & 15, bytes(buffer[start : start + length])
        del buffer[: start + length]
        if kind == 9:  # ping
            self._write(10, frame)
        return frame if kind == 1 else b""

    def _take(self, frame: bytes) -> None:
        if not frame:
            return
        message = _decoder.decode(frame)
        if self.sent and message.type in {"position", "accepted"} and message.number > self.last.number:
            if self.load.is_measuring:
                self.load.tally.acts += 1
                self.load.tally.waits.append(time.perf_counter() - self.sent)
            self.sent = 0.0
        if message.type == "position":
            self.last = message
            self.load.tally.shown += self.load.is_measuring
            if not self.ready.done():
                self.ready.set_result(None)
            if message.legal:
                low, high = self.load.think
                if high:
                    asyncio.get_running_loop().call_later(self.rng.uniform(low, high), self._act, message)
                else:
                    self._act(message)
        elif message.type == "room":
            if message.seat is not None and not self.seated.done():
                self.seated.set_result(None)
            if message.state == "finished" and not self.over.done():
                self.over.set_result(None)
        elif message.type in {"error", "refused", "rejected"}:
            self.load.tally.errors[message.code] += 1

    def _act(self, message: Message) -> None:
        if self.load.is_ending or message is not self.last:
            return
        self.sent = time.perf_counter()
        self.send("act", number=message.number, action=self.rng.choice(message.legal).action)

    def send(self, kind: str, **fields: Any) -> None:
        self._write(1, msgspec.json.encode({"type": kind, **fields}))

    def _write(self, kind: int, content: bytes) -> None:
        size = bytes([128 | len(content)]) if len(content) < 126 else bytes([254]) + len(content).to_bytes(2, "big")
        self.transport.write(bytes([128 | kind]) + size + bytes(4) + content)  # masked with zeros

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.load.is_ending and not self.over.done():
            self.load.tally.errors["lost connection"] += 1
        for future in (self.opened, self.ready, self.seated, self.over):
            if not future.done():
                future.set_result(None)


GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("chefs-hat", {"target": 999}),
    ("mamma-mia", {}),
    ("mamma-mia-plus", {}),
)


async def table(load: Load, number: int) -> None:
    """One table after another, with the same number of people."""
    rng = random.Random(load.seed * 100_003 + number)
    while not load.is_ending:
        game, options = GAMES[number % len(GAMES)]
        others = [{"kind": "open"}] * (load.people - 1) + [{"kind": "bot", "level": load.level}] * (4 - load.people)
        wish = {"game": game, "options": options, "seats": [{"kind": "person"}, *others]}
        made, cookie = await request(load.address, "/api/tables", wish)
        people = [await Person.connect(load, made["table"], cookie, rng)]
        for _ in range(load.people - 1):
            one = await Person.connect(load, made["table"], "", rng)
            one.send("sit")
            people.append(one)
        if load.people > 1:
            await asyncio.gather(*(one.seated for one in people))
            people[0].send("start")
        await people[0].ready
        load.seated += 1
        await asyncio.gather(*(one.over for one in people))
        load.seated -= 1
        for one in people:
            one.transport.close()
        number += 1
