"""What the server refuses, and its limits."""

import json
import logging
from dataclasses import replace

import pytest
from sqlalchemy.engine import URL
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from forno.server.limits import TokenBucket
from forno.server.logs import is_ours
from forno.server.store import Store
from server.clients import Browser, Json
from server.conftest import QUICK, Serve, running, with_store


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"type":"dance"}',
        '{"type":"act"}',
        b"\xff\xfe",
        '{"type":' + 2000 * "[",
        '{"type":"act","number":"1","action":""}',
    ],
)
def test_bad_messages_are_answered_and_change_nothing(text: str | bytes, ada: Browser) -> None:
    with ada.at(ada.make("chefs-hat")) as socket:
        socket.until_asked()
        socket.connection.send(text)
        assert socket.answer("error")["code"] == "bad-message"
        socket.act(socket.position["legal"][0]["action"])
        socket.answer("position")


def test_long_messages_end_the_connection(ada: Browser) -> None:
    with ada.at(ada.make("chefs-hat")) as socket:
        socket.connection.send("x" * 10_000)
        assert socket.is_closed()


def test_messages_above_the_rate_are_delayed_and_not_lost(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, messages=(200, 1))))
    with browser.at(browser.make("chefs-hat")) as socket:
        asked = socket.until_asked()
        for _ in range(100):
            socket.send("act", number=asked["number"], action="dance")
        socket.act(asked["legal"][0]["action"])
        socket.until(lambda m: m["type"] == "position" and m["number"] > asked["number"])


