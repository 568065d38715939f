"""People and programs that take too much, or pretend to be somebody else."""

import gzip
import json
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from urllib.parse import urlsplit

import pytest
from sqlalchemy.engine import URL

from forno.server.limits import AtOnce, Client, Quota, network_of
from forno.server.problems import Problem
from forno.server.rows import SeatRow, TableRow
from forno.server.store import Store
from forno.server.thinking import Asker, Thinking
from server.clients import PATIENCE, Browser, play_on
from server.conftest import QUICK, Serve, with_store
from server.test_store import ROW, a_move


def test_an_ipv6_address_counts_as_its_network() -> None:
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::1") == "2001:db8:1:2::/64"
    assert network_of("2001:db8:1:3::4") != network_of("2001:db8:1:2::4")
    assert network_of("::ffff:192.0.2.1") == network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("fe80::1%eth0") == "fe80::/64"
    assert network_of("") == ""


def test_a_quota_counts_by_person_by_address_and_in_total() -> None:
    quota = Quota(AtOnce(person=1, address=2, total=3))
    with quota.hold(Client("ada", "here")):
        assert refusal(quota, "ada", "there") == "too-fast"
        with quota.hold(Client("bea", "here")):
            assert refusal(quota, "cleo", "here") == "too-fast"
            with quota.hold(Client("cleo", "there")):
                assert refusal(quota, "dora", "elsewhere") == "full"
    assert len(quota) == 0
    assert refusal(quota, "ada", "here") is None


def refusal(quota: Quota, guest: str, address: str) -> str | None:
    try:
        with quota.hold(Client(guest, address)):
            return None
    except Problem as problem:
        return problem.code


@pytest.mark.parametrize(
    ("most", "code"), [(AtOnce(1, 9, 9), "too-fast"), (AtOnce(9, 1, 9), "too-fast"), (AtOnce(9, 9, 1), "full")]
)
def test_sockets_at_once(most: AtOnce, code: str, serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, sockets=most)))
    table = browser.make("chefs-hat")
    with browser.at(table) as first:
        first.next()
        with browser.at(table) as second:
            assert second.answer("error")["code"] == code
            assert second.is_closed()
        if most.person == 1:
            with Browser(browser.address).at(table) as other:
                assert other.next()["type"] == "room"


def test_unfinished_tables_in_total(serve: Serve) -> None:
    address = serve(replace(QUICK, tables_total=2))
    for _ in range(2):
        Browser(address).make("chefs-hat")
    status, text = Browser(address, "de").ask("POST", "/api/tables", {"game": "chefs-hat"})
    assert (status, json.loads(text)["sentence"]) == (503, "Der Server ist voll. Versuch es später noch einmal.")


@contextmanager
def connection(address: str) -> Iterator[socket.socket]:
    parts = urlsplit(address)
    with socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE) as made:
        yield made


REQUEST = b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"


def test_silent_connections_are_closed(serve: Serve) -> None:
    address = serve(replace(QUICK, silence=0.3))
    with connection(address) as silent:
        assert silent.recv(100) == b""
    with connection(address) as slow:
        slow.sendall(REQUEST[:30])
        assert slow.recv(100) == b""
    with connection(address) as second_request:
        second_request.sendall(REQUEST)
        assert b"200 OK" in second_request.recv(10_000)
        second_request.sendall(REQUEST[:30])
        assert second_request.recv(10_000) == b""
    with connection(address) as body:
        body.sendall(b"PUT /api/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{")
        assert b"400 Bad Request" in body.recv(10_000)


def test_silent_connections_of_one_address(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", "192.0.2.1")  # the tests' own address is no proxy
    address = serve(replace(QUICK, silent=AtOnce(0, 2, 9), silence=PATIENCE))
    with ExitStack() as stack:
        for _ in range(2):
            silent = stack.enter_context(connection(address))
        with connection(address) as third:
            assert third.recv(100) == b""
        silent.sendall(REQUEST)
        assert b"200 OK" in silent.recv(10_000)
        assert Browser(address).get("/health")["status"] == "ok"


def test_replays_are_made_once_and_not_too_many_at_once(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    replay = Thinking.replay

    async def noted(
        thinking: Thinking, row: TableRow, moves: list[tuple[int, str]], language: str, asker: Asker
    ) -> bytes:
        made.append(language)
        return await replay(thinking, row, moves, language, asker)

    monkeypatch.setattr(Thinking, "replay", noted)
    browser = Browser(serve())
    table = browser.make("chefs-hat", seats=[{"kind": "bot"}] * 4, options={"target": 1})
    with browser.at(table) as watching:
        watching.until_room(lambda room: room["state"] == "finished")
    path = f"/api/tables/{table}/replay"
    plain = browser.get(path)
    request = urllib.request.Request(f"{browser.address}{path}", headers={"Accept-Encoding": "gzip"})  # noqa: S310  our own server
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        assert json.loads(gzip.decompress(answer.read())) == plain
    browser.get(f"{path}?lang=it")
    assert made == ["en", "it"]
    browser.address = serve(replace(QUICK, replays=AtOnce(0, 9, 9)))
    status, text = browser.ask("GET", path)
    assert (status, json.loads(text)["code"]) == (429, "too-fast")


def test_a_flood_of_resyncs_is_answered_slowly(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, resyncs=(0.001, 2))))
    with browser.at(browser.make("chefs-hat")) as player:
        asked = player.until_asked()
        for _ in range(100):
            player.send("resync")
        player.send("act", action="dance", number=asked["number"])
        rooms = 0
        while (message := player.next())["type"] != "refused":
            rooms += message["type"] == "room"
        assert rooms <= 2
        play_on([player], 1, 2)


