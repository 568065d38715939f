"""Strong bots think in worker processes, whose queue is fair; bots that nobody watches pause."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from forno import agents
from forno.agents import Agent, registry
from forno.rules import GAMES, chance, find
from forno.rules.game import Game
from forno.server.thinking import Asker, Thinking, tasks, thinking
from forno.server.thinking.fair_queue import FairQueue
from forno.server.thinking.pool import Job, Pool, share_of_budget
from forno.server.thinking.worker import Failed
from forno.table import Table
from forno.warmup import BackgroundWarmup
from server.clients import PATIENCE, Browser, play_on

ADA = Asker("ada", "t")


def a_table(game: str = "chefs-hat") -> Table:
    return Table(find(game), 4, key=bytes(32))


def with_thinking(use: Callable[[Thinking], Awaitable[None]]) -> None:
    async def run() -> None:
        made = Thinking(1, BackgroundWarmup([]))
        try:
            async with asyncio.timeout(3 * PATIENCE):
                await use(made)
        finally:
            await made.close()

    asyncio.run(run())


async def until_ready(pool: Pool) -> None:
    while not pool.workers:  # noqa: ASYNC110  it is another process
        await asyncio.sleep(0.01)


def test_persons_take_turns_and_then_their_tables() -> None:
    async def run() -> list[tuple[str, str]]:
        queue: FairQueue[Job] = FairQueue()
        for _ in range(2):
            for asker in (Asker("greedy", "a"), Asker("greedy", "b"), Asker("greedy", "c")):
                queue.put_nowait(Job(asker, "", (), False, None))
        queue.put_nowait(Job(Asker("modest", "d"), "", (), False, None))
        assert queue.qsize() == 7
        return [queue.get_nowait().asker for _ in range(7)]

    order = asyncio.run(run())
    assert [person for person, _ in order[:2]] == ["greedy", "modest"]
    assert [table for person, table in order if person == "greedy"] == ["a", "b", "c", "a", "b", "c"]


def test_the_budget_shrinks_when_more_wait() -> None:
    assert [share_of_budget(n, 1) for n in (0, 4, 5, 8, 9, 33, 1000)] == [1, 1, 1 / 2, 1 / 2, 1 / 4, 1 / 16, 1 / 16]
    assert share_of_budget(8, 2) == 1
    agent = agents.find("search:sims=1000,pool=4000", find("chefs-hat"))
    smaller = agents.with_budget(agent, 1 / 4)
    assert isinstance(smaller, type(agent))
    assert vars(smaller)["settings"][:3] == (250, None, 1000)
    assert agents.with_budget(agent, 1) is agent


def test_the_budget_of_a_level_shrinks_too() -> None:
    """Its agent depends on the number of players, so the worker asks for the one of this table."""
    levels = {players: tasks.agent_for("pizzaiolo", "mamma-mia", players, 1 / 4) for players in (2, 4)}
    for players, agent in levels.items():
        whole = agents.find("pizzaiolo", find("mamma-mia"), players)
        assert vars(agent)["settings"].sims * 4 == vars(whole)["settings"].sims


@pytest.mark.parametrize("game", ["chefs-hat", "mamma-mia"])
def test_a_worker_decides_as_this_process_does(game: str) -> None:
    table = a_table(game)
    seat = table.actor
    assert seat is not None
    rng = chance.agent_stream(table.key, 0)
    here = agents.find_level("baker", table.game).choose(table.view(seat), table.legal(), rng)

    async def use(made: Thinking) -> None:
        assert await made.choose(table, seat, "baker", ADA) == here  # perhaps by the stand-in
        await until_ready(made.pool)
        assert await made.choose(table, seat, "baker", ADA) == here

    with_thinking(use)


def test_a_worker_loads_neither_a_database_nor_a_web_server() -> None:
    """They are two thirds of what the server imports, and each worker would wait for them."""
    program = "import sys, forno.server.thinking.__main__; print(*sorted({name.split('.')[0] for name in sys.modules}))"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "numba" in loaded
    assert not {"sqlalchemy", "alembic", "starlette", "uvicorn"} & set(loaded)


def test_a_worker_that_dies_is_started_again_and_asked_again() -> None:
    table = a_table()
    seat = table.actor
    assert seat is not None

    async def use(made: Thinking) -> None:
        await made.choose(table, seat, "baker", ADA)
        await until_ready(made.pool)
        os.kill(made.pool.workers[0].process, signal.SIGKILL)
        assert await made.choose(table, seat, "baker", ADA) in table.legal()
        await until_ready(made.pool)
        assert made.pool.restarts == 1

    with_thinking(use)


def test_closing_ends_the_workers() -> None:
    table, processes = a_table(), []
    seat = table.actor
    assert seat is not None

    async def use(made: Thinking) -> None:
        await made.choose(table, seat, "baker", ADA)
        await until_ready(made.pool)
        processes.append(made.pool.workers[0].process)

    with_thinking(use)
    with pytest.raises(ProcessLookupError):
        os.kill(processes[0], 0)


def test_weak_bots_need_no_worker_and_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    makers: list[int] = []

    def make(level: str, game: Game, players: int) -> Agent:
        makers.append(threading.get_ident())
        return agents.find("uniform", game)

    monkeypatch.setattr(thinking, "find_level", make)
    table = a_table()
    seat = table.actor
    assert seat is not None

    async def use(made: Thinking) -> None:
        chosen = [await made.choose(table, seat, "cook", ADA) for _ in range(10)]
        assert set(chosen) <= set(table.legal().tolist())
        assert not made.pool.waiting
        assert not made.pool.workers

    with_thinking(use)
    assert makers == [threading.get_ident()]


def test_an_allowed_agent_may_print_and_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(registry.ALLOWED, "{}")
    monkeypatch.setattr(registry, "_TRIED", {})
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loud_agents.py").write_text(
        "class Loud:\n    def __init__(self, game): pass\n"
        "    def choose(self, view, legal, rng):\n        print('hello'); return int(legal[-1])\n"
        "class Bad(Loud):\n    def choose(self, view, legal, rng): raise ValueError('no idea')\n",
        encoding="utf-8",
    )
    agents.allow_agent("loud", "loud_agents:Loud", GAMES)
    agents.allow_agent("bad", "loud_agents:Bad", GAMES)
    table = a_table()
    seat = table.actor
    assert seat is not None

    async def use(made: Thinking) -> None:
        assert await made.choose(table, seat, "loud", ADA) == table.legal()[-1]
        assert await made.choose(table, seat, "bad", ADA) == table.legal()[0]
        with pytest.raises(Failed, match="AttributeError"):
            await made.allowed.do(ADA, "no_such_task")

    with_thinking(use)


def test_bots_pause_while_nobody_is_connected(ada: Browser) -> None:
    table = ada.make("chefs-hat", seats=[{"kind": "bot"}] * 4, options={"target": 3})

    def moves() -> int:
        with ada.at(table) as socket:
            return int(socket.until(lambda m: m["type"] == "position")["number"])

    first = moves()
    assert first < 10  # it began when somebody came
    with ada.at(table) as socket:
        socket.until(lambda m: m["type"] == "position" and m["number"] > first + 5)
    left = moves()
    assert moves() <= left + 6  # a few while we look
    with ada.at(table) as socket:
        play_on([socket], 0)
        assert socket.room["state"] == "finished"
