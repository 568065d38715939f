"""Before the game: quick start, editions, options for guests. At the table: the bots' levels, and emotes."""

import json
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from forno.agents.names import NAMES
from forno.locales import messages
from web.guests import Guests, violations


def test_players_and_level_are_chosen_beside_play_now_and_remembered(guests: Guests) -> None:
    page = guests.arrive()
    page.locator("[data-players=mamma-mia]").select_option("2")
    page.locator("[data-level=mamma-mia]").select_option("novice")
    expect(page.locator("[data-players=chefs-hat]")).to_have_count(0)  # always four
    page.reload()
    expect(page.locator("[data-players=mamma-mia]")).to_have_value("2")
    expect(page.locator("[data-level=mamma-mia]")).to_have_value("novice")
    expect(page.locator("[data-level=chefs-hat]")).to_have_value("helper")
    page.locator("[data-play=mamma-mia]").click()
    page.wait_for_selector("[data-turn]")
    bots = page.locator("section.seat")
    expect(bots).to_have_count(1)
    expect(bots).to_contain_text("Novice")
    assert bots.get_attribute("aria-label") in NAMES


def test_nobody_needs_to_wait_until_the_page_knows_their_name(guests: Guests) -> None:
    page, friend = guests.arrive(), guests.arrive()
    for one in (page, friend):
        one.route("**/api/me?*", lambda _: None)  # never answered
    page.locator("[data-friends=chefs-hat]").click()
    page.locator("[data-make]").click()
    friend.goto(page.locator("[data-invitation]").input_value())
    friend.locator("[data-sit]").click()
    expect(friend.get_by_text("(you)")).to_be_visible()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (390, 844)])
def test_a_new_guest_sees_play_now_without_scrolling(guests: Guests, width: int, height: int) -> None:
    page = guests.arrive(width=width, height=height)
    expect(page.locator("[data-invitation-to-learn]")).to_be_visible()
    expect(page.locator("[data-play]").first).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("language", "edition"), [("it", "it"), ("de", "en")])
def test_plus_takes_the_edition_of_the_language_and_guests_see_it(guests: Guests, language: str, edition: str) -> None:
    words = messages(language)
    page = guests.arrive(language=language)
    expect(page.locator("[data-edition]")).to_have_text(words[f"page.edition.{edition}"])
    with page.expect_request(lambda request: request.method == "POST") as made:
        page.locator("[data-play=mamma-mia-plus]").click()
    assert json.loads(made.value.post_data or "")["options"]["edition"] == edition
    page.goto("/")
    page.locator("[data-friends=mamma-mia-plus]").click()
    expect(page.locator("[data-option=edition]")).to_have_value(edition)
    page.locator("[data-option=helping]").uncheck()
    page.get_by_label(words["page.clock"]).select_option("60")
    page.locator("[data-make]").click()

    guest = guests.arrive(page.locator("[data-invitation]").input_value(), language="es")
    spanish = messages("es")
    for name, text in {
        "edition": spanish[f"page.edition.{edition}"],
        "helping": spanish["option.off"],
        "memory_aid": spanish["option.off"],
        "clock": "60",
    }.items():
        expect(guest.locator(f"[data-setting={name}]")).to_contain_text(text)
    guests.shoot(guest, "guest", whole=True)


@pytest.mark.parametrize(("width", "scheme"), [(390, "dark"), (1440, "light")])
def test_emotes_are_seen_by_others_and_can_be_muted(guests: Guests, width: int, scheme: Any) -> None:
    page = guests.arrive(width=width, height=844 if width < 640 else 900, scheme=scheme, motion=True)
    page.wait_for_selector("[data-play]")
    guests.shoot(page, "lobby", whole=True)
    page.locator("[data-play=chefs-hat]").click()
    page.wait_for_selector("[data-turn=mine]")
    watcher = guests.arrive(page.url, width=width, motion=True)
    watcher.wait_for_selector("[data-turn]")
    expect(watcher.locator("[data-emotes]")).to_have_count(0)
    for one in (page, watcher):
        expect(one.get_by_role("button", name="Settings")).to_be_in_viewport(ratio=1)

    page.locator("[data-emotes]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-emote]")).to_have_count(6)
    page.locator("[data-emote=wow]").focus()
    guests.shoot(page, "menu")
    assert violations(page) == []
    page.keyboard.press("Enter")
    for one in (page, watcher):
        expect(one.locator("[data-shown-emote=wow][data-by='0']")).to_be_visible()
    guests.shoot(page, "shown")
    expect(page.locator("[data-emote=wow]")).to_be_hidden()
    expect(watcher.locator("[data-spoken]")).to_have_text(re.compile(r": Wow!$"))
    expect(page.locator("[data-shown-emote]")).to_have_count(0)

    watcher.get_by_role("button", name="Settings").click()
    watcher.get_by_label("Reactions").uncheck()
    watcher.keyboard.press("Escape")
    page.locator("[data-emotes]").click()
    page.locator("[data-emote=bravo]:enabled").click()
    expect(page.locator("[data-shown-emote=bravo]")).to_be_visible()
    expect(watcher.locator("[data-shown-emote]")).to_have_count(0)
