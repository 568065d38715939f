"""`forno serve`: where it listens, what it prints, what it logs."""

import json
import logging
import re
import socket
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno.cli.app import run
from forno.server.logs import JsonFormatter, TextFormatter
from forno.server.serve import PORT, BadPort, address, listen
from server.clients import Browser, play_on
from server.conftest import QUICK, running
from server.test_restart import process

ROOT = Path(__file__).resolve().parents[2]


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert run(["serve", "--port", str(port), "--database", str(tmp_path / "x.sqlite")]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert f"port {port}" in said
    assert "--port" in said


def test_the_next_free_port() -> None:
    with listen("127.0.0.1", None) as first, listen("127.0.0.1", None) as second:
        assert PORT <= first.getsockname()[1] < second.getsockname()[1] < PORT + 20


def test_whoever_connects_early_waits() -> None:
    with (
        listen("127.0.0.1", 0) as listening,
        socket.create_connection(listening.getsockname()) as client,
        listening.accept()[0] as accepted,
    ):
        assert accepted.getpeername() == client.getsockname()


def test_a_port_out_of_range() -> None:
    with pytest.raises(BadPort, match="0 to 65535"):
        listen("127.0.0.1", 70_000)


def test_the_address_for_a_browser() -> None:
    with listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        assert address("0.0.0.0", listening) == f"http://localhost:{port}"  # noqa: S104  nobody listens there
        assert address("forno.example", listening) == f"http://forno.example:{port}"


@pytest.mark.parametrize(
    ("wish", "sentence"),
    [
        ("mysql://host/db", "SQLite or PostgreSQL"),
        ("/no/such/folder/x.sqlite", "cannot be used"),
        ("x" * 300, "cannot be used"),
        ("a\0b", "cannot be used"),
        ("~nobody-at-all/x.sqlite", "not a database URL"),
        ("sqlite://", "in a file"),
        ("sqlite://host/x.sqlite", "not a database URL"),
        ("postgresql://host:port/db", "not a database URL"),
        ("postgresql://[::1/db", "not a database URL"),
        ("postgresql://127.0.0.1:99999/db", "cannot be used"),
        ("postgresql://127.0.0.1:1/db?colour=red", "cannot be used"),
    ],
)
def test_a_bad_database(wish: str, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["serve", "--port", "0", "--database", wish]) == 2
    assert sentence in " ".join(capsys.readouterr().err.split())
    assert not Path("/no").exists(), "a mistyped folder was made"


def test_log_formats() -> None:
    record = logging.makeLogRecord(
        {
            "name": "forno.server.room",
            "msg": "started",
            "levelname": "INFO",
            "levelno": logging.INFO,
            "table": "abc",
            "players": 4,
            "_of_a_library": 1,
        }
    )
    line = json.loads(JsonFormatter().format(record))
    assert (line["event"], line["table"], line["players"], line["level"]) == ("started", "abc", 4, "info")
    assert "_of_a_library" not in line
    assert TextFormatter().format(record).endswith("started table=abc players=4")
    record.table = "abc\n12:00:00 started\x1b[2J"  # a path, say
    assert TextFormatter().format(record).endswith(r'started table="abc\n12:00:00 started\u001b[2J" players=4')


def test_requests_are_logged(database: URL, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "forno.server"), running(database) as where:  # at its end all lines are written
        browser = Browser(where)
        browser.get("/health")
        browser.make("chefs-hat")
    lines = [json.loads(JsonFormatter().format(record)) for record in caplog.records]
    requests = [(line["path"], line["status"]) for line in lines if line["event"] == "request"]
    assert requests == [("/health", 200), ("/api/tables", 201)]
    assert [line["game"] for line in lines if line["event"] == "made"] == ["chefs-hat"]


def test_log_lines_have_the_ids_of_their_request_and_table(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with (
        log.open("w") as errors,
        process(tmp_path / "x.sqlite", errors, "--log-json", "--log-level", "info") as (_, where),
    ):
        ada = Browser(where)
        ada.ask("GET", "/api/me", **{"X-Request-ID": "from-a-proxy"})
        ada.ask("GET", "/api/me", **{"X-Request-ID": "forged\tid"})
        table = ada.make("chefs-hat")
        with ada.at(table) as player:
            player.until_asked()
        ada.get("/health")
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    first, second, made_by, *_ = [line for line in lines if line["event"] == "request"]
    assert first["request"] == "from-a-proxy"
    assert re.fullmatch("[0-9a-f]{16}", second["request"])
    assert [line["request"] for line in lines if line["event"] == "made"] == [made_by["request"]]
    assert [line["table"] for line in lines if line["event"] == "socket"] == [table]


def test_metrics(database: URL) -> None:
    with running(database, replace(QUICK, metrics=True)) as where:
        ada = Browser(where)
        with ada.at(ada.make("chefs-hat")) as player:
            play_on([player], 1, 2)
            text = ada.ask("GET", "/metrics")[1]
    numbers = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
    assert float(numbers["forno_sockets"]) == float(numbers["forno_tables"]) == 1
    assert float(numbers["forno_moves_total"]) >= 2
    assert float(numbers['forno_requests_total{method="POST",status="201"}']) == 1
    assert float(numbers["forno_database_works"]) == 1
    assert float(numbers["forno_database_outages_total"]) == 0
    assert "process_resident_memory_bytes" in numbers


def test_a_base_path(database: URL, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with running(database, replace(QUICK, base_path="/forno")) as where:
        ada = Browser(f"{where}/forno")
        table = ada.make("chefs-hat")
        assert json.loads(ada.ask("POST", "/api/tables", {"game": "chefs-hat"})[1])["path"].startswith("/forno/t/")
        with ada.at(table) as player:
            player.until_asked()
        assert Browser(where).get("/health")["status"] == "ok"  # a proxy may remove the path
        assert ada.ask("GET", "pizza")[0] in {200, 503}  # a page of its own, whose name begins alike
    assert run(["serve", "--base-path", '/"><script>', "--database", str(tmp_path / "x.sqlite")]) == 2
    assert "--base-path" in capsys.readouterr().err


@pytest.mark.parametrize(
    "path", ["deploy/forno.service", "deploy/Containerfile", "deploy/compose.yaml", "docs/server.md"]
)
def test_the_options_in_files_for_hosts_exist(path: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / path).read_text(encoding="utf-8")
    if path.startswith("deploy"):
        text = next(line for line in text.splitlines() if re.match(r"ExecStart=|CMD|  command:", line))
    of_others = {"--now", "--replace", "--share"}  # systemctl, forno restore, the bench
    of_the_siege = {"--valkey", "--blows", "--sqlite", "--tables", "--rounds", "--pause"}
    used = set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - of_others - of_the_siege
    assert len(used) >= 5
    assert run(["serve", "--help"]) == 0
    known = set(re.findall(r"--[a-z][a-z-]+", capsys.readouterr().out))
    assert used <= known
