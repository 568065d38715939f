"""Clients that talk to a server as the page does."""

import json
import random
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from forno.server import messages

Json = Any
PATIENCE = 60  # seconds until a test that hangs fails


class Browser:
    """One guest, with its cookie."""

    def __init__(self, address: str, language: str = "en", patience: float = PATIENCE) -> None:
        self.address = address
        self.language = language
        self.patience = patience  # seconds until a request without an answer fails
        self.cookie = ""

    def ask(self, method: str, path: str, body: Json = None, **headers: str) -> tuple[int, str]:
        data = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, method=method)  # noqa: S310  our own server
        request.add_header("Accept-Language", self.language)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            with urllib.request.urlopen(request, timeout=self.patience) as answer:  # noqa: S310
                self._keep(answer.headers.get("Set-Cookie"))
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            with error:
                self._keep(error.headers.get("Set-Cookie"))
                return error.code, error.read().decode()

    def get(self, path: str) -> Json:
        status, text = self.ask("GET", path)
        assert status == 200, text
        return json.loads(text)

    def make(self, game: str, **wish: Json) -> str:
        """Make a table and return its id."""
        status, text = self.ask("POST", "/api/tables", {"game": game, **wish})
        assert status == 201, text
        return str(json.loads(text)["table"])

    @contextmanager
    def at(self, table: str, query: str = "") -> Iterator["Socket"]:
        url = f"{self.address.replace('http', 'ws')}/ws/tables/{table}?lang={self.language}{query}"
        headers = {"Cookie": self.cookie} if self.cookie else {}
        with connect(
            url, additional_headers=headers, ping_interval=None
        ) as connection:  # some servers are stopped for a while
            assert connection.response is not None
            self._keep(connection.response.headers.get("Set-Cookie"))
            yield Socket(connection)

    def _keep(self, header: str | None) -> None:
        if header:
            self.cookie = header.partition(";")[0]


class Socket:
    """Reads messages one by one, and remembers the last room and position."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.room: Json = None
        self.position: Json = None
        self.events: list[Json] = []  # that the page would show

    def send(self, kind: str, /, **fields: Json) -> None:
        self.connection.send(json.dumps({"type": kind, **fields}))

    def poll(self) -> None:
        """Read the messages that have arrived."""
        try:
            while True:
                self._take(self.connection.recv(timeout=0.01))
        except TimeoutError:
            pass

    def next(self, patience: float = PATIENCE) -> Json:
        return self._take(self.connection.recv(timeout=patience))

    def _take(self, text: str | bytes) -> Json:
        message = json.loads(text)
        if message["type"] == "room":
            self.room = message
        elif message["type"] == "position":
            self.position = message
            told = {event["number"]: event for event in ([] if message["all"] else self.events)}
            told |= {event["number"]: event for event in message["recalled"] + message["events"]}
            gone = message["forgotten"] or {"first": 0, "end": 0}
            self.events = [told[number] for number in sorted(told) if not gone["first"] <= number < gone["end"]]
        return message

    def until(self, wanted: Callable[[Json], object]) -> Json:
        while True:
            message = self.next()
            if wanted(message):
                return message

    def until_room(self, wanted: Callable[[Json], object]) -> Json:
        return self.room if self.room and wanted(self.room) else self.until(lambda m: m["type"] == "room" and wanted(m))

    def until_asked(self) -> Json:
        """Read up to a position in which this seat is to decide."""
        return self.until(lambda m: m["type"] == "position" and m["legal"])

    def answer(self, kind: str) -> Json:
        """Read up to the next message of this type."""
        return self.until(lambda m: m["type"] == kind)

    def act(self, action: str) -> None:
        self.send("act", action=action, number=self.position["number"])

    def is_closed(self) -> bool:
        try:
            while True:
                self.connection.recv(timeout=PATIENCE)
        except ConnectionClosed:
            return True


def wait_until(is_so: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = time.monotonic() + patience
    while not is_so():
        assert time.monotonic() < end, "it does not happen"
        time.sleep(0.1)


def sensible(legal: Sequence[Json]) -> list[Json]:
    """The actions without a warning, or all if each has one. A seat with a hand full of orders, for one, would never be asked again."""
    return [action for action in legal if action["warning"] is None] or list(legal)


def play_on(
    sockets: Sequence[Socket],
    seed: int | str,
    moves: int | None = None,
    until: Callable[[Json], object] = lambda view: False,
) -> int:
    """Play sensible actions at random: to the end, for a number of moves, or until a seat is asked whose view is as wanted.
    Returns the number of moves.

    Each socket belongs to one seat. Bots play the other seats.
    """
    chance = random.Random(seed)  # noqa: S311  the same game each time
    done = 0
    while done != moves and any(socket.room is None or socket.room["state"] != "finished" for socket in sockets):
        for socket in sockets:
            socket.poll()
            if socket.position is not None and socket.position["legal"] and done != moves:
                if until(socket.position["view"]):
                    return done
                socket.act(chance.choice(sensible(socket.position["legal"]))["action"])
                socket.position = None
                done += 1
    return done


def event_numbers(position: messages.Position) -> list[int]:
    """The numbers of the events in a message that the server has made. Its events are JSON already."""
    return [event["number"] for event in msgspec.json.decode(msgspec.json.encode(position.events))]
