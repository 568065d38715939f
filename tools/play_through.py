"""Play whole games on the page as a person does, by clicks, at the pace of a new guest. Run it with `make play-through`.

It tells how many minutes each game took, how often its player was asked, and how often there was nothing to choose, and keeps a
screenshot of every kind of situation in build/play-through. Nothing is skipped, and every hint and summary is read.
"""

import argparse
import json
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import numpy as np
from playwright.sync_api import Locator, Page, TimeoutError, WebSocket, sync_playwright  # noqa: A004  Playwright has its own

from web.browsers import open_browser
from web.guests import ACTIONS, OVER, SELECTS, Guests, violations
from web.server import ROOT, RunningServer

SHOTS = ROOT / "build" / "play-through"
GAMES = ("chefs-hat", "mamma-mia", "mamma-mia-plus")
SIZES = ("390x844", "1440x900")
HINT, SUMMARY, CONFIRM = "[data-hint] button.good", "[data-summary] [data-go]", "[data-confirm]"
EACH_SHOT_OF_A_SHOW = 4.0  # seconds
NO_ORDER = 0.3  # how often the player adds no order


@dataclass(frozen=True)
class Trip:
    """One game to play."""

    game: str
    size: str
    language: str
    scheme: Literal["light", "dark"]
    speed: str
    thinks: float  # seconds before each click


@dataclass
class Diary:
    """What happened, from the messages that the page got and sent."""

    asked: dict[int, int] = field(default_factory=dict)  # the number of legal actions, by the position's number
    legal: int = 0  # now
    forced_clicks: int = 0  # prompts with one button
    phase: str = ""
    shows: list[float] = field(default_factory=list)  # seconds for emptying each oven, without own decisions
    serious: list[str] = field(default_factory=list)  # found by axe

    def listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._received(json.loads(text)))

    def _received(self, message: Any) -> None:
        if message["type"] == "position":
            self.phase = message["view"]["phase"]
            self.legal = len(message["legal"])
            if self.legal:
                self.asked[message["number"]] = self.legal

    @property
    def by_itself(self) -> int:
        """Prompts with one action that the page answered for its player."""
        return sum(n == 1 for n in self.asked.values()) - self.forced_clicks


