"""Nothing is hidden, cut or too small to tap: at every size, in every situation, in every language."""

from dataclasses import replace
from functools import partial
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from forno.words import languages
from web.guests import SELECTS, Guests, violations
from web.stage import GEOMETRY, Scene, Stage, box, scenes, touch

SMALL_PHONE, PHONE, PHONE_BROWSER, LANDSCAPE = (320, 568), (390, 844), (390, 664), (844, 390)
ZOOMED = (720, 450)  # 1440 by 900 at 200 %
TABLET, TABLET_LANDSCAPE, LAPTOP, DESKTOP, LARGE = (820, 1180), (1024, 768), (1440, 900), (1920, 1080), (2560, 1440)
GAMES = ["chefs-hat", "mamma-mia", "mamma-mia-plus"]
# Situations with long texts and many buttons.
WORDY = [
    "chefs-hat: topping with jokers",
    "chefs-hat: exchange as Chef",
    "chefs-hat: dinner?",
    "mamma-mia: order",
    "mamma-mia: draw",
    "mamma-mia: a Monotoni",
    "mamma-mia-plus: a Ghiottona",
    "mamma-mia-plus: naming a request",
    "mamma-mia-plus: asked for help",
]


def crowded(game: str) -> list[Scene]:
    """The largest hands that the rules allow."""
    known = scenes("en")
    if game == "chefs-hat":
        hand = [*map(str, range(1, 11)), *["10", "9", "8"], "11", "golden", "joker", "joker"]
        return [known["chefs-hat: topping with jokers"].with_view("every kind", hand=sorted(hand, key=_rank))]
    views = [scene.position["view"] for scene in known.values() if scene.game == game]
    delivered = [order for view in views for one in view["delivered"] for order in one["orders"]]
    orders = {order["name"]: order for order in [*delivered, *(order for view in views for order in view["orders"])]}
    most = 7 if game == "mamma-mia" else 14
    assert len(orders) >= most
    full = [*orders.values()][:most]
    return [known[f"{game}: order"].with_view("a hand full of orders", hand={}, orders=full)]


def _rank(card: str) -> int:
    return int(card) if card.isdigit() else 12 if card == "golden" else 13


@pytest.mark.parametrize("game", GAMES)
def test_every_situation_fits_every_window(guests: Guests, game: str) -> None:
    stage = Stage(guests, game, width=1000)  # narrow enough for the log to be closed
    known = [scene for scene in scenes("en").values() if scene.game == game]
    found = stage.problems_of(known, [SMALL_PHONE, PHONE_BROWSER, LANDSCAPE, TABLET])
    found += stage.problems_of(crowded(game), [SMALL_PHONE, PHONE, LANDSCAPE, ZOOMED, TABLET_LANDSCAPE, LAPTOP])
    assert found == []


@pytest.mark.parametrize("game", GAMES)
def test_large_windows_are_used(guests: Guests, game: str) -> None:
    """Opponents sit around the table with what they did last, and cards and oven or pizza grow."""
    stage = Stage(guests, game, width=1440)
    scene = scenes("en")["chefs-hat: topping with jokers" if game == "chefs-hat" else f"{game}: place"]
    stage.show(scene)
    expect(stage.page.locator("aside ol")).to_be_visible()  # the log
    sizes = []
    found = []
    for window in (LAPTOP, DESKTOP, LARGE):
        found += stage.problems([window])
        seats = [box(stage.page, f"[aria-label={name}]") for name in ("Bruno", "Carla", "Dario")]
        centre = box(stage.page, "figure.pizza" if game == "chefs-hat" else ".oven")
        others = len(scene.room["seats"]) - 1
        last = box(stage.page, ".right > * > section")
        assert seats[0].right <= centre.left < centre.right <= last.left, "the first and the last sit at the sides"
        assert all(seat.bottom <= centre.top + 40 for seat in seats[1 : others - 1]), "the others sit opposite"
        assert centre.height >= 0.3 * window[1]
        sizes.append((centre.width, box(stage.page, "[data-hand] .card").width))
    assert found == []
    assert stage.page.locator(".bubble").count() >= 2
    assert sizes == sorted(sizes)
    assert sizes[0][1] < sizes[-1][1]


@pytest.mark.parametrize("language", [language for language in languages() if language != "en"])
def test_no_text_is_cut_in_any_language(guests: Guests, language: str) -> None:
    found = []
    for game in GAMES:
        stage = Stage(guests, game, language=language, width=1000)
        wordy = [scenes(language)[name] for name in WORDY if name.startswith(f"{game}:")]
        found += stage.problems_of(wordy, [SMALL_PHONE, PHONE_BROWSER, TABLET], partial(_select, stage.page))
    assert found == [], "\n".join(found)


