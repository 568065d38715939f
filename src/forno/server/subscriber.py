"""A client that follows a table through one socket, and how much of it the client has been sent.

There is no queue that could grow. A subscriber remembers what it was sent last and is woken when there is more; a slow one gets
several steps in one message.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from forno.server.messages import Emoted, FromServer
from forno.words import Words

if TYPE_CHECKING:
    from forno.server.problems import Problem
    from forno.server.room import Room

# That wait to be sent; older ones are dropped.
_MAX_REPLIES = 16
_MAX_EMOTES = 8


class Subscriber:
    def __init__(self, guest: str, words: Words, *, sees_records: bool = False) -> None:
        """With `sees_records`, positions contain the fields of the view record: for agents."""
        self.guest = guest
        self.words = words
        self.sees_records = sees_records
        self._replies: deque[FromServer] = deque(maxlen=_MAX_REPLIES)
        self._emotes: deque[Emoted] = deque(maxlen=_MAX_EMOTES)
        self._woken = asyncio.Event()
        # What it was sent last.
        self._seat: int | None = None
        self._version = -1  # of the room
        self._number = -1  # of the position
        self._events = 0
        self._problem: Problem | None = None

    def reply(self, message: FromServer) -> None:
        """Send a message to this subscriber only."""
        self._replies.append(message)
        self._woken.set()

    def show_emote(self, emoted: Emoted) -> None:
        """Send an emote after the position that it belongs to."""
        self._emotes.append(emoted)
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
            position = room.position(seat, self.words, self._events)
            if self.sees_records:
                position.seen = feed.record()
            found.append(position)
            self._number, self._events = feed.number, len(feed.events)
        if room.problem is not self._problem:
            self._problem = room.problem
            if room.problem is not None:
                found.append(room.problem.message(self.words))
        for waiting in (self._emotes, self._replies):
            found += waiting
            waiting.clear()
        return found
