"""A real server for each test, with its own thread, loop, port and database."""

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno.server.serve import Server, listen, server
from forno.server.settings import Settings
from forno.server.store import Store, database_url
from server.clients import Browser
from server.postgres import Missing, Postgres, postgres

QUICK = Settings(
    pace=0, grace=0, messages=(1000, 1000), resyncs=(1000, 1000)
)  # without pauses, and practically without a rate limit
Serve = Callable[..., str]


@contextmanager
def running(url: URL, settings: Settings = QUICK, *, loop: str = "auto") -> Iterator[str]:
    """Run a server, and yield its address."""
    listening = listen("127.0.0.1", 0)
    started = threading.Event()
    made: Server = server(url, settings, started.set, loop=loop)
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert started.wait(60)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        made.should_exit = True
        thread.join()


@pytest.fixture
def database(tmp_path: Path) -> URL:
    return database_url(str(tmp_path / "games.sqlite"))


@pytest.fixture
def serve(database: URL) -> Iterator[Serve]:
    """Start a server, by default with quick settings, and return its address."""
    with ExitStack() as stack:
        yield lambda settings=QUICK: stack.enter_context(running(database, settings))


@pytest.fixture
def address(serve: Serve) -> str:
    return serve()


@pytest.fixture
def ada(address: str) -> Browser:
    browser = Browser(address)
    browser.ask("PUT", "/api/me", {"name": "Ada"})
    return browser


@pytest.fixture
def bea(address: str) -> Browser:
    browser = Browser(address, "it")
    browser.ask("PUT", "/api/me", {"name": "Bea"})
    return browser


@pytest.fixture(scope="module")
def a_postgres() -> Iterator[Postgres]:
    """A real PostgreSQL. If there is none, the tests that need it fail in CI; elsewhere they are skipped with the reason."""
    try:
        with postgres() as made:
            yield made
    except Missing as missing:
        if os.environ.get("CI"):
            raise
        pytest.skip(f"PostgreSQL is missing: {missing}")


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> URL:
    """A database of each kind."""
    if request.param == "sqlite":
        return database_url(str(tmp_path / "games.sqlite"))
    return database_url(request.getfixturevalue("a_postgres").url)


def with_store(url: URL, use: Callable[[Store], Awaitable[object]]) -> None:
    """Run a test with an open store."""

    async def run() -> None:
        store = Store(url, retry=(0, 0.01))
        await store.open()
        try:
            await use(store)
        finally:
            await store.close()

    with ThreadPoolExecutor(1) as thread:  # in this one a browser's loop may be running
        thread.submit(asyncio.run, run()).result()