def test_what_nobody_uses_is_forgotten(url: URL) -> None:
    async def use(store: Store) -> None:
        for name in ("seated", "gone", "back"):
            await store.rename(name, name)
        table = replace(ROW, state="playing", created=1.0, seats=[SeatRow("person", "S", "seated")])
        for name in ("unused", "used", "over"):
            await store.save(replace(table, id=name, state="finished" if name == "over" else "playing"))
        await store.add_move(a_move("used", 0, 0, "pass"))
        now = time.time()
        await store.forget(waiting=now, unused=now - 60)
        assert [await store.table(name) is None for name in ("unused", "used", "over")] == [True, False, False]
        await store.forget(waiting=now, unused=now + 60)
        assert [await store.table(name) is None for name in ("used", "over")] == [True, False]
        assert [await store.name_of(name) for name in ("seated", "gone")] == ["seated", None]

    with_store(url, use)


def test_a_guest_who_returns_is_seen(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(store: Store) -> None:
        now = time.time()
        await store.rename("returning", "R")
        monkeypatch.setattr("forno.server.store.store.time.time", lambda: now + 3 * 24 * 3600)
        assert await store.name_of("returning") == "R"
        await store.forget(waiting=0, unused=now + 24 * 3600)
        assert await store.name_of("returning") == "R"

    with_store(url, use)


def test_other_hosts_are_refused(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, hosts=("forno.example", "[::1]"))))
    assert browser.ask("GET", "/api/me")[0] == 421
    for host in ("forno.example", "FORNO.example:8000", "[::1]:80"):
        assert browser.ask("GET", "/api/me", Host=host)[0] == 200
    assert browser.ask("GET", "/api/me", Host="evil.example")[0] == 421
    assert browser.ask("GET", "/health")[0] == 200  # a load balancer asks by address


def test_an_origin_has_a_scheme(ada: Browser) -> None:
    host = ada.address.removeprefix("http://")
    assert ada.ask("PUT", "/api/me", {"name": "Eve"}, Origin=f"https://{host}")[0] == 403
    secure = {"X-Forwarded-Proto": "https", "Host": "forno.example"}
    assert ada.ask("PUT", "/api/me", {"name": "Ada"}, Origin="https://forno.example", **secure)[0] == 200
    assert ada.ask("PUT", "/api/me", {"name": "Ada"}, Origin="https://forno.example:443", **secure)[0] == 200
    assert ada.ask("PUT", "/api/me", {"name": "Eve"}, Origin="http://forno.example", **secure)[0] == 403


def test_cookies_and_hsts_over_https(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, hsts=3600)))
    assert (cookie(browser), hsts(browser)) == ("forno", None)
    assert (cookie(browser, https=True), hsts(browser, https=True)) == ("__Host-forno", "max-age=3600")


def cookie(browser: Browser, *, https: bool = False) -> str:
    browser.cookie = ""
    browser.ask("GET", "/api/me", **{"X-Forwarded-Proto": "https"} if https else {})
    return browser.cookie.partition("=")[0]


def hsts(browser: Browser, *, https: bool = False) -> str | None:
    request = urllib.request.Request(f"{browser.address}/health")  # noqa: S310  our own server
    request.add_header("X-Forwarded-Proto", "https" if https else "http")
    with urllib.request.urlopen(request) as answer:  # noqa: S310
        found: str | None = answer.headers["Strict-Transport-Security"]
        return found


def test_a_cookie_that_the_server_did_not_make_is_replaced(ada: Browser) -> None:
    own = ada.cookie
    assert ada.get("/api/me")["name"] == "Ada"
    assert ada.cookie == own
    text, _, signature = own.partition("=")[2].rpartition(".")
    for planted in ("x" * 43, f"{text}.", text, f"{text[:-1]}x.{signature}", f"{text}.{signature[::-1]}", "ö.ö"):
        ada.cookie = f"forno={planted}"
        assert ada.get("/api/me")["name"] == "Guest"
        assert ada.cookie not in {own, f"forno={planted}"}
