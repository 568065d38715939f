"""The pace of a game: the oven's show, passing by itself, the result, and the fingerprint before the first move."""

import re
from contextlib import suppress

import numpy as np
from playwright.sync_api import Locator, Page, TimeoutError, expect  # noqa: A004  Playwright has its own

from web.guests import (
    ACTIONS,
    OVER,
    SELECTS,
    Guests,
    decide,
    hurry,
    play,
    set_speed,
    sit_with_bots,
    unpainted,
    violations,
)

BEFORE_THE_END = 21  # cards in the supply: three bots, of seven cards each, cannot draw more before one is asked again


def _cards_left(page: Page) -> int:
    found = re.search(r"(\d+) cards? to go", page.locator("[data-turn]").inner_text())
    assert found, "the status line tells how much is still in the oven"
    return int(found[1])


def _skip_to(goal: Locator, page: Page, rng: np.random.Generator) -> None:
    """Skip what is shown, and decide where we are asked, until the goal is on the page."""
    skip, mine = page.locator("[data-skip]"), page.locator("[data-turn=mine]")
    while not goal.count():
        goal.or_(skip).or_(mine).first.wait_for()
        if mine.count():
            decide(page, rng)
        elif not goal.count():
            with suppress(TimeoutError):  # the show may have ended by itself
                skip.click(timeout=2_000)


def test_the_ovens_show_and_the_result(guests: Guests) -> None:
    """One game of Mamma Mia!: its first oven is watched, and its end."""
    page = guests.arrive(motion=True)
    page.locator("[data-play=mamma-mia]").click()
    page.wait_for_selector("[data-turn=mine]")
    fingerprint = page.locator("[data-fair] code").inner_text()
    page.locator("[data-fair]").click()
    commitment = page.locator("[data-commitment]").inner_text()
    assert re.fullmatch(r"[0-9a-f]{64}", commitment)
    assert commitment.startswith(fingerprint)
    guests.shoot(page, "fair")
    page.get_by_role("button", name="Copy the fingerprint").click()
    assert page.evaluate("navigator.clipboard.readText()") == commitment
    page.keyboard.press("Escape")

    rng = np.random.default_rng(0)
    hurry(page, until=lambda view: view["supply"] <= BEFORE_THE_END)
    pause = page.locator("[data-show=pause]")
    asked_or_shown = page.locator("[data-turn=mine]").or_(pause).first
    set_speed(page, "fast")  # at instant speed there is no show, and the bots may draw all that is left
    while not pause.count():
        decide(page, rng)
        asked_or_shown.wait_for()

    expect(page.get_by_role("progressbar")).to_be_visible()
    page.wait_for_selector("[data-place=reveal] .slip")
    pause.click()
    expect(page.get_by_role("button", name="Continue")).to_be_visible()
    guests.shoot(page, "show")
    expect(page.locator("[data-turn]")).to_contain_text("to go")
    left = _cards_left(page)
    page.locator("[data-show=back]").click()
    expect(page.locator("[data-turn]")).not_to_contain_text(f" {left} card")
    assert _cards_left(page) > left  # the start of the show, or the order before
    pause.click()
    summary = page.locator("[data-summary]")
    _skip_to(summary, page, rng)
    guests.shoot(page, "summary")
    box = summary.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 900
    assert summary.locator(".content").evaluate("content => content.scrollHeight <= content.clientHeight")
    page.set_viewport_size({"width": 390, "height": 700})  # where it scrolls
    assert violations(page) == []
    page.set_viewport_size({"width": 1440, "height": 900})
    summary.locator("[data-go]").click()
    expect(summary).to_have_count(0)

    set_speed(page, "instant")
    hurry(page, until=lambda view: view["round"] == view["rounds"] and view["supply"] <= BEFORE_THE_END)
    play(page)
    _check_result(page, guests)


def _check_result(page: Page, guests: Guests) -> None:
    rows = page.locator("[data-standings] tbody tr")
    expect(rows).to_have_count(4)
    for row in rows.all():
        total, *rounds = re.findall(r"\d+", " ".join(row.locator("td").all_inner_texts()[1:]))
        assert sum(map(int, rounds)) == int(total)
    expect(page.locator("[data-course]")).to_be_visible()
    guests.shoot(page, "result")
    page.get_by_role("button", name="Copy as text").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("Forno · Mamma Mia!\n1. ")
    with page.expect_download() as download:
        page.locator("[data-save-picture]").click()
    assert download.value.path().read_bytes().startswith(b"\x89PNG")


def test_where_only_passing_is_possible_the_page_passes(page: Page) -> None:
    sit_with_bots(page, "chefs-hat", target="5")
    # The sentence is shown for a moment, which a busy machine may miss: the page itself keeps watch.
    page.evaluate("""() => new MutationObserver(() => {
        if (document.querySelector("[data-bar]")?.textContent.includes("can top it: you pass.")) window.sawIt = true;
    }).observe(document.body, { subtree: true, childList: true, characterData: true })""")
    rng = np.random.default_rng(1)
    with unpainted(page):
        while True:
            page.wait_for_selector(f"{ACTIONS}, {SELECTS}, {OVER}")
            if page.locator(OVER).count():
                break
            number = page.locator("[data-number]").get_attribute("data-number")
            if page.locator("[data-action=pass]").count() and page.locator(f"{ACTIONS}, {SELECTS}").count() == 1:
                expect(page.locator(f"[data-number='{number}']")).to_have_count(0, timeout=30_000)  # nobody clicks
            else:
                decide(page, rng)
    assert page.evaluate("window.sawIt")


def test_a_player_gives_up_a_pizza_before_their_turn(guests: Guests) -> None:
    """The friend plays just before us, so that bots may have placed since our last turn."""
    page = guests.arrive(autopass=False, motion=True)
    page.locator("[data-friends=chefs-hat]").click()
    page.locator("[data-make]").click()
    for seat in ("Seat 2", "Seat 3"):
        page.get_by_label(seat).select_option("bot:novice")
        expect(page.get_by_label(seat)).to_have_value("bot:novice")  # the server has answered
    link = page.locator("[data-invitation]").input_value()
    friend = guests.arrive(link, autopass=False, motion=True)
    friend.locator("[data-sit]").click()
    page.get_by_role("button", name="Start the game").click()  # its name while no seat is open
    passes = page.locator("aside ol li", has_text=re.compile("^You pass"))
    rng = np.random.default_rng(0)
    give_up = page.locator("[data-give-up]")
    while not (_is_asked(friend) and _appears(give_up)):
        for one in (page, friend):
            if _is_asked(one):
                assert decide(one, rng)
        page.wait_for_timeout(20)
        assert not page.locator(OVER).count(), "no pizza could be given up in the whole game"
    before = passes.count()
    give_up.click()
    expect(give_up).to_have_attribute("aria-pressed", "true")
    assert decide(friend, rng)
    while _is_asked(friend):  # only a card has been selected
        assert decide(friend, rng)
    expect(passes).to_have_count(before + 1, timeout=30_000)


def _is_asked(page: Page) -> bool:
    return page.locator("[data-turn=mine]").count() > 0


def _appears(part: Locator) -> bool:
    """Now or in a moment: one page may show a move later than another."""
    with suppress(TimeoutError):
        part.wait_for(timeout=500)
    return part.count() > 0