def test_token_bucket(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("forno.server.limits.time.monotonic", lambda: now)
    bucket = TokenBucket(rate=10, burst=2)
    assert [bucket.delay() for _ in range(4)] == pytest.approx([0, 0, 0.1, 0.2])
    now += 0.5  # the two early tokens are paid back, and the bucket is full again
    assert [bucket.take() for _ in range(3)] == [True, True, False]


def test_no_such_table(bea: Browser) -> None:
    with bea.at("nowhere") as socket:
        assert socket.answer("error")["sentence"].startswith("Questo tavolo")
        assert socket.is_closed()
    status, text = bea.ask("GET", "/api/tables/nowhere/record")
    assert (status, json.loads(text)["code"]) == (404, "no-such-table")
    status, text = bea.ask("GET", "/api/nothing")
    assert (status, json.loads(text)["code"]) == (404, "not-found")


def test_pages_of_other_sites_are_refused(ada: Browser, serve: Serve) -> None:
    table = ada.make("chefs-hat")
    url = f"{ada.address.replace('http', 'ws')}/ws/tables/{table}"
    with pytest.raises(InvalidStatus) as refused, connect(url, additional_headers={"Origin": "https://evil.example"}):
        pass
    assert refused.value.response.status_code == 403
    with connect(url, additional_headers={"Origin": ada.address}):
        pass
    assert ada.ask("POST", "/api/tables", {"game": "chefs-hat"}, Origin="https://evil.example")[0] == 403
    assert ada.ask("PUT", "/api/me", {"name": "Eve"}, Origin="null")[0] == 403
    assert ada.ask("GET", "/api/me", Origin="https://evil.example")[0] == 200
    friendly = Browser(serve(replace(QUICK, origins=("https://friend.example",))))
    assert friendly.ask("POST", "/api/tables", {"game": "chefs-hat"}, Origin="https://friend.example")[0] == 201


def test_odd_requests_are_refused_clearly(ada: Browser, caplog: pytest.LogCaptureFixture) -> None:
    table = ada.make("chefs-hat")
    assert ada.ask("PUT", "/api/me", {"name": "Eve"}, Origin="http://[")[0] == 403
    for name in ("a%00b", "%00", "x" * 300, "%0aforged", "%ff", "caf%C3%A9"):
        status, text = ada.ask("GET", f"/api/tables/{name}/record")
        assert (status, json.loads(text)["code"]) == (404, "no-such-table")
        for path in (f"/{name}", f"/t/{name}", f"/assets/{name}", f"/assets/{name}/{name}"):
            assert ada.ask("GET", path)[0] in {200, 404, 503}  # 503 if the page is not built
        with ada.at(name) as socket:
            assert socket.answer("error")["code"] == "no-such-table"
    with ada.at(table) as socket:
        socket.connection.send(b"\xff\xfe", text=True)
        assert socket.is_closed()
    assert [record.message for record in caplog.records if record.levelno >= logging.ERROR and is_ours(record)] == []


def test_a_stored_table_that_cannot_be_set_up_harms_no_list(database: URL) -> None:
    """Older versions of the server let a starter in who has no seat."""
    ada = Browser("")
    with running(database) as ada.address:
        table = ada.make("mamma-mia", players=2)
        with ada.at(table) as socket:
            socket.until_asked()

    async def poison(store: Store) -> None:
        row = await store.table(table)
        assert row is not None
        await store.save(replace(row, options={**row.options, "starter": 4}))

    with_store(database, poison)
    with running(database) as ada.address:
        assert [one["table"] for one in ada.get("/api/tables")["mine"]] == [table]
        with ada.at(table) as socket:
            assert socket.answer("error")["code"] == "broken"


def test_the_options_still_fit_at_the_start(ada: Browser) -> None:
    """Seats are closed after the options were chosen."""
    with ada.at(
        ada.make(
            "mamma-mia", seats=[{"kind": "person"}, *[{"kind": "bot"}] * 3, {"kind": "open"}], options={"starter": 3}
        )
    ) as socket:
        for seat in (3, 4):
            socket.send("seat", seat=seat, kind="closed")
        socket.send("start")
        assert "starter" in socket.answer("error")["sentence"]
        socket.send("seat", seat=3, kind="bot")
        socket.send("start")
        socket.until_room(lambda room: room["state"] == "playing")


def test_headers(ada: Browser) -> None:
    import urllib.request  # noqa: PLC0415  for this test alone

    with urllib.request.urlopen(f"{ada.address}/health") as answer:  # noqa: S310  our own server
        policy = answer.headers["Content-Security-Policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy.replace("style-src-attr 'unsafe-inline'", "")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
    with urllib.request.urlopen(f"{ada.address}/api/me") as answer:  # noqa: S310
        cookie = answer.headers["Set-Cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert len(cookie.partition("=")[2].partition(";")[0]) >= 43


def test_unfinished_tables_of_one_guest(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, tables_each=2)))
    for _ in range(2):
        browser.make("chefs-hat")
    status, text = browser.ask("POST", "/api/tables", {"game": "chefs-hat"})
    assert (status, json.loads(text)["code"]) == (429, "too-many-tables")
    assert "2" in json.loads(text)["sentence"]
    Browser(browser.address).make("chefs-hat")


def test_new_tables_of_one_address(serve: Serve) -> None:
    address = serve(replace(QUICK, new_tables=(0.001, 2)))
    for _ in range(2):
        Browser(address).make("chefs-hat")
    status, text = Browser(address).ask("POST", "/api/tables", {"game": "chefs-hat"})
    assert (status, json.loads(text)["code"]) == (429, "too-fast")


def test_requests_of_one_address(serve: Serve) -> None:
    browser = Browser(serve(replace(QUICK, requests=(0.001, 3))))
    statuses = [browser.ask("GET", "/health")[0] for _ in range(5)]
    assert statuses == [200, 200, 200, 429, 429]


def test_the_pages_own_files_are_not_counted(serve: Serve) -> None:
    """Friends in one room open the page at the same time, and each browser loads about thirty files."""
    browser = Browser(serve(replace(QUICK, requests=(0.001, 3))))
    assert {browser.ask("GET", "/")[0] for _ in range(5)} == {200}
    assert browser.ask("GET", "/health")[0] == 200


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "poker"},
        {"game": "chefs-hat", "players": 3},
        {"game": "chefs-hat", "options": {"target": 0}},
        {"game": "chefs-hat", "options": {"colour": "red"}},
        {"game": "mamma-mia", "options": {"deck": "/etc/passwd"}},
        {"game": "mamma-mia", "options": {"deck": "pyproject.toml"}},
        {"game": "mamma-mia", "seats": [{"kind": "person"}]},
        {"game": "mamma-mia", "seats": [{"kind": "person"}, {"kind": "person"}]},
        {"game": "mamma-mia", "level": "wizard"},
        {"game": "mamma-mia", "players": 2, "options": {"starter": 4}},  # no such seat
        {"game": "mamma-mia", "level": "os:system"},  # agents by import path are for who owns the machine
    ],
)
def test_tables_that_cannot_be_set_up(wish: dict[str, object], ada: Browser) -> None:
    status, text = ada.ask("POST", "/api/tables", wish)
    assert (status, json.loads(text)["code"]) == (400, "bad-setup")
    assert ada.get("/api/tables")["mine"] == []


