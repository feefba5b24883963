"""The rules of every game: contents, search, pictures, and the way to them from a table."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit, axe
from tests.site.people import start, view

HEADS = {"turn": "A turn", "place": "A turn", "bid": "Auction", "trade": "Trade", "answer": "Answers"}


@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_the_rules_open_at_the_phase_that_is_played(visit: Visit, game: str) -> None:
    page = visit()
    start(page, game)
    expect(page.locator(".mine.asked")).to_be_visible()
    head = HEADS[view(page)["phase"]]
    page.get_by_role("button", name="Rules").click()
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".toc a[aria-current]")).to_have_text(head)
    expect(dialog.get_by_role("heading", name=head)).to_be_in_viewport()
    expect(dialog.locator(".example").first).to_be_attached()
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_search_finds_a_tile_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit("/rules/ra")
    expect(page.locator("#rules-tile-flood")).to_be_attached()
    page.keyboard.press("/")
    page.keyboard.type("flood")
    expect(page.get_by_role("option", selected=True)).to_contain_text("Flood")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(page.locator("#rules-tile-flood")).to_be_focused()
    expect(page.locator("#rules-tile-flood")).to_be_in_viewport()


def test_a_fortress_is_explained_as_what_it_is_in_each_game(visit: Visit) -> None:
    for game, word, other in (("ra", "Monument", "building"), ("priests", "building", "onument")):
        page = visit(f"/rules/{game}")
        line = page.locator(".glossary li", has=page.locator("#rules-tile-fortress"))
        expect(line).to_contain_text(word)
        expect(line).not_to_contain_text(other)


@pytest.mark.parametrize("locale", ["en", "it", "es"])
@pytest.mark.parametrize("game", ["ra", "priests", "respublica", "tekhenu"])
def test_the_contents_are_a_sheet_on_a_phone(visit: Visit, game: str, locale: str) -> None:
    page = visit(f"/rules/{game}", width=390, height=844, locale=locale)
    expect(page.locator(".rules section").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    links = page.locator(".toc a")
    expect(links.first).to_be_hidden()
    page.locator(".toc summary").click()
    links.last.click()
    expect(links.first).to_be_hidden()
    expect(page.locator(".rules section").last).to_be_in_viewport()
