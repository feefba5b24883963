"""Everything explains itself by hover, focus and touch, with the numbers of the view; and reading never plays."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import ARM, MOVES, asked_or_over, close_dialog, moves, play_a_while, seq, settled, start, view


def explanation(page: Page) -> Locator:
    return page.locator(".explanation")


@pytest.mark.parametrize(("game", "tile"), [("ra", "pharaoh"), ("priests", "scribe")])
def test_a_tile_is_explained_by_hover_focus_and_touch(visit: Visit, game: str, tile: str) -> None:
    page = visit()
    start(page, game)
    piece = page.locator(f'.bag [data-explain="tile {tile}"]')
    facts = view(page)["tile_facts"][tile]

    piece.hover()
    shown = explanation(page)
    expect(shown).to_have_role("tooltip")
    expect(piece).to_have_attribute("aria-describedby", "explanation")
    expect(shown).to_contain_text(re.compile(rf"left in the bag\s*{facts['left']}\s*of {facts['total']}"))
    expect(shown).to_contain_text(f"{round(100 * facts['next'])}%")
    you = view(page)["seat"]
    worth = [*facts["now"]]
    assert [number_of(shown.locator(f'[data-worth="{seat}"]')) for seat in range(len(worth))] == worth
    expect(shown.locator(f'.chip[data-worth="{you}"]')).to_contain_text("to you")
    page.mouse.move(0, 0)
    expect(shown).to_have_count(0)

    page.keyboard.press("Shift")  # from here on somebody uses the keyboard
    piece.focus()
    expect(shown).to_have_role("tooltip")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)

    piece.click()
    expect(shown).to_have_role("dialog")
    assert axe(page) == []
    shown.get_by_role("button", name=re.compile("In the rules")).click()
    expect(page.locator("dialog[open] .rules section").first).to_be_visible()


def number_of(shown: Locator) -> int:
    """The first number with a sign in a text, or 0."""
    found = re.search(r"[+−]?\d+", shown.inner_text())
    assert found is not None
    return int(found.group().replace("−", "-"))


def test_suns_the_track_and_fame_are_explained(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    for piece, text in (
        (".others .sun", "Awake"),
        (".centre .sun", "The sun in the centre"),
        (".track-caption.l", "the row is lost"),
        (".others .fame", "if the epoch ended now"),
    ):
        page.locator(piece).first.click()
        expect(explanation(page)).to_contain_text(text)
        page.keyboard.press("Escape")
        expect(explanation(page)).to_have_count(0)


def test_a_card_is_explained_with_what_is_known_of_it(visit: Visit) -> None:
    page = visit()
    start(page, "respublica")
    play_a_while(page, random.Random(2), 3)
    facts = view(page)["card_facts"]["greek"]
    page.locator('.hand [data-explain="card greek"]').hover()
    expect(explanation(page)).to_contain_text("Five of them found a city: 3 points")
    expect(explanation(page).locator("[data-unseen]")).to_have_text(str(facts["unseen"]))
    page.mouse.move(0, 0)
    page.locator('.supply [data-explain="monuments"]').click()
    expect(explanation(page)).to_contain_text("9, 8, 8, 7, 7, 6, 6, 5, 5, 4")
    assert axe(page) == []


def wait_for_god(page: Page) -> None:
    """Play on until a god can be played: the highest sun for every row with a god, nothing for any other."""
    while asked_or_over(page):
        if close_dialog(page):
            continue
        if page.locator(ARM).count():
            return
        before = seq(page)
        wanted = "bid" if page.locator('.row [data-explain="tile god row"]').count() else "pass"
        offered = moves(page)
        order = [move for verb in (wanted, "pass", "draw") for move in offered if move.startswith(verb)]
        page.locator(f'{MOVES}[data-move="{(order or offered)[0]}"]').first.click()
        settled(page, before)
    raise AssertionError("there was no god to play")


def test_a_touch_on_a_tile_explains_it_and_takes_it_only_after_the_button(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    wait_for_god(page)
    before = seq(page)
    page.locator(".row .tile").first.click()
    expect(explanation(page)).to_have_role("dialog")
    page.keyboard.press("Escape")
    expect(page.locator('.row [data-move^="take"]')).to_have_count(0)

    page.locator(ARM).click()
    expect(page.locator('.row [data-move^="take"]').first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator('.row [data-move^="take"]')).to_have_count(0)
    assert seq(page) == before

    page.keyboard.press("g")
    expect(page.locator('.row [data-move^="take"]:focus')).to_be_visible()
    page.keyboard.press("Enter")
    settled(page, before)


def test_on_a_phone_a_sheet_leaves_the_choices_free(visit: Visit) -> None:
    page = visit(width=390, height=844, touch=True)
    start(page, "ra")
    play_a_while(page, random.Random(3), 2)
    assert asked_or_over(page)
    page.locator('.others [data-explain^="sun"]').first.tap()
    expect(explanation(page)).to_be_visible()
    sheet, choices = explanation(page).bounding_box(), page.locator(".decide").bounding_box()
    assert sheet is not None
    assert choices is not None
    assert sheet["y"] >= 0
    assert sheet["y"] + sheet["height"] <= choices["y"]
    page.locator(".decide h2").tap()
    expect(explanation(page)).to_have_count(0)
