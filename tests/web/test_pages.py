"""Labels, errors, replay, proof, rules, hints, keyboard and accessibility."""

import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from forno.locales import messages
from forno.words import languages
from web.guests import ACTIONS, SELECTS, Guests, hurry, play, sit_with_bots, violations
from web.server import FORNO


def cut(page: Page) -> list[str]:
    """Labels wider than their box, and the page if it is wider than the screen."""
    found: list[str] = page.evaluate("""
        [...document.querySelectorAll("button:not(.pile), .button, h1, h2, h3, label, select, .chip, .slip .title")]
            .filter((box) => box.checkVisibility() && box.scrollWidth > box.clientWidth + 1)
            .map((box) => `${box.className}: ${box.textContent.trim()}`)
    """)
    width = page.evaluate("document.documentElement.scrollWidth")
    return [*found, *([f"the page: {width} px"] if width > 390 else [])]


@pytest.mark.parametrize("language", languages())
def test_on_a_phone_no_label_is_cut_in_any_language(guests: Guests, language: str) -> None:
    page = guests.arrive(width=390, height=844, language=language)
    page.wait_for_selector("[data-play]")
    expect(page.locator("html")).to_have_attribute("lang", language)
    guests.shoot(page, "lobby", whole=True)
    found = cut(page)
    page.get_by_role("button", name=messages(language)["page.settings"]).click()
    page.wait_for_selector("dialog[open]")
    guests.shoot(page, "settings")
    found += cut(page)
    page.keyboard.press("Escape")
    page.locator("[data-friends=mamma-mia-plus]").click()
    guests.shoot(page, "setup")
    found += cut(page)
    page.locator("[data-make]").click()
    page.wait_for_selector("[data-invitation]")
    guests.shoot(page, "room")
    found += cut(page)
    page.goto("/rules/mamma-mia-plus")
    page.wait_for_selector("#glossary")
    found += cut(page)
    assert found == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(guests: Guests, scheme: Any) -> None:
    page = guests.arrive(scheme=scheme, guide=True)
    found = []
    page.wait_for_selector("[data-play]")
    guests.shoot(page, "lobby", whole=True)
    found += violations(page)
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector("dialog[open]")
    found += violations(page)
    page.keyboard.press("Escape")
    page.locator("[data-friends=mamma-mia-plus]").click()
    guests.shoot(page, "setup")
    found += violations(page)
    page.locator("[data-make]").click()
    page.wait_for_selector("[data-invitation]")
    guests.shoot(page, "room")
    found += violations(page)
    page.locator("[data-start]").click()
    page.wait_for_selector("[data-turn=mine]")
    guests.shoot(page, "plus")
    found += violations(page)
    for game in ("mamma-mia", "chefs-hat"):
        page.goto("/")
        page.locator(f"[data-play={game}]").click()
        page.wait_for_selector("[data-turn=mine]")
        page.locator(SELECTS).or_(page.locator(ACTIONS)).first.focus()
        guests.shoot(page, game)
        found += violations(page)
        page.goto(f"/rules/{game}")
        page.wait_for_selector("#glossary")
        found += violations(page)
    page.goto("/rules/chess")
    page.get_by_text("Nothing on this plate").wait_for()
    found += violations(page)
    assert found == []


def _finish_a_game(page: Page) -> None:
    """One shift of Chef's Hat, whose end is played on the page: everybody is asked for each pizza, and nobody loses nine cards in one."""
    sit_with_bots(page, "chefs-hat", target="1")
    hurry(page, until=lambda view: min(view["held"]) <= 9)
    play(page)


def test_a_finished_game_can_be_replayed_and_proved(guests: Guests, tmp_path: Path) -> None:
    page = guests.arrive()
    _finish_a_game(page)
    assert violations(page) == []
    page.get_by_role("link", name="Replay and proof").click()
    slider = page.locator("[data-slider]")
    expect(slider).to_have_value("0")
    page.get_by_role("button", name="One step forward").click()
    expect(slider).to_have_value("1")
    page.keyboard.press("ArrowRight")
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="To the end").click()
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    slider.fill("10")
    guests.shoot(page, whole=True)
    assert violations(page) == []

    page.locator("[data-verify]").click()
    expect(page.locator("[data-kept=true]")).to_be_visible()
    commitment, key, found = page.locator("dd code").all_inner_texts()
    assert found == commitment == hashlib.sha256(bytes.fromhex(key)).hexdigest()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = download.value.suggested_filename
    expect(page.locator("[data-command]")).to_have_text(f"forno verify {file} --hash {commitment}")
    record = tmp_path / file
    download.value.save_as(record)
    command = [*FORNO, "verify", str(record), "--hash", commitment]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_wrong_key_is_noticed(guests: Guests) -> None:
    """The page computes the hash itself, so it notices a server that shows another key."""
    page = guests.arrive()
    _finish_a_game(page)

    def change_key(route: Any) -> None:
        answer = route.fetch()
        replay = answer.json()
        replay["result"]["key"] = "00" * 32
        route.fulfill(response=answer, json=replay)

    page.route("**/replay?*", change_key)
    page.get_by_role("link", name="Replay and proof").click()
    page.locator("[data-verify]").click()
    expect(page.locator("[data-kept=false]")).to_be_visible()


