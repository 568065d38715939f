"""Threads for whatever would block the event loop: bots that think, replays of whole games.

Compiled code releases the GIL, so the loop keeps running.
"""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, ParamSpec, TypeVar

from forno.agents import Agent, find_level
from forno.rules import chance
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.rules.records import Records
from forno.table import Table
from forno.warmup import BackgroundWarmup

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)


class BotThreads:
    def __init__(self, threads: int, warmup: BackgroundWarmup) -> None:
        self._warmup = warmup
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._local = threading.local()  # an agent makes one choice at a time, so each thread has its own

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in one of the threads."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, lambda: function(*args, **kwargs))

    async def choose(self, table: Table, seat: int, level: str) -> int:
        """A bot's action. The bot sees the position at the time of the call."""
        view, legal = table.view(seat), table.legal()
        # Each decision has its own stream, so that a restarted server makes the same one.
        rng = chance.agent_stream(table.key, len(table.moves))
        try:
            return await self.run(self._choose, level, table.game, view, legal, rng)
        except Exception:
            log.exception(
                "a bot failed; it takes the first legal action", extra={"level": level, "game": table.game.id}
            )
            return int(legal[0])

    def _choose(self, level: str, game: Game, view: Records[Any], legal: Actions, rng: Rng) -> int:
        agents: dict[tuple[str, str], Agent] = self._local.__dict__.setdefault("agents", {})
        if (level, game.id) not in agents:
            agents[level, game.id] = self._warmup.agent(find_level(level, game), game)
        return agents[level, game.id].choose(view, legal, rng)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
