"""Whole games in the browser."""

import re
from collections.abc import Callable

import numpy as np
import pytest
from playwright.sync_api import Page, Route, expect

from web.guests import Guests, decide, play, sit_with_bots, unpainted
from web.server import RunningServer


def _play_to_the_end(page: Page, guests: Guests) -> None:
    play(page, moves=12)
    guests.shoot(page, "middle")
    play(page)
    expect(page.locator("[data-standings] tbody tr")).to_have_count(4)
    guests.shoot(page, "end")
    page.keyboard.press("Escape")
    expect(page.locator("div.open")).to_have_count(3)  # the hands of the other seats
    guests.shoot(page, "open")


@pytest.mark.parametrize("game", ["mamma-mia", "mamma-mia-plus", "tiny-game"])
def test_a_whole_game_against_bots(page: Page, guests: Guests, game: str) -> None:
    page.locator(f"[data-play={game}]").click()
    _play_to_the_end(page, guests)


def test_a_whole_game_of_chefs_hat_against_bots(page: Page, guests: Guests) -> None:
    """Five points take at least two shifts, so that cards are exchanged."""
    sit_with_bots(page, "chefs-hat", target="5")
    _play_to_the_end(page, guests)


def test_two_people_play_by_a_link_in_two_languages(page: Page, guests: Guests) -> None:
    page.locator("[data-friends=mamma-mia]").click()
    page.get_by_label("Your name").fill("Ada <b>")
    page.locator("[data-make]").click()
    for seat in ("Seat 3", "Seat 4"):
        page.get_by_label(seat).select_option("closed")
    link = page.locator("[data-invitation]").input_value()
    page.get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == link
    guests.shoot(page, "room")

    friend = guests.arrive(link, language="it-IT")
    friend.get_by_label("Il tuo nome").fill("Bea")
    friend.locator("[data-sit]").click()
    expect(page.get_by_text("Bea", exact=True)).to_be_visible()
    page.locator("[data-start]").click()
    expect(friend.locator("[data-turn]")).to_be_visible()
    expect(friend.locator("html")).to_have_attribute("lang", "it")

    dice = np.random.default_rng(1)
    with unpainted(page), unpainted(friend):
        while decide(_whose_turn(page, friend), dice):
            pass
    expect(friend.locator("[data-standings] tbody tr")).to_have_count(2)
    expect(page.locator("dialog[open]")).to_contain_text("Ada <b>")
    for one in (page, friend):
        one.keyboard.press("Escape")
    page.locator("[data-log]").click() if not page.locator("aside ol li").count() else None
    expect(page.locator("aside ol li").last).to_be_visible()
    guests.shoot(friend, "italian")

    page.get_by_role("button", name="Result").click()
    page.locator("[data-rematch]").click()
    page.locator("a[data-rematch]").click()
    expect(page).not_to_have_url(link)


def test_a_name_that_comes_late_does_not_get_into_what_is_typed(page: Page, guests: Guests) -> None:
    _type_before_the_name_comes(page, page.locator("[data-friends=mamma-mia]").click)
    page.locator("[data-make]").click()
    link = page.locator("[data-invitation]").input_value()
    friend = guests.arrive()
    _type_before_the_name_comes(friend, lambda: friend.goto(link))


def _type_before_the_name_comes(page: Page, show_form: Callable[[], object]) -> None:
    answers: list[Route] = []
    asks_who = re.compile(r"/api/me\?")
    page.route(asks_who, lambda route: answers.append(route))  # noqa: PLW0108  Playwright counts its arguments
    with page.expect_request(asks_who):
        show_form()
    name = page.get_by_label("Your name")
    name.focus()
    with page.expect_response(asks_who):
        for answer in answers:
            answer.continue_()
    page.wait_for_timeout(300)  # the page has read the answer
    page.keyboard.type("Ada")
    expect(name).to_have_value("Ada")
    page.unroute(asks_who)


def _whose_turn(*pages: Page) -> Page:
    """Whoever is to decide, or sees the end of the game."""
    while True:
        for page in pages:
            if page.locator("[data-turn=mine], [data-rematch]").count():
                return page
        pages[0].wait_for_timeout(20)


