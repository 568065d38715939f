"""The page as an app: it opens without a connection, and it is never older than the server."""

import json
import shutil
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from forno.server import page as page_files
from forno.server.serve import listen
from web.guests import Guests
from web.server import PAGE

STORED = """
    async () => {
        const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
        const requests = await Promise.all(caches_.map((cache) => cache.keys()));
        return requests.flat().map(({ url }) => new URL(url).pathname);
    }
"""


def test_the_manifest_can_be_installed() -> None:
    manifest = json.loads((PAGE / "manifest.webmanifest").read_text(encoding="utf-8"))
    assert manifest["start_url"] == manifest["scope"] == "./"  # the server may live at any path
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        data = (PAGE / icon["src"]).read_bytes()
        if icon["type"] == "image/png":
            size = [int.from_bytes(data[at : at + 4], "big") for at in (16, 20)]  # of a PNG's header
            assert "x".join(map(str, size)) == icon["sizes"]
    assert {icon.get("purpose") for icon in manifest["icons"]} == {None, "maskable"}


def test_without_a_connection_the_app_opens_and_waits(guests: Guests) -> None:
    page = guests.arrive(service_workers="allow", language="it")
    page.wait_for_selector("[data-play]")
    page.evaluate("navigator.serviceWorker.ready")
    stored = page.evaluate(STORED)
    assert "/index.html" in stored
    assert not [path for path in stored if path.startswith(("/api", "/ws", "/health"))]

    page.context.set_offline(True)
    page.reload()
    expect(page.locator("[data-waiting]")).to_contain_text("Nessuna connessione")
    expect(page.locator("[data-play]")).to_have_count(0)
    guests.shoot(page, "waiting")
    page.locator("a[href='/rules/chefs-hat']").click()
    page.wait_for_selector("#glossary")
    page.goto("/learn/mamma-mia")
    expect(page.locator("[data-step='mamma-mia.welcome']")).to_be_visible()
    page.goto("/t/sometable123")  # an address that was never opened
    expect(page.get_by_role("status").filter(has_text="server")).to_be_visible()
    page.goto("/")
    page.context.set_offline(False)
    expect(page.locator("[data-play=mamma-mia]")).to_be_visible()
    expect(page.locator("[data-waiting]")).to_have_count(0)


class SmallServer:
    """Serves a copy of the page, which a test can change, and an API that counts."""

    def __init__(self, folder: Path) -> None:
        self.static = folder / "static"
        shutil.copytree(PAGE, self.static)
        self.asked = 0

    async def api(self, request: Request) -> Response:
        self.asked += 1
        return JSONResponse({"asked": self.asked, "games": [], "join": [], "watch": [], "mine": [], "finished": []})

    def upgrade(self, marker: str) -> None:
        for name in ("index.html", "sw.js"):
            path = self.static / name
            text = path.read_text(encoding="utf-8")
            path.write_text(
                text.replace("</head>", f'<meta name="version" content="{marker}" /></head>')
                if name == "index.html"
                else f"/* {marker} */ {text}",
                encoding="utf-8",
            )


@pytest.fixture
def small_server(tmp_path: Path) -> Iterator[tuple[SmallServer, str]]:
    small = SmallServer(tmp_path)

    @asynccontextmanager
    async def state(_: object) -> AsyncIterator[dict[str, Any]]:
        yield {"store": SimpleNamespace(secret=bytes(32))}

    app = Starlette(lifespan=state, routes=[Route("/api/{rest:path}", small.api), *page_files.routes(small.static)])
    listening = listen("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    yield small, f"http://localhost:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join()


def test_after_an_upgrade_the_new_page_is_shown_and_the_api_is_never_stored(
    browser: Browser, small_server: tuple[SmallServer, str]
) -> None:
    small, url = small_server
    context = browser.new_context(service_workers="allow")
    page = context.new_page()
    answer = page.goto(url)
    assert answer is not None
    assert answer.ok  # otherwise there will never be a service worker
    page.evaluate("navigator.serviceWorker.ready")
    page.reload()
    assert page.evaluate("navigator.serviceWorker.controller !== null")
    for marker in ("second", "third"):
        small.upgrade(marker)
        page.reload()
        expect(page.locator("meta[name=version]").last).to_have_attribute("content", marker)
    answers = [page.evaluate("fetch('/api/games').then((answer) => answer.json())")["asked"] for _ in range(2)]
    assert answers[0] < answers[1] <= small.asked
    assert not [path for path in page.evaluate(STORED) if path.startswith("/api")]
    context.close()
