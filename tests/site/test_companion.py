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


def test_a_whole_game_with_undo_and_correction(visit: Visit) -> None:
    page = visit("/", width=1180, height=820)
    rng = random.Random(3)
    begin(page)
    faults = axe(page)
    enter(page, rng, 30)
    faults += axe(page)
    # undo, step by step until an entry is taken back, and redo
    order = page.locator(".order .scroller")
    redo = page.get_by_role("button", name="Redo")
    assert redo.count() == 0
    while not redo.count():
        said = order.inner_text()
        page.get_by_role("button", name="Undo").click()
        expect(order).not_to_have_text(said, use_inner_text=True)
    redo.click()
    expect(order).to_have_text(said, use_inner_text=True)
    expect(redo).to_have_count(0)
    # correction, by touching the board
    page.locator(".btn.correct").click()
    faults += axe(page)
    free = page.locator('button[data-space^="region"]').filter(has_not=page.locator(".piece")).first
    name = free.get_attribute("data-space")
    free.click()
    page.locator("dialog[open]").get_by_role("button", name="You", exact=True).click()
    page.locator("[data-answer=correct]").click()
    building = page.locator(f'[data-space="{name}"] .piece')
    expect(building).to_have_attribute("title", "Building: You")
    page.locator(".btn.correct").click()
    # a reload loses nothing
    page.reload()
    expect(building).to_have_attribute("title", "Building: You")
    # an earlier entry is changed, and those behind it stand
    enter(page, rng, 12)
    page.get_by_role("button", name="History").click()
    entries = page.locator(".story > li")
    expect(entries.first.locator(".chip").first).to_contain_text("round")
    count = entries.count()
    corrected = entries.filter(has=page.get_by_text("correction", exact=True))
    corrected.locator(".entry").click()
    corrected.get_by_role("button", name="Automa 1").click()
    faults += axe(page)
    corrected.get_by_role("button", name="Change it").click()
    expect(page.locator("dialog")).to_have_count(0)
    expect(building).to_have_attribute("title", "Building: Automa 1")
    page.get_by_role("button", name="History").click()
    expect(entries).to_have_count(count)
    page.keyboard.press("Escape")
    enter(page, rng)
    expect(page.locator(".order header h2")).to_have_text("The game is over")
    page.get_by_role("button", name="Score sheet").click()
    expect(page.locator("dialog .scoring")).to_be_visible()
    faults += axe(page)
    assert faults == []


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (820, 1180), (320, 640)])
def test_it_fits_every_screen(visit: Visit, width: int, height: int) -> None:
    page = visit("/", width=width, height=height)
    begin(page)
    enter(page, random.Random(5), 16)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []
