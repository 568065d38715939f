"""Shows stored positions of real games on the real page, without playing up to them."""

import json
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from forno.words import Words
from scripts import script
from web.guests import Guests, unpainted
from web.server import ROOT

Json = Any
_SCENES = ROOT / "ui" / "src" / "gallery" / "scenes.json"
GEOMETRY = (ROOT / "tests" / "web" / "geometry.js").read_text(encoding="utf-8")


@dataclass(frozen=True)
class Scene:
    name: str  # "chefs-hat: only pass"
    room: Json
    position: Json
    hands: Json  # of all seats, at the end of a game

    @property
    def game(self) -> str:
        return str(self.room["game"])

    def with_view(self, name: str, **fields: Json) -> "Scene":
        position = self.position | {"view": self.position["view"] | fields}
        return replace(self, name=f"{self.game}: {name}", position=position)

    def with_seat(self, number: int, **fields: Json) -> "Scene":
        seats = [seat | fields if k == number else seat for k, seat in enumerate(self.room["seats"])]
        return replace(self, room=self.room | {"seats": seats})


@cache
def _stored() -> list[tuple[Json, Any]]:
    """The scenes with their tables, played again."""
    return [(scene, script("gallery_scenes").replay(scene)) for scene in json.loads(_SCENES.read_bytes())]


@cache
def scenes(language: str) -> dict[str, Scene]:
    """All scenes by name, in a language."""
    sent, words = script("gallery_scenes").sent, Words(language)
    return {
        scene["name"]: Scene(
            scene["name"],
            scene["room"],
            sent(table, scene["position"]["number"], 0, words) | {"all": True},
            scene["hands"],
        )
        for scene, table in _stored()
    }


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    def overlaps(self, other: "Box") -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def box(page: Page, selector: str) -> Box:
    """The place of the first element in the window."""
    found = page.locator(selector).first.bounding_box()
    assert found is not None, selector
    return Box(found["x"], found["y"], found["width"], found["height"])


def touch(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A finger moves from one point to another."""
    session = page.context.new_cdp_session(page)
    for kind, points in (("touchStart", [start]), ("touchMove", [end]), ("touchEnd", [])):
        touched = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})


class Stage:
    """A page at a table. `show` sends it a scene, as a server would."""

    def __init__(self, guests: Guests, game: str, **arrival: Any) -> None:
        self._lines: list[WebSocketRoute] = []
        self._received: list[Json] = []
        self._refuses = False
        self._hands: Json = None
        self._number = 0
        self.page: Page = guests.arrive("/health", **arrival)  # shows nothing
        self.page.emulate_media(reduced_motion="reduce")  # at any speed
        self.page.route_web_socket(re.compile("/ws/tables/"), self._connect)
        self.page.route("**/replay?*", lambda route: route.fulfill(json={"steps": [{"hands": self._hands}]}))
        self.page.goto(f"/t/{game}")
        while not self._lines:
            self.page.wait_for_timeout(20)

    def _connect(self, line: WebSocketRoute) -> None:
        if self._refuses:
            line.connect_to_server()  # there is no network; closing the line here would wait for ever
            return
        line.on_message(lambda text: self._received.append(json.loads(text)))
        self._lines.append(line)

    def refuse_connections(self) -> None:
        """Close the connection, and every new one."""
        self._refuses = True
        self.page.context.set_offline(True)
        self._lines[-1].close()

    def received(self, kind: str) -> Json:
        """The latest message of a kind that the page has sent; None if there is none."""
        return next((message for message in reversed(self._received) if message["type"] == kind), None)

    def show(self, scene: Scene) -> None:
        self._hands = scene.hands
        self._number += 1  # no two positions have the same number
        self.send(scene.room, scene.position | {"number": self._number})
        expect(self.page.locator(f"[data-number='{self._number}']")).to_be_visible()

    def send(self, *messages: Json) -> None:
        for message in messages:
            self._lines[-1].send(json.dumps(message))

    def problems(self, sizes: Iterable[tuple[int, int]]) -> list[str]:
        """What is wrong with the layout, at these sizes."""
        found = []
        for size in sizes:
            self._resize(size)
            found += self._problems_at(size)
        return found

    def problems_of(
        self, shown: Iterable[Scene], sizes: Iterable[tuple[int, int]], prepare: Callable[[], object] = lambda: None
    ) -> list[str]:
        """What is wrong with the layout of each scene, at each size.

        Another size takes the browser twice as long as another scene, so it changes only when all scenes have been shown.
        """
        found, scenes = [], list(shown)
        with unpainted(self.page):
            for size in sizes:
                self._resize(size)
                for scene in scenes:
                    self.show(scene)
                    prepare()
                    found += [f"{scene.name} at {problem}" for problem in self._problems_at(size)]
        return found

    def _resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})

    def _problems_at(self, size: tuple[int, int]) -> list[str]:
        return [f"{size[0]} by {size[1]}: {problem}" for problem in self.page.evaluate(GEOMETRY)]
