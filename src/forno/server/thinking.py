"""Bots think in a few threads, beside the loop that serves the sockets (compiled code lets the others run meanwhile)."""

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


class Thinking:
    def __init__(self, threads: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="thinking")

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Anything that would keep the loop waiting."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: function(*args, **kwargs))

    async def choose(self, table: Table, seat: int, level: str) -> int:
        """A bot's action: what it sees is taken now, and it does not see more."""
        view, legal = table.view(seat), table.legal()
        agent = levels.find(level, table.game)
        # A stream for each decision, so that after a restart it is the same.
        rng = chance.agent_stream(table.key, len(table.moves))
        try:
            return await self.run(agent.choose, view, legal, rng)
        except Exception:
            log.exception(
                "a bot failed and plays its first legal action", extra={"level": level, "game": table.game.id}
            )
            return int(legal[0])

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
