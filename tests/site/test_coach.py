"""The coach at the table: switched on, chances on the choices, a reason, a warning with a way back."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import asked_or_over, close_dialog, decide, moves, play_once, seq, settled, sit_down, start

COACH = {"en": "Coach", "it": "Consigliere", "es": "Consejero"}
WARNING = re.compile(r"gives away \d+% of winning: \d+% instead of \d+%")
# Answers as if the last of the moves gave away half of all chances; the page shows what it is told.
FORGED = """
const ask = window.fetch;
window.fetch = async (url, options) => {
  const answer = await ask(url, options);
  if (!String(url).includes('/hint')) return answer;
  const told = await answer.json();
  const last = told.hints.at(-1);
  const seat = Number(new URL(url, location.href).searchParams.get('seat'));
  last.win = last.win.map((share, i) => i === seat ? 0.01 : 0.99 / (last.win.length - 1));
  const first = told.hints[0];
  first.win = first.win.map((share, i) => i === seat ? 0.51 : 0.49 / (first.win.length - 1));
  return new Response(JSON.stringify(told), { headers: { 'Content-Type': 'application/json' } });
};
"""


def switch(page: Page) -> Locator:
    return page.locator(".mini.switch")


def wait_for_decision(page: Page, rng: random.Random, needed: str) -> None:
    """Play on until a move of this kind can be made."""
    while asked_or_over(page):
        if close_dialog(page):
            continue
        if any(move.startswith(needed) for move in moves(page)):
            return
        play_once(page, rng)
    raise AssertionError(f"there was no {needed}")


def chances(page: Page) -> Locator:
    """The numbers on the choices; they come when the coach has thought."""
    found = page.locator("main .chance b")
    expect(found.first).to_be_visible()
    return found


def warned(page: Page) -> Locator:
    """The button of a move that gives away much, in a page whose answers are forged."""
    chances(page)
    return page.locator("[data-move]:has(.chance)", has_text=re.compile(r"(?<!\d)1\s?%")).first


@pytest.mark.parametrize(("game", "needed"), [("ra", "draw"), ("priests", "draw"), ("respublica", "no trade")])
def test_the_choices_carry_their_chances_and_everybodys_add_up(visit: Visit, game: str, needed: str) -> None:
    page = visit()
    start(page, game)
    wait_for_decision(page, random.Random(5), needed)
    expect(switch(page)).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".chance")).to_have_count(0)
    switch(page).click()
    expect(page.locator(".coach-chip")).to_contain_text("coach on")
    expect(page.locator("#log li").first).to_contain_text("You switch the coach on")
    on_buttons = chances(page).all_inner_texts()
    assert all(re.search(r"\d+%", number) for number in on_buttons)
    bars = page.locator("main .chance i").evaluate_all("all => all.map(one => parseFloat(one.style.width))")
    assert 80 <= max(bars) <= 100
    expect(page.locator("main .best:has(.chance.high)").first).to_be_visible()
    expect(page.locator("main .chosen, main [data-move][aria-pressed=true]")).to_have_count(0)
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe(page) == []
    page.get_by_role("button", name="All options").click()
    rows = page.locator("dialog tbody tr")
    expect(rows.first).to_be_visible()
    for cells in [row.locator("td").all_inner_texts() for row in rows.all()]:
        assert sum(int(cell.rstrip("%\u00a0")) for cell in cells) == 100
    assert axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("dialog[open]")).to_have_count(0)


def test_a_reload_shows_the_same_and_the_coach_stays_on(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "draw")
    page.keyboard.press("c")
    before = chances(page).all_inner_texts()
    page.reload()
    assert chances(page).all_inner_texts() == before
    page.keyboard.press("c")
    expect(page.locator(".chance")).to_have_count(0)
    expect(page.locator(".coach-chip")).to_have_count(0)


def test_the_choices_work_while_the_coach_thinks(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "draw")
    page.route("**/hint?*", lambda _: None)  # it thinks forever
    switch(page).click()
    expect(page.locator(".coach")).to_have_text("Thinking…")
    expect(page.locator(".chance i").first).to_have_attribute("style", re.compile("width: 0%"))
    before = seq(page)
    page.locator('[data-move="draw"]').first.click()
    settled(page, before)


def test_a_warning_and_the_way_back_by_mouse_and_keyboard(visit: Visit) -> None:
    page = visit()
    page.add_init_script(FORGED)
    page.reload()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "draw")
    switch(page).click()
    bad, here = warned(page), seq(page)
    warning = page.get_by_role("alert")
    bad.click()
    expect(warning).to_contain_text(WARNING)
    assert axe(page) == []
    page.get_by_role("button", name="Back", exact=True).click()
    expect(warning).to_have_count(0)
    bad.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Back", exact=True)).to_be_focused()
    page.keyboard.press("Escape")
    expect(warning).to_have_count(0)
    expect(bad).to_be_focused()
    assert seq(page) == here
    bad.click()
    bad.click()  # a second click is no answer to the warning
    expect(warning).to_be_visible()
    assert seq(page) == here
    page.get_by_role("button", name="Play it anyway").click()
    settled(page, here)


def test_warnings_can_be_switched_off(visit: Visit) -> None:
    page = visit()
    page.add_init_script(FORGED)
    page.evaluate("localStorage.settings = JSON.stringify({speed: 'off', sound: false, warnings: false})")
    page.reload()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "draw")
    switch(page).click()
    before = seq(page)
    warned(page).click()
    settled(page, before)


@pytest.mark.parametrize("language", COACH)
def test_on_a_phone_by_touch_in_three_languages(visit: Visit, language: str) -> None:
    page = visit("/", locale=f"{language}-{language.upper()}", width=390, height=844, touch=True)
    page.add_init_script(FORGED)
    page.reload()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "draw")
    page.get_by_role("button", name=COACH[language], exact=True).tap()
    bad = warned(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    here = seq(page)
    bad.tap()
    page.get_by_role("alert").get_by_role("button").last.tap()
    expect(page.get_by_role("alert")).to_have_count(0)
    bad.tap()
    page.get_by_role("alert").get_by_role("button").first.tap()
    settled(page, here)
    assert not re.search(r"\{\w+|undefined|\bsite\.", page.locator("main").inner_text())


def test_with_other_people_all_must_agree(visit: Visit) -> None:
    ada = visit()
    ada.evaluate("localStorage.name = 'Ada'")
    made = ada.evaluate(
        """async () => (await fetch('/api/tables', {method: 'POST', headers: {'Content-Type': 'application/json'},
        body: JSON.stringify({game: 'ra', seats: [{kind: 'me', name: 'Ada'}, {kind: 'open'}],
                              request_id: crypto.randomUUID()})})).json()"""
    )
    grace = visit()
    grace.evaluate("localStorage.name = 'Grace'")
    grace.goto(made["links"]["1"])
    sit_down(grace)
    ada.goto(f"/t/{made['id']}")
    for page in (ada, grace):
        expect(page.locator("#decision")).to_be_visible()
    switch(ada).click()
    expect(switch(ada)).to_have_attribute("aria-pressed", "true")
    expect(ada.locator(".coach-chip")).to_have_count(0)
    expect(grace.locator(".notice")).to_contain_text("Ada would like the coach")
    assert axe(grace) == []
    grace.get_by_role("button", name="I agree").click()
    for page in (ada, grace):
        expect(page.locator(".coach-chip")).to_be_visible()
    asked = ada if ada.locator(".mine.asked").count() else grace
    other = grace if asked is ada else ada
    chances(asked)
    expect(other.locator(".chance")).to_have_count(0)
    switch(other).click()
    for page in (ada, grace):
        expect(page.locator(".coach-chip")).to_have_count(0)
    expect(asked.locator(".chance")).to_have_count(0)
    decide(asked, random.Random(1))


def test_a_phrase_of_the_coach_is_composed_and_not_said_yet(visit: Visit) -> None:
    page = visit()
    start(page, "respublica")
    wait_for_decision(page, random.Random(5), "no trade")
    switch(page).click()
    first = page.locator(".suggested .btn").first
    expect(first).to_be_visible()
    here = seq(page)
    chance = first.locator(".chance b").inner_text()
    first.click()
    said = page.locator('[data-move="say"]')
    expect(said.locator(".chance b")).to_have_text(chance)
    assert seq(page) == here
    said.click()
    settled(page, here)


def test_a_hint_says_why_without_the_coach(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    wait_for_decision(page, random.Random(5), "bid")
    page.keyboard.press("h")
    expect(page.locator(".coach .told")).to_be_visible()
    expect(page.locator(".chance")).to_have_count(0)
