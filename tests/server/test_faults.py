"""A real PostgreSQL is stopped and frozen while people play, and a disk is full."""

import json
import resource
import signal
from pathlib import Path

from forno.server.store import database_url
from server.clients import Browser
from server.conftest import running, with_store
from server.postgres import Postgres
from server.siege import Tally, playing, strike
from server.test_restart import process


def test_tables_go_on_and_no_move_is_lost(a_postgres: Postgres) -> None:
    url, tally = database_url(a_postgres.url), Tally()
    with running(url) as address, playing(address, 4) as players:
        strike(tally, players, a_postgres.stopped())
        strike(tally, players, a_postgres.frozen())
    with_store(url, lambda store: tally.compare(store, players))
    print(tally)  # noqa: T201  the result
    assert (tally.blows, tally.lost, tally.doubled) == (2, 0, 0)
    assert tally.told_as_failed >= 8


def test_a_frozen_database_holds_up_neither_health_nor_the_end(a_postgres: Postgres) -> None:
    ada = Browser("", patience=5)
    with process(a_postgres.url) as (server, ada.address):
        assert ada.get("/health")["database"] is True
        table = ada.make("chefs-hat")
        with ada.at(table) as socket:
            socket.until_asked()
            with a_postgres.frozen():
                status, text = ada.ask("GET", "/health")
                assert (status, json.loads(text)["database"]) == (503, False)
                socket.act(socket.position["legal"][0]["action"])
                assert socket.answer("error")["code"] == "unavailable"
                assert socket.until_room(lambda room: room["stopped"])
                status, text = ada.ask("GET", "/api/tables")
                assert (status, json.loads(text)["code"]) == (503, "unavailable")
                server.send_signal(signal.SIGTERM)
                assert server.wait(10) in (0, -signal.SIGTERM)


def test_a_full_disk(tmp_path: Path) -> None:
    """No file can grow, neither the database nor the log. Tables wait, and go on when there is space."""
    log = tmp_path / "log"
    ada = Browser("")
    with log.open("w") as errors, process(tmp_path / "games.sqlite", errors=errors) as (server, ada.address):
        table = ada.make("chefs-hat")
        with ada.at(table) as socket:
            asked = socket.until_asked()
            action = asked["legal"][0]["action"]
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            for _ in range(8):
                socket.send("act", action=action, number=asked["number"])
                assert socket.answer("error")["code"] == "unavailable"
                assert ada.ask("POST", "/api/tables", {"game": "chefs-hat"})[0] == 503
            assert ada.ask("GET", "/health")[0] == 503
            assert ada.ask("GET", "/api/tables")[0] == 200  # reading works
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
            socket.until_room(lambda room: not room["stopped"])
            socket.send("act", action=action, number=asked["number"])
            socket.until(lambda m: m["type"] == "position" and m["number"] > asked["number"])
            assert len(ada.get("/api/tables")["mine"]) == 1
    assert "the database fails" in log.read_text()
    assert log.stat().st_size < 4000
