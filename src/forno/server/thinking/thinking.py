"""Who thinks where: decisions that take microseconds in the event loop, all others in workers."""

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

from forno.agents import Agent, allowed_agents, find_level, recalls, searches
from forno.rules import chance
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from forno.server.replay import compressed_replay
from forno.server.rows import TableRow
from forno.server.thinking.fair_queue import Asker
from forno.server.thinking.pool import Pool
from forno.server.thinking.tasks import Question
from forno.table import Table
from forno.warmup import BackgroundWarmup
from forno.workers.local import cores

P = ParamSpec("P")
T = TypeVar("T")
log = logging.getLogger(__name__)

_THREADS = 2
_MOST = 8  # workers, unless the operator wants more


@dataclass(frozen=True)
class _Decision:
    level: str
    game: Game
    players: int
    view: Any
    legal: Actions
    rng: Rng

    @property
    def question(self) -> Question:
        return Question.of(self.game, self.players, self.view, self.legal, self.rng)


class Thinking:
    def __init__(self, workers: int | None, warmup: BackgroundWarmup) -> None:
        """By default there is a worker for each processor but one. Agents that the operator allows have workers of their own: they may take long."""
        most = workers or max(1, min(_MOST, cores() - 1))
        self._warmup = warmup
        self._games: list[str] = []  # that strong bots have played
        self.pool = Pool(most, lambda: self._games)
        self.allowed = Pool(most, lambda: self._games)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="thinking")
        self._local = threading.local()  # an agent makes one choice at a time, so each thread has its own

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call a function in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, lambda: function(*args, **kwargs))

    async def choose(self, table: Table, seat: int, level: str, asker: Asker) -> int:
        """A bot's action. The bot sees the position at the time of the call."""
        # Each decision has its own stream, so that a restarted server makes the same one.
        rng = chance.agent_stream(table.key, len(table.moves))
        view = table.view(seat, recall=self._recalls(level, table))
        decision = _Decision(level, table.game, table.players, view, table.legal(), rng)
        try:
            return await self._choose(decision, asker)
        except Exception:
            log.exception(
                "a bot failed; it takes the first legal action", extra={"level": level, "game": table.game.id}
            )
            return int(decision.legal[0])

    def takes_time(self, level: str, game: Game, players: int) -> bool:
        """Whether decisions of this level take longer than microseconds. It also says so while the game is not compiled."""
        return level in allowed_agents() or searches(self._agent(level, game, players))

    async def _choose(self, decision: "_Decision", asker: Asker) -> int:
        level, game = decision.level, decision.game
        allowed = allowed_agents().get(level)
        if allowed is not None:
            return int(await self.allowed.do(asker, "choose", allowed, decision.question, 1.0))
        if not self._warmup.is_ready(game):
            return await self.run(self._choose_here, decision)
        if not searches(self._agent(level, game, decision.players)):
            return self._choose_here(decision)
        if game.id not in self._games:
            self._games.append(game.id)
        stand_in = partial(self._choose_here, decision)
        return int(await self.pool.do(asker, "choose", level, decision.question, has_budget=True, stand_in=stand_in))

    def _choose_here(self, decision: "_Decision") -> int:
        agent = self._warmup.agent(self._agent(decision.level, decision.game, decision.players), decision.game)
        return agent.choose(decision.view, decision.legal, decision.rng)

    def _recalls(self, level: str, table: Table) -> bool:
        """Agents that the operator allows are made in workers only: they get the history, whether they want it or not.

        Plain Python would take long to find it, and the agent that stands in until there is machine code does not need it.
        """
        if level in allowed_agents():
            return True
        return self._warmup.is_ready(table.game) and recalls(self._agent(level, table.game, table.players))

    def _agent(self, level: str, game: Game, players: int) -> Agent:
        """The agent of this thread."""
        agents: dict[tuple[str, str, int], Agent] = self._local.__dict__.setdefault("agents", {})
        if (level, game.id, players) not in agents:
            agents[level, game.id, players] = find_level(level, game, players)
        return agents[level, game.id, players]

    async def replay(self, row: TableRow, moves: list[tuple[int, str]], language: str, asker: Asker) -> bytes:
        """A finished game as compressed JSON."""
        stand_in = partial(compressed_replay, row, moves, language)
        made: bytes = await self.pool.do(asker, "replay", row, moves, language, stand_in=stand_in)
        return made

    async def close(self) -> None:
        """End all workers."""
        self._threads.shutdown(wait=False, cancel_futures=True)
        await asyncio.gather(self.pool.close(), self.allowed.close())
