"""Bots think in threads, each with agents of its own."""

import asyncio
import threading

import pytest

from forno import agents
from forno.agents import Agent
from forno.rules import find
from forno.rules.game import Game
from forno.server import bot_threads
from forno.server.bot_threads import BotThreads
from forno.table import Table
from forno.warmup import BackgroundWarmup


def test_a_thread_makes_the_agent_of_a_level_once(monkeypatch: pytest.MonkeyPatch) -> None:
    makers: list[int] = []

    def make(level: str, game: Game) -> Agent:
        makers.append(threading.get_ident())
        return agents.find("uniform", game)

    monkeypatch.setattr(bot_threads, "find_level", make)
    table = Table(find("chefs-hat"), 4, key=bytes(32))
    seat = table.actor
    assert seat is not None

    async def choose_often() -> list[int]:
        threads = BotThreads(2, BackgroundWarmup([]))
        chosen = [await threads.choose(table, seat, "cook") for _ in range(10)]
        threads.close()
        return chosen

    chosen = asyncio.run(choose_often())
    assert set(chosen) <= set(table.legal().tolist())
    assert threading.get_ident() not in makers
    assert 1 <= len(makers) == len(set(makers)) <= 2
