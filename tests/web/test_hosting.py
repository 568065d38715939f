"""The page of a server that does not live at the root of its host, and whose database fails for a while."""

import re
import sqlite3
from pathlib import Path

from playwright.sync_api import Browser, expect

from web.guests import ACTIONS, SELECTS
from web.server import RunningServer


def test_base_path_and_outage(browser: Browser, tmp_path: Path) -> None:
    with (
        RunningServer(tmp_path, options=("--pace", "0", "--base-path", "/pizza/forno")) as server,
        browser.new_context(locale="de-DE", service_workers="allow") as context,
    ):
        address = server.url.removesuffix("/pizza/forno")
        page = context.new_page()
        failed: list[str] = []
        page.on("requestfinished", lambda request: failed.append(request.url) if "/pizza/" not in request.url else None)
        page.goto(f"{address}/pizza/forno")
        page.locator("[data-play=chefs-hat]").click()
        action = page.locator(ACTIONS).first
        expect(page.locator(f"{ACTIONS}, {SELECTS}").first).to_be_visible(timeout=60_000)
        assert re.search(r"/pizza/forno/t/[\w-]+$", page.url)
        page.reload()
        expect(page.locator(f"{ACTIONS}, {SELECTS}").first).to_be_visible(timeout=60_000)
        if action.count() == 0:  # whoever begins has to choose a card
            page.locator(SELECTS).first.click()
        number = page.locator("[data-number]").get_attribute("data-number")
        assert number is not None
        with sqlite3.connect(server.database, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")  # nobody else can write
            action.click()
            expect(page.locator("[data-stopped]")).to_have_text(
                re.compile("Der Server kann Partien gerade nicht speichern")
            )
            other.execute("ROLLBACK")
        expect(page.locator("[data-stopped]")).to_have_count(0, timeout=30_000)
        expect(page.locator(f"[data-number='{number}']")).to_have_count(0)  # the action was not lost
        page.locator("a.home").click()
        expect(page).to_have_url(f"{address}/pizza/forno/")
        expect(page.locator("[data-play=chefs-hat]")).to_be_visible()
        page.evaluate("navigator.serviceWorker.ready")
        context.set_offline(True)
        page.goto(f"{address}/pizza/forno/learn/mamma-mia")  # an address that was never opened
        expect(page.locator("[data-step='mamma-mia.welcome']")).to_be_visible()
        page.locator("[data-leave]").click()
        expect(page).to_have_url(f"{address}/pizza/forno/")
        expect(page.locator("[data-waiting] a").first).to_have_attribute("href", re.compile("^/pizza/forno/"))
        assert failed == []