def _select(page: Page) -> None:
    """Select a card if one can be selected, so that the bar has one more button."""
    page.evaluate("cards => document.querySelector(cards)?.click()", SELECTS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pictures(guests: Guests, scheme: Literal["light", "dark"]) -> None:
    """Pictures of each game's table and result, and of the lobby, for people to look at. axe finds nothing serious in them."""
    sizes = [DESKTOP, LAPTOP, TABLET, PHONE]
    found = []
    for game in GAMES:
        stage = Stage(guests, game, scheme=scheme, width=1440)
        playing = scenes("en")[f"{game}: {'topping with jokers' if game == 'chefs-hat' else 'place'}"]
        over = scenes("en")[f"{game}: over"]
        stage.show(playing)
        _shoot(guests, stage.page, game, sizes)
        found += violations(stage.page)
        stage.page.set_viewport_size({"width": LAPTOP[0], "height": LAPTOP[1]})
        stage.show(replace(playing, room=over.room | {"state": "playing", "result": None}))
        stage.show(over)
        expect(stage.page.locator("dialog[open]")).to_be_visible()
        _shoot(guests, stage.page, f"{game}-result", sizes)
        found += violations(stage.page)
    lobby = guests.arrive(scheme=scheme)
    lobby.wait_for_selector("[data-play]")
    _shoot(guests, lobby, "lobby", sizes)
    assert found == []


def _shoot(guests: Guests, page: Page, name: str, sizes: list[tuple[int, int]]) -> None:
    for width, height in sizes:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(GEOMETRY)  # waits until nothing moves
        guests.shoot(page, f"{name}-{width}")


def test_the_log_on_a_phone(guests: Guests) -> None:
    stage = Stage(guests, "mamma-mia", width=390, height=844, touch=True)
    stage.show(scenes("en")["mamma-mia: place"])
    page, toggle, log = stage.page, stage.page.locator("[data-log]"), stage.page.locator("aside ol")
    expect(log).to_be_hidden()
    toggle.click()
    expect(log.locator("li").last).to_be_in_viewport()
    assert log.evaluate("list => list.scrollHeight > list.clientHeight && list.scrollTop > 0")
    assert [one for one in stage.problems([PHONE]) if "the log covers" in one] == []
    page.keyboard.press("Escape")
    expect(log).to_be_hidden()
    toggle.click()
    touch(page, (300, 200), (120, 210))
    expect(log).to_be_hidden()


def test_skip_is_never_where_an_action_appears(guests: Guests) -> None:
    """Whoever taps Skip twice must not pass."""
    scene = scenes("en")["chefs-hat: two to beat"]
    for width, height in (PHONE, LANDSCAPE, LAPTOP):
        stage = Stage(guests, "chefs-hat", width=width, height=height, speed="slow")
        stage.show(replace(scene, position=scene.position | {"legal": [], "events": []}))
        stage.show(replace(scene, position=scene.position | {"all": False}))
        skip = stage.page.locator("[data-skip]")
        expect(skip).to_be_visible()
        place = box(stage.page, "[data-skip]")
        skip.click()
        expect(stage.page.locator("[data-action=pass]")).to_be_visible()
        assert not place.overlaps(box(stage.page, "[data-action=pass]"))


def test_a_lost_connection_moves_nothing(guests: Guests) -> None:
    for width, height in (PHONE, LAPTOP):
        stage = Stage(guests, "mamma-mia", width=width, height=height)
        stage.show(scenes("en")["mamma-mia: place"])
        stage.page.evaluate(GEOMETRY)  # waits until nothing moves
        before = [box(stage.page, place) for place in ("[data-hand]", "[data-bar]", "[data-hand] .card")]
        stage.refuse_connections()
        expect(stage.page.get_by_text("Reconnecting")).to_be_visible()
        assert [box(stage.page, place) for place in ("[data-hand]", "[data-bar]", "[data-hand] .card")] == before


def test_somebody_who_has_lost_the_connection(guests: Guests) -> None:
    """Their seat shows it, and after the grace the others can let a bot play. The log tells when a clock did."""
    scene = scenes("en")["mamma-mia: others place"].with_seat(1, kind="person", level=None)
    stage = Stage(guests, "mamma-mia", width=390, height=844)
    stage.show(scene)
    page, note = stage.page, stage.page.locator("[data-absent]")
    expect(note).to_be_hidden()
    stage.send(scene.with_seat(1, connected=False, grace=12.0).room)
    expect(page.locator("[aria-label=Bruno]")).to_contain_text("connection lost")
    expect(note).to_contain_text("12 seconds")
    expect(note.locator("button")).to_be_hidden()
    assert stage.problems([PHONE, SMALL_PHONE, LANDSCAPE]) == []
    stage.send(scene.with_seat(1, connected=False, grace=0.0).room)
    note.get_by_role("button", name="Let a bot play for Bruno").click()
    assert stage.received("seat") == {"type": "seat", "seat": 1, "kind": "bot"}
    stage.send(scene.with_seat(1, connected=False, away=True, late=True).room)
    expect(note).to_be_hidden()
    page.locator("[data-log]").click()
    expect(page.locator("aside ol li").last).to_have_text("Time’s up: a bot plays for Bruno.")


def test_leaving_asks_first(guests: Guests) -> None:
    """With others, a bot plays on. Alone, the game can wait."""
    alone = scenes("en")["mamma-mia: place"]
    stage = Stage(guests, "mamma-mia")
    stage.show(alone.with_seat(2, kind="person", level=None))
    page = stage.page
    page.locator("[data-leave]").click()
    page.get_by_role("button", name="Stay").click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("[data-leave]").click()
    expect(page.locator("[data-leave-later]")).to_be_hidden()
    page.locator("[data-leave-now]").click()
    assert stage.received("leave") == {"type": "leave"}
    expect(page.locator("[data-play]").first).to_be_visible()
    stage = Stage(guests, "mamma-mia")
    stage.show(alone)
    stage.page.locator("[data-leave]").click()
    stage.page.locator("[data-leave-later]").click()
    expect(stage.page.locator("[data-play]").first).to_be_visible()
    assert stage.received("leave") is None
