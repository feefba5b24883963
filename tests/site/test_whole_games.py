"""A whole game of each, played in a browser, with a look at every phase on the way."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import ARM, PATIENCE, asked_or_over, close_dialog, moves, play_with_mouse, seq, settled, start


@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_a_whole_game_with_the_mouse(visit: Visit, game: str) -> None:
    page = visit()
    start(page, game)
    faults: list[str] = []

    def look(phase: str) -> None:
        faults.extend(f"{phase}: {fault}" for fault in axe(page))

    assert play_with_mouse(page, random.Random(3), look) > 10
    look("over")
    assert faults == []
    expect(page.locator("a[download]")).to_be_visible()
    expect(page.get_by_role("button", name="Rematch")).to_be_visible()


def test_a_whole_game_of_ra_with_the_keyboard_alone(visit: Visit) -> None:
    page = visit()
    press_until(page, ".game.ra .btn.main")
    page.keyboard.press("Enter")
    expect(page.locator("#decision")).to_be_visible(timeout=PATIENCE)
    rng = random.Random(5)
    while asked_or_over(page):
        if page.locator("dialog[open]").count():
            page.keyboard.press("Escape")
            expect(page.locator("dialog[open]")).to_have_count(0)
            continue
        before = seq(page)
        if page.locator(ARM).count() and rng.random() < 0.5:
            type_god(page)
        else:
            type_move(page, rng.choice(moves(page)))
        settled(page, before)
    close_dialog(page)
    expect(page.locator(".ending h1")).to_contain_text(re.compile(r" wins?\b"))


def press_until(page: Page, selector: str) -> None:
    """Tab until the element has the focus."""
    expect(page.locator(f"{selector}:not([disabled])")).to_be_visible(timeout=PATIENCE)
    for _ in range(60):
        if page.locator(f"{selector}:focus").count():
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the keyboard")


def type_god(page: Page) -> None:
    """The button arms the row and brings the focus to the first tile that can be taken."""
    press_until(page, ARM)
    page.keyboard.press("Enter")
    expect(page.locator('.row [data-move^="take"]:focus')).to_be_visible()
    page.keyboard.press("Enter")


def type_move(page: Page, move: str) -> None:
    """A shortcut where there is one, else by Tab and Enter."""
    keys = {"draw": "d", "invoke": "i", "pass": "p"}
    if move in keys:
        page.keyboard.press(keys[move])
    elif move.startswith("bid"):
        bids = [one for one in moves(page) if one.startswith("bid")]
        page.keyboard.press(str(1 + bids.index(move)))
    else:
        press_until(page, f'main [data-move="{move}"]')
        page.keyboard.press("Enter")
