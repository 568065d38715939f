"""A client that follows a table through one socket, and how much of it the client has been sent.

There is no queue that could grow. A subscriber remembers what it was sent last and is woken when there is more; a slow one gets
several steps in one message.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from forno.server.messages import FromServer
from forno.server.seat_feed import Reader
from forno.words import Words

if TYPE_CHECKING:
    from forno.server.problems import Problem
    from forno.server.room import Room

_MAX_REPLIES = 16  # that wait to be sent; older ones are dropped


class Subscriber:
    def __init__(self, guest: str, words: Words, *, remembers: bool = False) -> None:
        """With `remembers`, it has perfect recall: see `Reader`."""
        self.guest = guest
        self.words = words
        self.remembers = remembers
        self._replies: deque[FromServer] = deque(maxlen=_MAX_REPLIES)
        self._woken = asyncio.Event()
        # What it was sent last.
        self._seat: int | None = None
        self._version = -1  # of the room
        self._number = -1  # of the position
        self._events = 0
        self._forgotten = range(0)
        self._problem: Problem | None = None

    def reply(self, message: FromServer) -> None:
        """Send a message to this subscriber only."""
        self._replies.append(message)
        self._woken.set()

    def wake(self) -> None:
        """There may be something new in the room."""
        self._woken.set()

    def resync(self) -> None:
        """Send everything again."""
        self._version = self._number = -1
        self._events = 0
        self._woken.set()

    async def next_messages(self, room: "Room") -> list[FromServer]:
        """Wait until there is something to send."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            async with room.lock:  # a move must not be seen before it is stored
                found = self._collect(room)
            if found:
                return found

    def _collect(self, room: "Room") -> list[FromServer]:
        seat = room.seating.seat_of(self.guest)
        if seat != self._seat:
            self._seat = seat
            self._number, self._events = -1, 0
        found: list[FromServer] = []
        if room.version != self._version:
            self._version = room.version
            found.append(room.message(self.guest))
        if room.live_game is not None and room.live_game.feed(seat).number != self._number:
            feed = room.live_game.feed(seat)
            reader = Reader(self.words, self._events, self.remembers, self._forgotten)
            found.append(room.position(seat, reader))
            self._number, self._events = feed.number, len(feed.events)
            self._forgotten = range(0) if self.remembers else feed.forgotten
        if room.problem is not self._problem:
            self._problem = room.problem
            if room.problem is not None:
                found.append(room.problem.message(self.words))
        while self._replies:
            found.append(self._replies.popleft())
        return found
