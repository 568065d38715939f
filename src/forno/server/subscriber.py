"""A client that follows a table through one socket, and how much of it the client has been sent.

Each step of a game is one message. It is sent at once if the socket takes it. Otherwise the messages wait here. If too many wait, they are
dropped, and the client gets the room and a complete position instead.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from forno.server.messages import Accepted, FromServer
from forno.server.messages import Room as RoomMessage
from forno.server.room_message import room_message
from forno.server.seat_feed import Reader, SeatFeed
from forno.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from forno.server.problems import Problem
    from forno.server.room import Room

_MAX_WAITING = 64


class Subscriber:
    def __init__(self, guest: str, words: Words, *, remembers: bool = False, gateway: str = "") -> None:
        """With `remembers`, it has perfect recall: see `Reader`. `gateway` is the process that holds the client's socket, if another."""
        self.guest = guest
        self.words = words
        self.remembers = remembers
        self.gateway = gateway
        self.is_closed = False
        self.send_now: Callable[[Iterable[FromServer]], bool] | None = None  # False: the messages must wait
        self._waiting: deque[FromServer] = deque()
        self._is_woken = False
        self._waiter: asyncio.Future[None] | None = None  # of whoever waits for messages
        self._is_behind = True  # it collects by itself what the room does not tell it
        # What it was sent last.
        self._seat: int | None = None
        self._version = -1  # of the room
        self._room: RoomMessage | None = None
        self._number = -1  # of the position
        self._events = 0
        self._forgotten = range(0)
        self._problem: Problem | None = None

    def reply(self, message: FromServer) -> None:
        """Send a message to this subscriber only."""
        self._waiting.append(message)
        self._wake()

    def resync(self) -> None:
        """Send everything again."""
        self._version = self._number = -1
        self._room = None
        self._events = 0
        self._is_behind = True
        self._wake()

    def close(self) -> None:
        """Nothing more is sent."""
        self.is_closed = True
        self._wake()

    def _wake(self) -> None:
        """Send what waits, or let whoever waits for messages take it. If nobody waits, earlier messages are still on their way."""
        if self._waiter is None or self._waiter.done():
            self._is_woken = True
        elif self.is_closed or self._is_behind or self.send_now is None or not self.send_now(self._waiting):
            self._is_woken = True
            self._waiter.set_result(None)
        else:
            self._waiting.clear()

    async def next_messages(self, room: "Room") -> list[FromServer]:
        """Wait until there is something to send. Nothing when the subscriber is closed."""
        while True:
            if not self._is_woken:
                self._waiter = asyncio.get_running_loop().create_future()
                await self._waiter
            if self.is_closed:
                return []
            self._is_woken = False
            if self._is_behind:
                self._is_behind = False
                async with room.lock:  # a move must not be seen before it is stored
                    self.collect(room)
            if self._waiting:
                found = list(self._waiting)
                self._waiting.clear()
                return found

    def collect(self, room: "Room") -> None:
        """Take what is new. The room calls this after each change, while its lock is held."""
        if len(self._waiting) > _MAX_WAITING:
            self._waiting.clear()
            self.resync()
        if room.version != self._version:
            self._collect_room(room)
        if room.live_game is not None:
            self._collect_position(room, room.live_game.feed(self._seat))
        if room.problem is not self._problem:
            self._problem = room.problem
            if room.problem is not None:
                self._waiting.append(room.problem.message(self.words))
        if self._waiting and not self._is_woken:
            self._wake()

    def tell_room(self, room: "Room") -> None:
        """The room has changed for this client alone."""
        self._version = -1
        self.collect(room)

    def _collect_room(self, room: "Room") -> None:
        """Seats and problems, too, change only together with the room's version."""
        self._version = room.version
        seat = room.seating.seat_of(self.guest)
        if seat != self._seat:
            self._seat = seat
            self._number, self._events = -1, 0
        if room.problem is None and self._problem is not None:
            self._room = None  # the room is sent again: the problem is over
        message = room_message(room, self.guest)
        if message != self._room:  # a change that this client may not notice is no message
            self._room = message
            self._waiting.append(message)

    def _collect_position(self, room: "Room", feed: SeatFeed) -> None:
        if feed.number == self._number:
            return
        if feed.is_accepted and self._number == feed.number - 1:
            self._waiting.append(Accepted(feed.number))
        else:
            reader = Reader(self.words, self._events, self.remembers, self._forgotten)
            self._waiting.append(room.position(feed, reader))
            self._events = len(feed.events)
            self._forgotten = range(0) if self.remembers else feed.forgotten
        self._number = feed.number
