"""Take the browser screenshots in docs/images: the lobby, a table of each game, an arena report. Run it with `make screenshots`."""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from web.browsers import open_browser
from web.guests import Guests, decide
from web.server import FORNO, RunningServer

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
Test = Callable[[Page], bool]


def has_roles_and_a_pizza(page: Page) -> bool:
    """A later shift, several placements on the pizza, and a real choice."""
    counts = [
        page.locator(what).count() for what in ("[data-role]", ".topping", "[data-select]:not([aria-disabled=true])")
    ]
    return counts[0] == 4 and counts[1] > 1 and counts[2] > 1


def has_a_full_oven(page: Page) -> bool:
    """The seat is to place, holds orders, and the oven has filled up."""
    kinds = page.locator("[data-select]:not([aria-disabled=true])").count()
    cards = page.locator("[data-oven]").get_attribute("data-oven") if page.locator("[data-oven]").count() else None
    return kinds > 2 and int(cards or 0) >= 8 and page.locator("[data-select][aria-disabled=true]").count() > 1


TABLES: dict[str, Test] = {
    "chefs-hat": has_roles_and_a_pizza,
    "mamma-mia": has_a_full_oven,
    "mamma-mia-plus": has_a_full_oven,
}


def take(page: Page, game: str, is_wanted: Test) -> None:
    rng = np.random.default_rng(1)
    while not find(page, game, is_wanted, rng):
        pass
    page.locator("[data-select]:not([aria-disabled=true])").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)  # for the lift animation of the chosen card
    page.screenshot(path=IMAGES / f"{game}.png")


def find(page: Page, game: str, is_wanted: Test, rng: np.random.Generator) -> bool:
    """Play a game up to a wanted position. Return False if the game ends without one."""
    page.goto("/")
    page.locator(f"[data-play={game}]").click()
    while not (page.locator("[data-turn=mine]").count() and is_wanted(page)):
        if not decide(page, rng):
            return False
    return True


def report(browser: Browser, folder: Path) -> None:
    contest = ["chefs-hat", "--agents", "pizzaiolo,master,larger-value,novice", "--games", "400"]
    subprocess.run([*FORNO, "arena", *contest, "--out", folder], check=True)  # noqa: S603
    page = browser.new_page(viewport={"width": 1000, "height": 1100})
    page.goto((folder / "report.html").as_uri())
    page.screenshot(path=IMAGES / "arena-report.png")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = open_browser(playwright)
        assert browser is not None, "no browser found; on Linux, `make browser` fetches one"
        server = RunningServer(Path(folder))
        server.start()
        try:
            report(browser, Path(folder) / "arena")
            guests = Guests(browser, server, "screenshots")
            page = guests.arrive(width=1280, height=800)
            page.wait_for_selector("[data-play]")
            page.screenshot(path=IMAGES / "lobby.png")
            for game, is_wanted in TABLES.items():
                take(page, game, is_wanted)
            guests.leave()
        finally:
            server.close()
            browser.close()


if __name__ == "__main__":
    main()
