"""Replays that people ask for. Making one takes a while, so one is made at a time, and the last ones are kept."""

import asyncio
from collections import OrderedDict

from forno.server.limits import AtOnce, Client, Quota
from forno.server.room import Room
from forno.server.thinking import Asker, Thinking
from forno.words import Words

_KEPT = 16_000_000  # bytes


class Replays:
    def __init__(self, thinking: Thinking, most: AtOnce) -> None:
        """`most` limits how many wait for their turn."""
        self._thinking = thinking
        self._waiting = Quota(most)
        self._turn = asyncio.Lock()
        self._kept: OrderedDict[tuple[str, str, str | None], bytes] = OrderedDict()

    async def make(self, room: Room, words: Words, client: Client) -> bytes:
        """A `Replay` as compressed JSON. Raises Problem if too many are asked for."""
        key = (room.row.id, words.language, room.row.rematch)
        with self._waiting.hold(client):
            async with self._turn:
                if key not in self._kept:
                    assert room.live_game is not None
                    moves = list(room.live_game.table.record().moves)
                    asker = Asker(client.guest, room.row.id)
                    self._keep(key, await self._thinking.replay(room.row, moves, words.language, asker))
                self._kept.move_to_end(key)
                return self._kept[key]

    def _keep(self, key: tuple[str, str, str | None], body: bytes) -> None:
        self._kept[key] = body
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > _KEPT:
            self._kept.popitem(last=False)