def test_hints_of_the_first_game(guests: Guests) -> None:
    page = guests.arrive(guide=True)
    page.locator("[data-play=mamma-mia]").click()
    hint = page.locator("[data-hint='guide.mamma-mia.place']")
    expect(hint).to_be_visible()
    hint.get_by_role("button", name="Got it").click()
    expect(hint).to_be_hidden()
    page.reload()
    page.wait_for_selector("[data-turn=mine]")
    expect(hint).to_be_hidden()
    page.locator(SELECTS).first.click()
    page.locator(ACTIONS).first.click()
    other = page.locator("[data-hint]")
    expect(other).to_be_visible()
    other.get_by_role("button", name="Hide hints").click()
    expect(other).to_be_hidden()


def test_game_with_the_keyboard_only(guests: Guests) -> None:
    """Start a game and decide with Tab, arrows and Enter. The focus is never lost."""
    page = guests.arrive()
    page.wait_for_selector("[data-play=mamma-mia]")

    def tab_to(selector: str) -> None:
        for _ in range(60):
            if page.evaluate(f"document.activeElement.matches({json.dumps(selector)})"):
                return
            page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    tab_to("[data-play=mamma-mia]")
    page.keyboard.press("Enter")
    for _ in range(3):
        page.wait_for_selector("[data-turn=mine]")
        number = page.locator("[data-number]").get_attribute("data-number")
        if page.locator(SELECTS).count() and not page.locator(ACTIONS).count():
            tab_to(SELECTS)
            page.keyboard.press("Enter")
        tab_to(ACTIONS)
        page.keyboard.press("Enter")
        expect(page.locator(f"[data-number='{number}']")).to_have_count(0)
        page.wait_for_selector("[data-turn=mine]")
        expect(page.locator("body")).not_to_be_focused()
    expect(page.locator("[data-spoken]")).not_to_be_empty()


def test_the_language_can_be_changed_at_the_table(guests: Guests) -> None:
    page = guests.arrive(language="pt-BR")  # a language that Forno does not speak
    page.locator("[data-play=chefs-hat]").click()
    expect(page.locator("[data-turn=mine]")).to_contain_text("Your turn")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("fr")
    page.keyboard.press("Escape")
    expect(page.locator("[data-turn=mine]")).to_contain_text("À toi de jouer")
    expect(page.locator("aside ol li").first).to_contain_text("service")
    page.reload()
    expect(page.locator("[data-turn=mine]")).to_contain_text("À toi de jouer")


def test_errors_are_shown(guests: Guests) -> None:
    page = guests.arrive("/t/nosuchtable1")
    expect(page.get_by_role("heading", name="Nothing on this plate")).to_be_visible()
    page.goto("/g/nosuchtable1")
    expect(page.get_by_role("heading", name="Nothing on this plate")).to_be_visible()
    page.goto("/rules/chess")
    expect(page.get_by_role("heading", name="Nothing on this plate")).to_be_visible()
    page.goto("/")
    page.locator("[data-friends=chefs-hat]").click()
    page.get_by_label("Your name").fill("   ")
    page.locator("[data-make]").click()
    expect(page.locator("[role=status] .bad")).to_be_visible()
    expect(page.locator("dialog[open]")).to_be_visible()


def test_full_table_shows_a_message(guests: Guests) -> None:
    page = guests.arrive()
    page.locator("[data-friends=mamma-mia]").click()
    page.locator("[data-make]").click()
    for seat in ("Seat 2", "Seat 3", "Seat 4"):
        choice = page.get_by_label(seat)
        level = choice.locator("option[value^='bot:']").last.get_attribute("value")
        choice.select_option(level)
    expect(page.get_by_role("button", name="Start the game")).to_be_visible()
    late = guests.arrive(page.locator("[data-invitation]").input_value())
    expect(late.get_by_text("All seats are taken")).to_be_visible()


def test_failed_action_can_be_repeated(guests: Guests) -> None:
    """For example, the server could not store it. The page shows the error, and the player decides again."""
    page = guests.arrive()
    failed: list[str | bytes] = []

    def between(line: WebSocketRoute) -> None:
        server = line.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if failed or json.loads(message)["type"] != "act":
                server.send(message)
            else:
                failed.append(message)
                line.send(json.dumps({"type": "error", "code": "broken", "sentence": "The oven has gone out."}))

        line.on_message(pass_on)

    page.route_web_socket(re.compile("/ws/tables/"), between)
    page.locator("[data-play=chefs-hat]").click()
    page.wait_for_selector(f"{ACTIONS}, {SELECTS}")
    while not failed:
        page.locator(f"{ACTIONS}, {SELECTS}").last.click()
    expect(page.get_by_text("The oven has gone out.")).to_be_visible()
    number = page.locator("[data-number]").get_attribute("data-number") or ""
    play(page, moves=6)
    expect(page.locator("[data-number]")).not_to_have_attribute("data-number", number)
