"""A real server for each test: its own process's thread, loop, port and database."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno.server.serve import Server, listen, server
from forno.server.settings import Settings
from forno.server.store import database_url
from server.clients import Browser

QUICK = Settings(pace=0, messages=(1000, 1000))  # nobody waits for anybody
Serve = Callable[..., str]


@contextmanager
def running(url: URL, settings: Settings = QUICK) -> Iterator[str]:
    """Its address."""
    listening = listen("127.0.0.1", 0)
    begun = threading.Event()
    made: Server = server(url, settings, begun.set)
    thread = threading.Thread(target=made.run, kwargs={"sockets": [listening]})
    thread.start()
    try:
        assert begun.wait(60)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        made.should_exit = True
        thread.join()


@pytest.fixture
def database(tmp_path: Path) -> URL:
    return database_url(str(tmp_path / "games.sqlite"))


@pytest.fixture
def serve(database: URL) -> Iterator[Serve]:
    """Start a server with settings of its own."""
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
