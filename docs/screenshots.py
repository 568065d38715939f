"""Take the pictures of what one sees in a browser: the lobby, a table of each game in the middle of a real game, and a report of the arena."""

import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from web.browsers import open_browser
from web.guests import Guests, decide
from web.kitchen import FORNO, Kitchen

IMAGES = Path(__file__).parent / "images"
Test = Callable[[Page], bool]


def has_roles_and_a_pizza(page: Page) -> bool:
    """A later shift, a pizza with several placements, and something to choose."""
    counts = [
        page.locator(what).count() for what in ("[data-role]", ".topping", "[data-select]:not([aria-disabled=true])")
    ]
    return counts[0] == 4 and counts[1] > 1 and counts[2] > 1


def has_a_full_oven(page: Page) -> bool:
    """Time to place, with orders in hand, after a while."""
    kinds = page.locator("[data-select]:not([aria-disabled=true])").count()
    cards = page.locator("[data-oven]").get_attribute("data-oven") if page.locator("[data-oven]").count() else None
    return kinds > 2 and int(cards or 0) >= 8 and page.locator("[data-select][aria-disabled=true]").count() > 1


TABLES: dict[str, Test] = {
    "chefs-hat": has_roles_and_a_pizza,
    "mamma-mia": has_a_full_oven,
    "mamma-mia-plus": has_a_full_oven,
}


def take(page: Page, game: str, is_worth_it: Test) -> None:
    rng = np.random.default_rng(1)
    while not find(page, game, is_worth_it, rng):
        pass
    page.locator("[data-select]:not([aria-disabled=true])").first.click()
    page.mouse.move(0, 0)
    page.wait_for_timeout(400)  # until the card is up
    page.screenshot(path=IMAGES / f"{game}.png")


def find(page: Page, game: str, is_worth_it: Test, rng: np.random.Generator) -> bool:
    """Play a game up to a position that is worth a picture; False if it has none."""
    page.goto("/")
    page.locator(f"[data-play={game}]").click()
    while not (page.locator("[data-turn=mine]").count() and is_worth_it(page)):
        if not decide(page, rng):
            return False
    return True


def report(browser: Browser, folder: Path) -> None:
    contest = ["chefs-hat", "--agents", "baker,cook,larger-value,beginner", "--games", "400"]
    subprocess.run([*FORNO, "arena", *contest, "--out", folder], check=True)  # noqa: S603  our own command
    page = browser.new_page(viewport={"width": 1000, "height": 1100})
    page.goto((folder / "report.html").as_uri())
    page.screenshot(path=IMAGES / "arena-report.png")


def main() -> None:
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = open_browser(playwright)
        assert browser is not None, "no browser to take pictures with: make browser fetches one for Linux"
        kitchen = Kitchen(Path(folder))
        kitchen.start()
        try:
            report(browser, Path(folder) / "arena")
            guests = Guests(browser, kitchen, "screenshots")
            page = guests.arrive(width=1280, height=800)
            page.wait_for_selector("[data-play]")
            page.screenshot(path=IMAGES / "lobby.png")
            for game, is_worth_it in TABLES.items():
                take(page, game, is_worth_it)
            guests.leave()
        finally:
            kitchen.close()
            browser.close()


if __name__ == "__main__":
    main()
