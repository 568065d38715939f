"""The tutorials, played to their end in a real browser."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from web.guests import SELECTS, Guests, violations
from web.test_pages import cut


def choose(page: Page, action: str) -> None:
    """Select cards until the table offers the action, then take it. The card that it names ("10x3", "give 8") is tried first."""
    button = page.locator(f"[data-action='{action}']")
    named = action.partition("x")[0].rpartition(" ")[2]
    for card in sorted(page.locator(SELECTS).all(), key=lambda card: card.get_attribute("data-select") != named):
        for _ in range(12):
            if button.count():
                button.first.click()
                return
            card.click()
    button.first.click()


def take_step(page: Page, step: str) -> None:
    coach = page.locator(f"[data-step='{step}']")
    if coach.get_attribute("data-target"):
        expect(page.locator("[data-lit]")).to_have_count(1)
        expect(page.locator("[data-lit]")).to_be_in_viewport()
    wanted = coach.get_attribute("data-wanted")
    if wanted is None:
        page.locator("[data-next]").click()
    else:
        choose(page, wanted)
    expect(coach).to_have_count(0)


@pytest.mark.parametrize(
    ("game", "width", "scheme"),
    [("mamma-mia", 390, "dark"), ("mamma-mia-plus", 1440, "light"), ("chefs-hat", 390, "light")],
)
def test_a_tutorial_leads_to_its_end_and_to_a_real_game(guests: Guests, game: str, width: int, scheme: Any) -> None:
    page = guests.arrive(f"/learn/{game}", width=width, height=844 if width < 640 else 900, scheme=scheme)
    seen: list[str] = []
    while True:
        page.wait_for_selector("[data-step]")
        step = page.locator("[data-step]").get_attribute("data-step") or ""
        guests.shoot(page, f"{len(seen):02}-{step}")
        if page.locator("[data-again]").count():
            break
        if len(seen) == 3:
            assert violations(page) == []
        seen.append(step)
        take_step(page, step)
    assert len(seen) > 8
    if width < 640:
        assert cut(page) == []
    page.locator("[data-again]").click()
    expect(page.locator(f"[data-step='{seen[0]}']")).to_be_visible()
    page.locator("[data-leave]").click()
    page.locator(f"[data-learn={game}]").click()
    expect(page.locator(f"[data-step='{seen[0]}']")).to_be_visible()


def test_the_first_visit_offers_a_tutorial_once(guests: Guests) -> None:
    page = guests.arrive(language="de")
    offer = page.locator("[data-invitation-to-learn]")
    expect(offer).to_be_visible()
    guests.shoot(page)
    page.goto("/rules/chefs-hat")
    page.get_by_role("link", name="Spielen lernen").click()
    expect(page.locator("[data-step='chefs-hat.welcome']")).to_be_visible()
    page.goto("/")
    page.wait_for_selector("[data-play]")
    expect(offer).to_have_count(0)
    page.goto("/learn/tiny-game")
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_another_move_than_the_wanted_one_is_explained_by_keyboard(guests: Guests) -> None:
    """Only Tab and Enter, with animations."""
    page = guests.arrive("/learn/chefs-hat", speed="normal")
    for step in ("welcome", "hand", "counters", "pizza"):
        expect(page.locator(f"[data-step='chefs-hat.{step}']")).to_be_visible()
        page.locator("[data-next]").press("Enter")
    expect(page.locator("[data-step='chefs-hat.top']")).to_be_visible()
    page.locator("[data-action=pass]").press("Enter")
    expect(page.locator("[data-step='chefs-hat.top']")).to_contain_text("The rules allow that, too.")
    choose(page, page.locator("[data-step]").get_attribute("data-wanted") or "")
    expect(page.locator("[data-step='chefs-hat.pass']")).to_be_visible()
    expect(page.locator("[data-spoken]")).not_to_be_empty()
    page.locator("[data-action=pass]").press("Enter")
    page.locator("[data-skip]").click()
    expect(page.locator("[data-next]")).to_be_focused()
