"""A socket's end at the server: who reads there, and how far they have read.

There is no queue that could grow: a reader remembers what it was sent last, and is woken when there is more. One that reads slowly gets
several steps in one message.
"""

import asyncio
from collections import deque
from typing import TYPE_CHECKING

from forno.server.messages import FromServer
from forno.words import Words

if TYPE_CHECKING:
    from forno.server.room import Room

_NOTES = 16  # answers that may wait; older ones are lost


class Reader:
    def __init__(self, guest: str, words: Words, *, sees_records: bool = False) -> None:
        self.guest = guest
        self.words = words
        self.sees_records = sees_records
        self._notes: deque[FromServer] = deque(maxlen=_NOTES)
        self._wake = asyncio.Event()
        self._seat: int | None = None
        self._version = -1  # of the room
        self._number = -1  # of the position
        self._read = 0  # events

    def tell(self, message: FromServer) -> None:
        """An answer for this reader alone."""
        self._notes.append(message)
        self._wake.set()

    def wake(self) -> None:
        self._wake.set()

    def forget(self) -> None:
        """Send everything once more."""
        self._version = self._number = -1
        self._read = 0
        self._wake.set()

    async def news(self, room: "Room") -> list[FromServer]:
        """Wait for something to tell."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            async with room.lock:  # between a move and its storing there is nothing to see
                found = self._collect(room)
            if found:
                return found

    def _collect(self, room: "Room") -> list[FromServer]:
        seat = room.seating.seat_of(self.guest)
        if seat != self._seat:
            self._seat = seat
            self._number, self._read = -1, 0
        found: list[FromServer] = []
        if room.version != self._version:
            self._version = room.version
            found.append(room.message(self.guest))
        if room.play is not None and room.play.feed(seat).number != self._number:
            feed = room.play.feed(seat)
            position = room.position(seat, self.words, self._read)
            if self.sees_records:
                position.seen = feed.record()
            found.append(position)
            self._number, self._read = feed.number, len(feed.events)
        while self._notes:
            found.append(self._notes.popleft())
        return found