def test_reloading_the_page_loses_nothing(page: Page) -> None:
    page.locator("[data-play=mamma-mia]").click()
    play(page, moves=10)
    page.wait_for_selector("[data-turn=mine]")
    number = page.locator("[data-number]").get_attribute("data-number")
    lines = page.locator("aside ol li").count()
    assert lines > 3
    page.reload()
    page.wait_for_selector("[data-turn=mine]")
    expect(page.locator("[data-number]")).to_have_attribute("data-number", number or "")
    expect(page.locator("aside ol li")).to_have_count(lines)
    page.goto("/")
    page.get_by_role("link", name="Continue").first.click()
    expect(page.locator("[data-number]")).to_have_attribute("data-number", number or "")


def test_the_log_of_a_page_without_the_memory_aid_starts_at_the_last_turn(page: Page, guests: Guests) -> None:
    """Live and after a reload. The whole round can be read once the oven is empty; with the aid, always."""
    said = page.locator("aside ol li")
    rng = np.random.default_rng(0)
    page.locator("[data-play=mamma-mia]").click()
    with unpainted(page):
        while not page.locator("[data-forgotten]").count():
            decide(page, rng)
    for _ in range(2):
        page.wait_for_selector("[data-turn=mine]")
        lines = said.all_inner_texts()
        assert len([line for line in lines if line.startswith("You:")]) <= 2
        page.reload()
        page.wait_for_selector("[data-turn=mine]")
        expect(said).to_have_text(lines)
        decide(page, rng)
    guests.shoot(page, "forgotten")
    with unpainted(page):
        while not page.get_by_text("Round 2 begins.").count():
            decide(page, rng)
    first_round = said.all_inner_texts()
    assert len([line for line in first_round[: first_round.index("Round 2 begins.")] if line.startswith("You:")]) > 2

    page.goto("/")
    page.locator("[data-aid=mamma-mia]").check()
    page.locator("[data-play=mamma-mia]").click()
    play(page, moves=12)
    page.wait_for_selector("[data-turn=mine]")
    expect(page.locator("[data-forgotten]")).to_have_count(0)


def test_a_game_goes_on_after_the_server_is_killed_and_restarted(server: RunningServer, guests: Guests) -> None:
    page = guests.arrive(autopass=False)  # it would play on by itself
    page.locator("[data-play=chefs-hat]").click()
    play(page, moves=6)
    page.wait_for_selector("[data-turn=mine]")
    number = page.locator("[data-number]").get_attribute("data-number")
    server.kill()
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    guests.shoot(page, "reconnecting")
    server.start()
    expect(page.get_by_text("Reconnecting")).to_be_hidden()
    expect(page.locator("[data-number]")).to_have_attribute("data-number", number or "")
    play(page, seed=1, moves=6)


def test_a_new_spectator_does_not_redraw_the_table(page: Page, guests: Guests) -> None:
    """The room has changed, but the table has not."""
    page.locator("[data-play=mamma-mia]").click()
    page.wait_for_selector("[data-turn=mine]")
    page.locator("[data-table] > *").first.evaluate("table => table.marked = true")
    guests.arrive(page.url)
    expect(page.get_by_text("1 spectator")).to_be_visible()
    assert page.locator("[data-table] > *").first.evaluate("table => table.marked === true")


def test_a_spectator_sees_the_table_and_cannot_act(guests: Guests) -> None:
    page = guests.arrive(autopass=False)
    page.locator("[data-play=chefs-hat]").click()
    page.wait_for_selector("[data-turn=mine]")
    number = page.locator("[data-number]").get_attribute("data-number")
    watcher = guests.arrive(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    expect(watcher.locator("[data-action], [data-select]")).to_have_count(0)
    answer = watcher.evaluate(
        """number => new Promise(resolve => {
            const socket = new WebSocket(location.href.replace("http", "ws").replace("/t/", "/ws/tables/"));
            socket.onmessage = ({ data }) => {
                const message = JSON.parse(data);
                if (message.type === "position") socket.send(JSON.stringify({ type: "act", action: "pass", number }));
                if (message.type === "refused") resolve(message.code);
            };
        })""",
        int(number or 0),
    )
    assert answer == "not-seated"
    expect(page.locator("[data-number]")).to_have_attribute("data-number", number or "")
    guests.shoot(watcher)


def test_on_a_phone_a_game_without_a_table_of_its_own_is_not_wider_than_the_screen(guests: Guests) -> None:
    page = guests.arrive(width=390, height=844, scheme="dark", guide=True)
    page.locator("[data-play=tiny-game]").click()
    for moves in (0, 8):
        play(page, moves=moves)
        page.wait_for_selector("[data-turn=mine]")
        guests.shoot(page, f"{moves}")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
