"""The end of a game: who has won and why, where the points came from, and what next; and the scoring of an epoch."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import heliopolis as hp
from tests.ra.table import table as ra_table
from tests.server.people import new_request
from tests.site.conftest import Visit, axe
from tests.site.people import ENDING, asked_or_over, close_dialog, play_once, start
from tests.site.reviews import finish_table
from tests.site.test_plain_table import visit_in_disguise

PHONES = [(390, 844), (320, 640)]
# Whatever of the page sticks out of the screen or of its own box, in words.
CUT_OFF = """
(main) => [...main.querySelectorAll('*')].flatMap((element) => {
  const box = element.getBoundingClientRect();
  if (!box.width || element.closest('svg, .dusk, .hide, .forum > .pediment')) return [];
  const style = getComputedStyle(element);
  if (style.clipPath !== 'none' || style.position === 'absolute') return [];
  const out = box.left < -0.5 || box.right > innerWidth + 0.5;
  const cut = element.scrollWidth > element.clientWidth + 1 && style.display !== 'inline';
  return out || cut ? [`${element.tagName} .${element.className}: ${element.textContent.trim().slice(0, 40)}`] : [];
})
"""


def open_table(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator(ENDING)).to_be_visible()


def ending_of(page: Page) -> dict[str, Any]:
    """The table and its ending as the server tells them."""
    path = "/api/tables/" + page.url.partition("/t/")[2]
    return {**page.request.get(path).json(), **page.request.get(f"{path}/ending").json()}


def faults_on_a_phone(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    expect(page.locator(ENDING)).to_be_visible()
    found: list[str] = page.locator("main.ending").evaluate(CUT_OFF)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    return [f"{width} {fault}" for fault in found] + axe(page)


def begin_at(page: Page, position: dict[str, Any], seat: int = 0) -> None:
    """Open a practice table that begins at a position."""
    record = hp.Record(game=position["game"], start=hp.game(position["game"]).from_json(position).to_json(), moves=())
    page.request.get("/api/me")
    moment = {"record": record.to_text(), "at": 0, "seat": seat, "luck": "same"}
    made = page.request.post("/api/tries", data={"request_id": new_request(), "from": moment})
    page.goto(f"/t/{made.json()['id']}")
    expect(page.locator(".mine.asked")).to_be_visible()


LAST_SUN: dict[str, Any] = {"epoch": 3, "row": ["nile", "gold"], "up": {0: [13], 1: [], 2: [], 3: []}}


def take_the_last_row(page: Page) -> None:
    """The only player with a sun invokes Ra and has to bid it, which ends the epoch."""
    page.locator('[data-move="invoke"]').click()
    page.locator('[data-move="bid 13"]').click()


# ---- who has won -----------------------------------------------------------------------------------------------------


def test_a_tie_names_one_winner_and_says_which_sun_decided(visit: Visit) -> None:
    page = visit()
    begin_at(page, ra_table(fame={0: 20, 1: 40, 2: 40}, **LAST_SUN))
    take_the_last_row(page)
    expect(page.locator(ENDING)).to_be_visible()
    assert ending_of(page)["winners"] == [1]
    expect(page.locator(".ending h1")).to_have_text(re.compile(r"Kenna\s+wins$"))
    expect(page.locator(".reason")).to_have_text(re.compile(r"35 each; Kenna holds the higher sun,\s+12"))
    expect(page.locator(".standing .won .name")).to_contain_text("Kenna")
    expect(page.locator("thead .won")).to_contain_text("Kenna")
    expect(page.locator(".standing .won")).to_have_count(1)
    assert axe(page) == []


def test_whoever_wins_is_addressed_in_three_languages(visit: Visit) -> None:
    page = visit(locale="it-IT")
    begin_at(page, ra_table(fame={0: 60}, **LAST_SUN))
    take_the_last_row(page)
    expect(page.locator(".ending h1")).to_contain_text(re.compile(r"Hai vinto, \d+ a \d+"))
    expect(page.locator("thead th").first).to_contain_text("Tu")
    page.locator("header select").select_option("es")
    expect(page.locator(".ending h1")).to_contain_text(re.compile(r"Has ganado, \d+ a \d+"))
    expect(page.get_by_role("button", name="Revancha")).to_be_visible()
    page.locator("header select").select_option("en")
    expect(page.locator(".ending h1")).to_contain_text(re.compile(r"You\s+win, \d+ to \d+"))
    assert page.evaluate("document.getAnimations().length") == 0, "without motion the last picture comes at once"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_the_winners_are_those_of_the_server_and_nothing_is_cut_off_on_a_phone(visit: Visit, game: str) -> None:
    page = visit()
    open_table(page, f"/t/{finish_table(page, game, 5)}")
    told = ending_of(page)
    names = page.locator(".standing li, .steles > li")
    winners = [number for number in range(5) if told["places"][number] == 1]
    assert winners == told["winners"]
    expect(page.locator(".standing .won, .stele.won")).to_have_count(len(winners))
    for points in told["scores"]:
        expect(names.filter(has_text=str(points)).first).to_be_visible()
    faults = axe(page)
    for width, height in PHONES:
        faults += faults_on_a_phone(page, width, height)
    page.evaluate("document.documentElement.dataset.theme = 'night'")
    assert faults + axe(page) == []


@pytest.mark.slow
def test_the_own_column_comes_first_and_a_phone_shows_one_epoch_or_all(visit: Visit) -> None:
    page = visit(width=390, height=844)
    open_table(page, f"/t/{finish_table(page, 'ra', 4)}")
    told = ending_of(page)
    expect(page.locator("thead th").first).to_contain_text("You")
    own = page.locator("tfoot td").first
    sum_of_all = told["scores"][0] - told["account"]["begin"][0]
    expect(own).to_have_text(signed(sum_of_all))
    page.get_by_role("button", name="II", exact=True).click()
    first, second, _ = (epoch["fame"][0] for epoch in told["account"]["epochs"])
    expect(own).to_have_text(signed(second - first))
    assert page.locator("tbody tr").count() == 5, "monuments and suns do not score in epoch II"


def signed(points: int) -> str:
    return f"+{points}" if points > 0 else f"−{-points}" if points else "0"


# ---- what next -------------------------------------------------------------------------------------------------------


def test_the_keyboard_shares_reviews_and_plays_again(visit: Visit) -> None:
    page = visit()
    table = finish_table(page, "ra", 2)
    open_table(page, f"/t/{table}")
    page.evaluate("navigator.clipboard.writeText = async (text) => { window.copied = text; }")
    page.keyboard.press("s")
    expect(page.locator(".acts [role=status]")).to_have_text("The address is copied.")
    assert page.evaluate("window.copied") == f"{page.url.partition('/t/')[0]}/review/{table}"
    page.keyboard.press("v")
    expect(page).to_have_url(re.compile(f"/review/{table}"))
    page.go_back()
    expect(page.locator(ENDING)).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator("#decision")).to_be_visible()
    assert table not in page.url


def test_the_final_board_is_one_click_away_and_so_is_the_result(visit: Visit) -> None:
    page = visit()
    open_table(page, f"/t/{finish_table(page, 'respublica', 3)}")
    page.get_by_role("button", name="Look at the table").click()
    expect(page.locator("main.table #log")).to_be_visible()
    page.locator("#log .then").last.click()
    expect(page.locator(".banner")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="The result").click()
    expect(page.locator(ENDING)).to_be_visible()
    page.get_by_role("button", name="Play on from here").click()
    page.locator("dialog[open] .btn.main").click()
    expect(page.locator(".mine.asked")).to_be_visible()


def test_a_spectator_sees_the_same_and_is_offered_no_rematch(visit: Visit) -> None:
    page = visit()
    table = finish_table(page, "respublica", 3)
    watcher = visit(f"/t/{table}")
    expect(watcher.locator(ENDING)).to_be_visible()
    expect(watcher.locator(".stele")).to_have_count(3)
    for seat, held in enumerate(ending_of(watcher)["account"]["hands"]):
        shown = watcher.locator(f".stele:has(.seal.seat-{seat + 1}) .hand .set")
        expect(shown).to_have_count(len(held))
    expect(watcher.get_by_role("button", name="Rematch")).to_have_count(0)
    expect(watcher.get_by_role("link", name="Review")).to_be_visible()


@pytest.mark.slow
def test_a_game_without_a_page_of_its_own_says_who_won_and_all_scores(visit: Visit) -> None:
    page = visit_in_disguise(visit, 320, 640)
    table = finish_table(page, "ra", 3)
    open_table(page, f"/t/{table}")
    told = page.request.get(f"/api/tables/{table}").json()
    expect(page.locator(".ending h1")).to_contain_text(re.compile(r" wins?\b"))
    expect(page.locator(".places .won")).to_have_count(1)
    expect(page.locator(".places .won .total")).to_have_text(str(told["scores"][told["winners"][0]]))
    expect(page.locator(".places .total")).to_have_count(3)
    assert axe(page) == []


# ---- motion ----------------------------------------------------------------------------------------------------------


def test_any_key_ends_the_motion_and_a_game_that_was_over_has_none(visit: Visit) -> None:
    page = visit(moving=True)
    begin_at(page, ra_table(fame={0: 60}, **LAST_SUN))
    take_the_last_row(page)
    expect(page.locator("main.ending.revealing .acts")).to_be_attached()
    page.keyboard.press("Shift")
    expect(page.locator("main.ending:not(.revealing) .acts")).to_be_visible()
    page.reload()
    expect(page.locator("main.ending .acts")).to_be_visible()
    expect(page.locator("main.ending.revealing")).to_have_count(0)


# ---- the scoring of an epoch -----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("game", ["ra", "priests"])
def test_an_epoch_is_scored_with_the_own_column_first_and_its_button_has_the_focus(visit: Visit, game: str) -> None:
    page = visit(width=320, height=640)
    start(page, game)
    rng = random.Random(4)
    while not page.locator("dialog[open] .points").count():
        assert asked_or_over(page)
        if not page.locator("dialog[open]").count():
            play_once(page, rng)
    dialog = page.locator("dialog[open]")
    expect(dialog.get_by_role("button", name="On to the next epoch")).to_be_focused()
    expect(dialog.locator("thead th").first).to_contain_text("You")
    assert dialog.locator("table").evaluate(CUT_OFF) == []
    assert dialog.evaluate("(box) => box.scrollWidth <= box.clientWidth")
    assert axe(page) == []
    page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    assert not close_dialog(page)
