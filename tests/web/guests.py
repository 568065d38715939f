"""People who play in a browser, by clicking what can be clicked."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any, Literal

import numpy as np
from playwright.sync_api import Browser, BrowserContext, Page, TimeoutError, expect  # noqa: A004  Playwright has its own

from server.clients import Browser as Client
from server.clients import play_on
from web.server import ROOT, RunningServer

AXE = ROOT / "ui" / "node_modules" / "axe-core" / "axe.min.js"
SHOTS = ROOT / "build" / "screenshots"
ACTIONS = "[data-action]:not(:disabled):not([aria-disabled=true])"
SELECTS = "[data-select]:not(:disabled):not([aria-disabled=true])"
OVER = "[data-rematch]"
# The browser reports unreachable addresses and refused requests as errors. Tests cause both on purpose.
EXPECTED = re.compile(r"ERR_CONNECTION|ERR_INTERNET_DISCONNECTED|WebSocket connection to|status of 4\d\d")


class Guests:
    def __init__(self, browser: Browser, server: RunningServer, test: str) -> None:
        self.errors: list[str] = []
        self._browser = browser
        self._server = server
        self._test = re.sub(r"[^\w-]+", "-", test).strip("-")
        self._contexts: list[BrowserContext] = []

    def arrive(
        self,
        path: str = "/",
        *,
        width: int = 1440,
        height: int = 900,
        language: str = "en-GB",
        scheme: Literal["light", "dark"] = "light",
        speed: str = "instant",
        motion: bool = False,
        guide: bool = False,
        autopass: bool = True,
        touch: bool = False,
        service_workers: Literal["allow", "block"] = "block",
    ) -> Page:
        """At instant speed nothing moves but what the style sheets move, which takes most of a browser's time: it stands still without `motion`."""
        context = self._browser.new_context(
            base_url=self._server.url,
            viewport={"width": width, "height": height},
            locale=language,
            color_scheme=scheme,
            has_touch=touch,
            reduced_motion="no-preference" if motion or speed != "instant" else "reduce",
            service_workers=service_workers,
        )
        self._contexts.append(context)
        settings = json.dumps({"speed": speed, "guide": guide, "autopass": autopass})
        context.add_init_script(f"localStorage['forno.settings'] ??= {json.dumps(settings)}")
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda message: self.errors.append(message.text) if message.type == "error" else None)
        page.goto(path)
        return page

    def leave(self) -> None:
        for context in self._contexts:
            context.close()
        unexpected = [error for error in self.errors if not EXPECTED.search(error)]
        assert unexpected == [], unexpected

    def shoot(self, page: Page, name: str = "", *, whole: bool = False) -> None:
        """Save a screenshot as an artefact of the run. A PNG would take five times as long."""
        SHOTS.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=SHOTS / f"{self._test}{name and '-'}{name}.jpg", quality=90, full_page=whole)


@contextmanager
def unpainted(page: Page) -> Iterator[None]:
    """Everything is where it would be and can be clicked, but nothing is painted. Painting takes a third of a browser's time."""
    page.evaluate("document.body.style.opacity = '0'")
    yield
    page.evaluate("document.body.style.opacity = ''")


def violations(page: Page) -> list[str]:
    """The serious and critical violations that axe finds."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    grave = [one for one in found["violations"] if one["impact"] in ("serious", "critical")]
    return [f"{one['id']}: {node['target']} {node['html'][:120]}" for one in grave for node in one["nodes"]]


def decide(page: Page, rng: np.random.Generator) -> bool:
    """Wait until something can be done, then select a card or act at random. Return False if the game is over."""
    page.wait_for_selector(f"{ACTIONS}, {SELECTS}, {OVER}")
    if page.locator(OVER).count():
        return False
    actions, selects = page.locator(ACTIONS), page.locator(SELECTS)
    n_actions, n_selects = actions.count(), selects.count()
    if n_selects and (not n_actions or rng.random() < 0.3):
        selects.nth(int(rng.integers(n_selects))).click()
    elif n_actions:
        number = page.locator("[data-number]").get_attribute("data-number")
        # The actions may have changed since they were counted. The next call then looks again.
        with suppress(TimeoutError):
            actions.nth(int(rng.integers(n_actions))).click(timeout=10_000)
            if page.locator(
                "[data-confirm]"
            ).count():  # a warning: whoever has a hand full of orders is never asked again
                page.locator("[data-cancel]").click(timeout=10_000)
                return True
            expect(page.locator(f"[data-number='{number}']")).to_have_count(0, timeout=30_000)
    return True


def play(page: Page, seed: int = 0, moves: int = 2000) -> None:
    """Play to the end of the game, or for this many clicks."""
    rng = np.random.default_rng(seed)
    with unpainted(page):
        is_over = any(not decide(page, rng) for _ in range(moves))
    assert is_over or moves < 2000, "the game does not end"


def hurry(*pages: Page, until: Callable[[Any], object]) -> None:
    """Play on at random for the people of these pages until one of them is asked whose view is as wanted. Their pages show only that.

    To show every position takes most of the time of a game.
    """
    address, table = pages[0].url.split("/t/")
    with ExitStack() as stack:
        sockets = []
        for page in pages:
            page.goto("/health")  # shows nothing
            [cookie] = page.context.cookies(address)
            client = Client(address)
            client.cookie = f"{cookie['name']}={cookie['value']}"
            sockets.append(stack.enter_context(client.at(table)))
        play_on(sockets, 0, until=until)
        assert not any(socket.room["state"] == "finished" for socket in sockets), "the end is not played on the page"
    for page in pages:
        page.goto(f"/t/{table}")


def set_speed(page: Page, speed: str) -> None:
    """Change the speed in the settings."""
    page.get_by_role("button", name="Settings").click()
    page.locator("#settings-speed").select_option(speed)
    page.keyboard.press("Escape")


def sit_with_bots(page: Page, game: str, **options: str) -> None:
    """Open a table with these options in the dialog, with bots in the other seats."""
    page.locator(f"[data-friends={game}]").click()
    for name, value in options.items():
        page.locator(f"[data-option={name}]").fill(value)
    page.locator("[data-make]").click()
    page.locator("[data-start]").click()
    expect(page.locator("[data-turn]")).to_be_visible()
