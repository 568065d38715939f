"""Several real processes on one PostgreSQL, with each bus: who is connected elsewhere notices no difference, and no move is lost."""

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack

import pytest

from forno.server.store import database_url
from server.clients import Browser, Json, Socket, play_on, wait_until
from server.conftest import with_store
from server.postgres import Postgres
from server.processes import Processes
from server.siege import BLOWS, Tally, besiege_processes
from server.valkey import Valkey, valkey


@pytest.fixture(scope="module")
def a_valkey() -> Iterator[Valkey]:
    with valkey() as made:
        yield made


@pytest.fixture(params=["postgresql", "valkey"])
def bus(request: pytest.FixtureRequest) -> list[str]:
    """The options for a bus of each kind."""
    return ["--bus", request.getfixturevalue("a_valkey").url] if request.param == "valkey" else []


def told(socket: Socket, until: int) -> list[Json]:
    """The messages up to the position with this number."""
    messages = [socket.next()]
    while messages[-1]["type"] != "position" or messages[-1]["number"] < until:
        messages.append(socket.next())
    return messages


def test_clients_of_all_processes_get_the_same(a_postgres: Postgres, bus: list[str]) -> None:
    """Ada follows her table twice, once through a process that does not own it."""
    with Processes(a_postgres.url, 2, *bus) as processes:
        here, there = processes.addresses
        ada = Browser(here)
        table = ada.make("mamma-mia", name="Ada", players=3)
        with ada.at(table) as near:
            first = near.until_asked()
            ada.address = there
            with ada.at(table) as far:
                assert far.until_asked() == {**first, "all": True, "events": far.position["events"]}
                near.send("emote", emote="bravo")
                for socket in (near, far):  # what bots showed before she came the second time reaches her only once
                    socket.until(lambda message: message == {"type": "emoted", "seat": 0, "emote": "bravo"})
                for _ in range(8):
                    number = near.position["number"]
                    (near if number % 2 else far).act(near.position["legal"][0]["action"])
                    one = told(near, number + 1)
                    while not one[-1]["legal"]:
                        one += told(near, one[-1]["number"] + 1)
                    assert told(far, one[-1]["number"]) == one
                assert ada.get("/api/tables")["mine"][0]["your_turn"]
            assert ada.get("/health")["processes"] == 2


def test_limits_hold_for_all_processes_together(a_postgres: Postgres, bus: list[str]) -> None:
    """Tables of a person and of an address, and sockets in total."""
    with Processes(a_postgres.url, 2, "--tables-each", "3", "--max-sockets", "4", *bus) as processes:
        began = time.monotonic()
        ada = Browser(processes.addresses[0])
        table = ada.make("chefs-hat")

        def make(number: int) -> str:
            again = Browser(processes.addresses[number % 2])
            again.cookie = ada.cookie
            status, text = again.ask("POST", "/api/tables", {"game": "chefs-hat"})
            return "made" if status == 201 else str(json.loads(text)["code"])

        with ThreadPoolExecutor(8) as threads:
            assert Counter(threads.map(make, range(8))) == {"made": 2, "too-many-tables": 6}
        made = 9  # refused ones count, too
        while all([_can_make(where) for where in processes.addresses]):  # noqa: C419  both are asked each time
            made += 2
        assert made <= 20 + 0.2 * (time.monotonic() - began) + 2
        with ExitStack() as stack:
            for number in range(4):
                stack.enter_context(Browser(processes.addresses[number % 2]).at(table)).answer("position")
            for where in processes.addresses:
                wait_until(lambda: not _can_watch(where, table))  # noqa: B023  called at once
        for where in processes.addresses:
            wait_until(lambda: _can_watch(where, table))  # noqa: B023


def _can_make(where: str) -> bool:
    status, text = Browser(where).ask("POST", "/api/tables", {"game": "chefs-hat"})
    assert status == 201 or json.loads(text)["code"] == "too-fast"
    return status == 201


def _can_watch(where: str, table: str) -> bool:
    with Browser(where).at(table) as socket:
        first = socket.next()
        assert first["type"] == "room" or first["code"] == "full"
        return bool(first["type"] == "room")


def test_a_stalled_owner_stores_and_shows_nothing(a_postgres: Postgres) -> None:
    with Processes(a_postgres.url, 2) as processes:
        ada = Browser(processes.addresses[0])
        table = ada.make("chefs-hat", options={"target": 999})
        with ada.at(table) as stalled:
            before = stalled.until_asked()
            with processes.stopped(0):
                stalled.act(before["legal"][0]["action"])  # it reads this when it goes on
                ada.address = processes.addresses[1]
                with ada.at(table) as moved:
                    moved.until_asked()
                    play_on([moved], 1, 5)
                    last = moved.until_asked()["number"]
            after = stalled.until(lambda m: m["type"] == "position" and m["number"] > before["number"])
            assert after["number"] >= last  # nothing of its own: it shows what the other process has done
            play_on([stalled], 2, 3)


def test_processes_that_are_killed_under_load(a_postgres: Postgres, bus: list[str]) -> None:
    tally = Tally()
    wish = argparse.Namespace(processes=2, tables=3, rounds=4, pause=0.5, seed=3, blows=BLOWS)
    players = besiege_processes(a_postgres.url, tally, wish, bus)
    with_store(database_url(a_postgres.url), lambda store: tally.compare(store, players))
    print(tally)  # noqa: T201  the result
    assert (tally.blows, tally.lost, tally.doubled) == (4, 0, 0)
    assert tally.moves > 12
