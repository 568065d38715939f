"""Several real processes on one PostgreSQL, with each bus: who is connected elsewhere notices no difference, and no move is lost."""

import argparse
from collections.abc import Iterator

import pytest

from forno.server.store import database_url
from server.clients import Browser, Json, Socket, play_on
from server.conftest import with_store
from server.postgres import Postgres
from server.processes import Processes
from server.siege import Tally, besiege_processes
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
                for _ in range(8):
                    number = near.position["number"]
                    (near if number % 2 else far).act(near.position["legal"][0]["action"])
                    one = told(near, number + 1)
                    while not one[-1]["legal"]:
                        one += told(near, one[-1]["number"] + 1)
                    assert told(far, one[-1]["number"]) == one
                assert ada.get("/api/tables")["mine"][0]["your_turn"]
            assert ada.get("/health")["processes"] == 2


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
    wish = argparse.Namespace(processes=2, tables=3, rounds=4, pause=0.5, seed=3)
    players = besiege_processes(a_postgres.url, tally, wish, bus)
    with_store(database_url(a_postgres.url), lambda store: tally.compare(store, players))
    print(tally)  # noqa: T201  the result
    assert (tally.blows, tally.lost, tally.doubled) == (4, 0, 0)
    assert tally.moves > 12
