"""The plain table: a game that the site has no board for is played on its picture, with its moves as buttons."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import asked_or_over, close_dialog, moves, play_once, seq, settled, start

# Ra under a name that the site does not know, with messages that no catalogue has.
DISGUISE = """
const disguise = (text) => text
  .replace(/"game": ?"ra"/g, '"game":"senet"').replace(/"title": ?"Ra"/g, '"title":"Senet"')
  .replace(/"ra": ?\\[\\{/g, '"senet":[{').replaceAll('"sun.told.', '"senet.told.');
const parse = JSON.parse;
JSON.parse = (text, ...more) => parse(disguise(text), ...more);
Response.prototype.json = async function () { return JSON.parse(await this.text()); };
const stringify = JSON.stringify;
JSON.stringify = (...values) => stringify(...values)?.replace('"game":"senet"', '"game":"ra"');
"""


def visit_in_disguise(visit: Visit, width: int = 1440, height: int = 900) -> Page:
    page = visit("/rules/ra", width=width, height=height)
    page.add_init_script(DISGUISE)
    page.goto("/")
    return page


@pytest.mark.slow
def test_the_home_page_lists_it_with_the_title_that_the_server_sends(visit: Visit) -> None:
    page = visit_in_disguise(visit)
    card = page.locator(".game.senet")
    expect(card.locator("h2")).to_have_text("Senet")
    expect(card.locator(".rules")).to_have_count(0)
    expect(page.locator(".game").last).to_have_class("panel game senet")
    assert axe(page) == []


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (390, 844)])
def test_it_is_played_by_buttons_below_its_picture(visit: Visit, width: int, height: int) -> None:
    page = visit_in_disguise(visit, width, height)
    start(page, "senet")
    rng = random.Random(1)
    for _ in range(4):
        assert asked_or_over(page)
        play_once(page, rng)
    assert asked_or_over(page)
    expect(page.locator("img.picture")).to_be_visible()
    picture = page.locator("img.picture").element_handle()
    page.wait_for_function("(image) => image.complete && image.naturalWidth", arg=picture)
    assert page.locator(".where b").inner_text() == "Senet"
    assert page.locator(".players li").count() == 4
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


@pytest.mark.slow
def test_a_move_without_words_is_logged_as_its_text(visit: Visit) -> None:
    page = visit_in_disguise(visit)
    start(page, "senet")
    assert asked_or_over(page)
    before = seq(page)
    move = moves(page)[0]
    page.locator(f'[data-move="{move}"]').click()
    settled(page, before)
    expect(page.locator("#log .then", has_text=f": {move}").first).to_be_visible()


@pytest.mark.slow
def test_undo_hints_and_earlier_moments_are_there_too(visit: Visit) -> None:
    page = visit_in_disguise(visit)
    start(page, "senet")
    assert asked_or_over(page)
    play_once(page, random.Random(3))
    assert asked_or_over(page)
    close_dialog(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".coach b.move")).to_be_visible()
    now = page.locator("img.picture").get_attribute("src")
    page.locator("#log .then").last.click()
    expect(page.locator(".banner")).to_be_visible()
    expect(page.locator("img.picture")).not_to_have_attribute("src", now or "")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Take back", exact=True)).to_be_visible()
