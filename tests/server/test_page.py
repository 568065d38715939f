"""The page's files, as the server sends them."""

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from forno.server import page

INDEX = (
    '<title>Forno</title><meta property="og:image" content="./preview.png" /><script src="./assets/a-1.js"></script>'
)


@pytest.fixture
def static(tmp_path: Path) -> Path:
    (tmp_path / "assets").mkdir()
    for name, text in {"index.html": INDEX, "sw.js": "1", "manifest.webmanifest": "{}", "assets/a-1.js": "2"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def get(routes: list[BaseRoute], path: str, **headers: str) -> tuple[int, dict[str, str], str]:
    """One request to an app with these routes."""
    sent: list[dict[str, Any]] = []
    named = [(name.encode(), value.encode()) for name, value in {"host": "forno.example", **headers}.items()]
    scope: dict[str, Any] = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
    }
    scope |= {"headers": named, "scheme": "https", "server": ("10.0.0.1", 80), "root_path": "", "http_version": "1.1"}
    scope |= {"state": {"store": SimpleNamespace(secret=bytes(32))}}

    async def receive() -> Any:
        await anyio.sleep_forever()

    async def send(message: Any) -> None:
        sent.append(message)

    anyio.run(Starlette(routes=routes), scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, b"".join(one.get("body", b"") for one in sent[1:]).decode()


def test_the_preview_of_a_link_has_a_whole_address(static: Path) -> None:
    routes = page.routes(static)
    for path in ("/", "/t/abc", "/rules/mamma-mia", "/learn/mamma-mia", "/index.html"):
        status, headers, text = get(routes, path)
        assert status == 200
        assert headers["cache-control"] == "no-cache"
        assert 'property="og:image" content="https://forno.example/preview.png"' in text
    text = get(page.routes(static, "/pizza"), "/t/abc")[2]
    assert 'content="https://forno.example/pizza/preview.png"' in text
    assert 'src="/pizza/assets/a-1.js"' in text
    hostile = get(routes, "/", host='a"><script>')[2]
    assert "<script>" not in hostile


def test_the_page_says_who_a_guest_is(static: Path) -> None:
    """Otherwise each of its first requests, which it sends side by side, would make another guest."""
    routes = page.routes(static)
    for path in ("/", "/t/abc"):
        cookie = get(routes, path)[1]["set-cookie"].split(";")[0]
        assert "set-cookie" not in get(routes, path, cookie=cookie)[1]
    assert "set-cookie" not in get(routes, "/sw.js")[1]


def test_files_of_the_app(static: Path) -> None:
    """A browser must always ask for the service worker and the manifest. The names of assets change with their contents."""
    routes = page.routes(static)
    for path, media, cached in (
        ("/sw.js", "text/javascript", "no-cache"),
        ("/manifest.webmanifest", "application/manifest+json", "no-cache"),
        ("/assets/a-1.js", "text/javascript", "public, max-age=31536000, immutable"),
    ):
        status, headers, _ = get(routes, path)
        assert status == 200
        assert headers["content-type"].startswith(media)
        assert headers["cache-control"] == cached
    assert get(routes, "/assets/a-0.js")[0] == 404
    assert get(routes, "/..%2fsecret")[2].startswith("<title>")
