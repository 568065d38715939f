"""Tests of the page in a real browser, against a real server."""

import os
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from web.browsers import open_browser
from web.guests import Guests
from web.server import PAGE, RunningServer

expect.set_options(timeout=30_000)  # milliseconds; a busy machine is slow
MISSING = "no browser to test the page with: install Chromium, or run make browser on Linux"


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    assert (PAGE / "index.html").exists(), "the page is not built: make ui"
    with RunningServer(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture(scope="package")  # its event loop runs in this thread, where other tests run their own
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        if browser is None:
            if os.environ.get("CI"):
                pytest.fail(MISSING)
            pytest.skip(MISSING)
        yield browser
        browser.close()


@pytest.fixture
def guests(browser: Browser, server: RunningServer, request: pytest.FixtureRequest) -> Iterator[Guests]:
    """Opens pages, each in a browser context of its own. An error in a browser's console fails the test."""
    guests = Guests(browser, server, str(request.node.name))
    yield guests
    guests.leave()


@pytest.fixture
def page(guests: Guests) -> Page:
    return guests.arrive()