class Player:
    def __init__(self, trip: Trip, guests: Guests) -> None:
        self.diary = Diary()
        self._trip = trip
        self._guests = guests
        self._rng = np.random.default_rng(0)
        self._seen: set[str] = set()
        self._shown = 0.0  # seconds of the show that is going on
        self._looked = 0.0  # when it was last looked at; 0 if it was not
        self._folder = SHOTS / f"{trip.game}-{trip.size}-{trip.language}-{trip.scheme}"
        self._folder.mkdir(parents=True, exist_ok=True)
        for old in self._folder.glob("*.png"):
            old.unlink()

    def play(self) -> str:
        """Play a game to its end, and describe it in one line."""
        trip = self._trip
        width, height = map(int, trip.size.split("x"))
        page = self._guests.arrive(
            width=width,
            height=height,
            language=trip.language,
            scheme=trip.scheme,
            speed=trip.speed,
            guide=True,
            touch=width < 900,
        )
        page.on("websocket", self.diary.listen)
        page.wait_for_selector("[data-play]")
        self._shoot(page, "lobby")
        page.locator(f"[data-play={trip.game}]").click()
        page.wait_for_selector("[data-turn]")
        start = time.monotonic()
        while not page.locator(OVER).count():
            self._step(page)
        minutes = (time.monotonic() - start) / 60
        self._end_show()
        self._shoot(page, "result")
        diary = self.diary
        return (
            f"{trip.game:15} {trip.size:9} {trip.language:3} {minutes:5.1f} minutes  {len(diary.asked):3} prompts  "
            f"{diary.forced_clicks:2} with one button  {diary.by_itself:2} answered by the page"
            + (f"  ovens: {', '.join(f'{seconds:.0f} s' for seconds in diary.shows)}" if diary.shows else "")
        )

    def _step(self, page: Page) -> None:
        """Do what a person would do now, or look on for a moment."""
        for what, selector in (("hint", HINT), ("summary", SUMMARY), ("warning", CONFIRM)):
            button = page.locator(selector)
            if button.count():
                if what == "summary":
                    self._end_show()
                self._shoot(page, f"{what}-{self.diary.phase}")
                self._click(page, button.first)
                return
        if page.locator("[data-turn=mine]").count():
            self._looked = 0.0
            self._decide(page)
            return
        self._look_on(page)
        page.wait_for_timeout(100)

    def _end_show(self) -> None:
        if self._shown:
            self.diary.shows.append(self._shown)
        self._shown = self._looked = 0.0

    def _look_on(self, page: Page) -> None:
        if page.get_by_role("progressbar").count():  # the oven is emptied
            now = time.monotonic()
            self._shown += now - self._looked if self._looked else 0.0
            self._looked = now
            self._shoot_show(page)
        elif page.locator("[data-give-up]").count():
            self._shoot(page, "others-give-up")
        else:
            self._shoot(page, f"others-{self.diary.phase}")

    def _decide(self, page: Page) -> None:
        """Prefer cards to passing, and one more card to fewer."""
        shown = f"mine-{self.diary.phase}"
        primary = page.locator("[data-bar] .primary[data-action]")
        # What can be clicked may change at any time, so each is counted once.
        n_actions, n_selects = page.locator(ACTIONS).count(), page.locator(SELECTS).count()
        if primary.count():
            self._shoot(page, f"{shown}-selected")
            self._act(page, primary.first)
        elif n_selects and not (self.diary.phase == "order" and self._rng.random() < NO_ORDER):
            self._shoot(page, shown)
            self._click(page, page.locator(SELECTS).nth(int(self._rng.integers(n_selects))))
        elif n_actions == self.diary.legal == 1 and not self._has_waited(page):
            self._shoot(page, f"{shown}-one-button")
        elif n_actions:
            self._shoot(page, f"{shown}-buttons")
            self._act(page, page.locator(ACTIONS).nth(int(self._rng.integers(n_actions))))
        else:
            page.wait_for_timeout(50)

    def _has_waited(self, page: Page) -> bool:
        """Whether the page leaves an only action to its player."""
        number = page.locator("[data-number]").get_attribute("data-number")
        with suppress(TimeoutError):
            page.wait_for_selector(
                f"{OVER}, [data-turn=other], [data-number]:not([data-number='{number}'])", timeout=4000
            )
            return False
        return True

    def _act(self, page: Page, button: Locator) -> None:
        forced = self.diary.legal == 1
        number = page.locator("[data-number]").get_attribute("data-number")
        if self._click(page, button):
            self.diary.forced_clicks += forced
        with suppress(TimeoutError):
            page.wait_for_selector(
                f"{CONFIRM}, [data-turn=other], [data-number]:not([data-number='{number}'])", timeout=5000
            )

    def _click(self, page: Page, button: Locator) -> bool:
        """Think, then click. What was to be clicked may be gone by then."""
        page.wait_for_timeout(self._trip.thinks * 1000)
        with suppress(TimeoutError):
            button.click(timeout=3000)
            return True
        return False

    def _shoot_show(self, page: Page) -> None:
        """A picture every few seconds of the first oven."""
        if not self.diary.shows:
            self._shoot(page, f"show-{int(self._shown / EACH_SHOT_OF_A_SHOW) * EACH_SHOT_OF_A_SHOW:.0f}-seconds")

    def _shoot(self, page: Page, what: str) -> None:
        """Keep a picture of a situation when it is met for the first time."""
        if what in self._seen:
            return
        self._seen.add(what)
        page.screenshot(path=self._folder / f"{len(self._seen):02} {what}.png")
        if not what.startswith("show-"):  # axe would slow the show down
            self.diary.serious += [f"{what}: {one}" for one in violations(page)]


def travel(trip: Trip, server: RunningServer) -> str:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        assert browser is not None, "no browser found; on Linux, `make browser` fetches one"
        guests = Guests(browser, server, "play-through")
        player = Player(trip, guests)
        line = player.play()
        browser.close()
    return "\n  ".join([line, *sorted({*player.diary.serious, *guests.errors})])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", nargs="*", default=GAMES, choices=GAMES)
    parser.add_argument("--size", nargs="*", default=SIZES, help="windows, as WIDTHxHEIGHT")
    parser.add_argument("--language", default="en")
    parser.add_argument("--scheme", default="light", choices=["light", "dark"])
    parser.add_argument("--speed", default="normal", help="of the page's animations")
    parser.add_argument("--pace", default="0.8", help="seconds that a bot waits before it acts")
    parser.add_argument("--think", type=float, default=1.5, help="seconds that the player thinks before each click")
    chosen = parser.parse_args()
    trips = [
        Trip(game, size, chosen.language, chosen.scheme, chosen.speed, chosen.think)
        for game in chosen.game
        for size in chosen.size
    ]
    with tempfile.TemporaryDirectory() as folder:
        server = RunningServer(Path(folder), options=("--pace", chosen.pace))
        server.start()
        try:
            with ThreadPoolExecutor(len(trips)) as threads:
                for line in threads.map(travel, trips, [server] * len(trips)):
                    print(line, flush=True)  # noqa: T201
        finally:
            server.close()
    print(f"Pictures are in {SHOTS.relative_to(ROOT)}.")  # noqa: T201


if __name__ == "__main__":
    main()