def test_the_reason_is_in_the_readers_language(bea: Browser) -> None:
    two_seats: list[Json] = [{"kind": "person"}, {"kind": "person"}]
    wishes: list[tuple[Json, str]] = [
        ({"game": "poker"}, "il gioco «poker» non esiste; i giochi sono mamma-mia, mamma-mia-plus, chefs-hat, "),
        ({"game": "chefs-hat", "players": 3}, "a Chef's Hat si gioca in 4, non in 3."),
        ({"game": "chefs-hat", "options": {"target": 0}}, "l’opzione target non può valere «0»;"),
        (
            {"game": "mamma-mia", "options": {"deck": "a.toml"}},
            "l’opzione deck vuole standard, o un mazzo su una riga.",
        ),
        ({"game": "mamma-mia", "seats": two_seats}, "puoi occupare un posto solo."),
        ({"game": "mamma-mia", "level": "wizard"}, "il livello «wizard» non esiste; i livelli sono novice, "),
    ]
    for wish, reason in wishes:
        _, text = bea.ask("POST", "/api/tables", wish)
        assert json.loads(text)["sentence"].startswith(f"Questo tavolo non si può preparare: {reason}")
    with bea.at(bea.make("mamma-mia", seats=[{"kind": "person"}, {"kind": "open"}])) as socket:
        socket.next()
        socket.send("seat", seat=9, kind="bot")
        assert socket.answer("error")["sentence"] == "Questo tavolo non si può preparare: il posto 9 non esiste."


DEEP = '{"game":' + 30_000 * "["


@pytest.mark.parametrize(
    "body", [b"", b"{", b'{"game":1}', b'{"game":"chefs-hat","clock":0}', b" " * 100_000, DEEP.encode()]
)
def test_bad_request_bodies(body: bytes, ada: Browser) -> None:
    status, text = ada.ask("POST", "/api/tables", body)
    assert (status, json.loads(text)["code"]) == (400, "bad-message")


def test_a_deck_can_be_sent_as_text(ada: Browser) -> None:
    orders = "monotoni, minimale, bombastica, " + "each, " * 4 + "each"
    deck = "; ".join(f"{colour}: {orders}" for colour in ("yellow", "purple", "green", "brown", "red")) + ";"
    with ada.at(ada.make("mamma-mia", options={"deck": deck})) as socket:
        socket.until_asked()


def test_the_page_or_how_to_build_it(ada: Browser) -> None:
    status, text = ada.ask("GET", "/t/some-table")
    assert (status == 503 and "make ui" in text) or (status == 200 and "<html" in text)
    for path in ("/../messages.py", "/assets/../../messages.py", "/..%2fmessages.py", "/assets/..%2f..%2fmessages.py"):
        assert "Struct" not in ada.ask("GET", path)[1]


def test_health(ada: Browser) -> None:
    ada.make("chefs-hat")
    health = ada.get("/health")
    assert health["status"] == "ok"
    assert health["database"] is True
    assert health["tables"] == 1
    assert health["version"]
