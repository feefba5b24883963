"""The Tekhenu companion through a whole game, with undo and correction, on a tablet and a phone."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.site.companion import enter
from tests.site.conftest import Visit, axe


def begin(page: Page) -> None:
    page.locator(".game.tekhenu .btn.main").click()
    expect(page.locator("#decision")).to_be_visible()


@pytest.mark.slow
def test_a_whole_game_with_undo_and_correction(visit: Visit) -> None:
    page = visit("/", width=1180, height=820)
    rng = random.Random(3)
    begin(page)
    faults = axe(page)
    enter(page, rng, 30)
    faults += axe(page)
    # undo and redo
    said = page.locator(".order").inner_text()
    page.locator(".order footer .btn").first.click()
    expect(page.locator(".order")).not_to_have_text(said)
    if page.get_by_role("button", name="Redo").count():
        page.get_by_role("button", name="Redo").click()
    # correction, by touching the board
    page.locator(".btn.correct").click()
    faults += axe(page)
    free = page.locator('button[data-space^="region"]').filter(has_not=page.locator(".piece")).first
    name = free.get_attribute("data-space")
    free.click()
    page.locator("dialog[open]").get_by_role("button", name="You", exact=True).click()
    page.locator("[data-answer=correct]").click()
    expect(page.locator(f'[data-space="{name}"] .piece')).to_be_visible()
    page.locator(".btn.correct").click()
    # a reload loses nothing
    page.reload()
    expect(page.locator(f'[data-space="{name}"] .piece')).to_be_visible()
    # an earlier entry is changed
    page.get_by_role("button", name="History").click()
    faults += axe(page)
    page.keyboard.press("Escape")
    enter(page, rng)
    expect(page.locator(".order header h2")).to_have_text("The game is over")
    page.get_by_role("button", name="Score sheet").click()
    expect(page.locator("dialog .scoring")).to_be_visible()
    faults += axe(page)
    assert faults == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180), (320, 640)])
def test_it_fits_every_screen(visit: Visit, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    begin(page)
    enter(page, random.Random(5), 16)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
