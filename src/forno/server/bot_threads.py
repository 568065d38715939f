"""Threads for whatever would block the event loop: bots that think, replays of whole games.

Compiled code releases the GIL, so the loop goes on meanwhile.
"""

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from forno.rules import chance
from forno.server import levels
from forno.table import Table

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

STREAM = 2**31  # the first stream of the table's key for bots, far from those of the shuffles


class BotThreads:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: function(*args, **kwargs))

    async def choose(self, table: Table, seat: int, level: str) -> int:
        """A bot's action. The bot sees the position at the time of the call."""
        view, legal = table.view(seat), table.legal()
        agent = levels.find(level, table.game)
        # Each decision has its own stream, so that a restarted server makes the same one.
        rng = chance.stream(table.key, STREAM + len(table.moves))
        try:
            return await self.run(agent.choose, view, legal, rng)
        except Exception:
            log.exception(
                "a bot failed; it takes the first legal action", extra={"level": level, "game": table.game.id}
            )
            return int(legal[0])

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
