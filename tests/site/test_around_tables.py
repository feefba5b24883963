"""The pages around the tables: lobby, invitation, replay, looking back, watching, passing on, and what is lost."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import asked_or_over, close_dialog, play_a_while, seq, sit_down, start
from tests.site.test_table_life import invite, path_of

OLD_RECORDS = Path(__file__).parents[1] / "fixtures" / "0.1.0" / "records"
SCREENS = [(320, 640), (390, 844), (844, 390), (1366, 768), (1440, 900)]


def fits(page: Page) -> list[str]:
    """What is too wide for some screen, or minded by axe by day or by night."""
    faults = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if wide > 0:
            faults.append(f"{width}: {wide} px too wide")
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        faults += axe(page)
    return faults


# ---- meeting ---------------------------------------------------------------------------------------------------------


def test_the_lobby_from_the_keyboard(visit: Visit) -> None:
    """C copies the link; who comes is seen; Enter starts with bots in the free seats."""
    host = visit()
    link = invite(host, "ra", bots=0)
    risen = host.locator(".disc").evaluate("sun => sun.style.getPropertyValue('--risen')")
    host.locator("h1").click()
    host.keyboard.press("c")
    expect(host.locator(".invite .copy")).to_have_text("Copied")
    guest = sit_down(visit(path_of(link)), "Ada")
    newcomer = host.locator(".fresh-seat")
    expect(newcomer).to_contain_text("Ada")
    expect(newcomer).to_contain_text("just came")
    expect(host.locator(".acts")).to_contain_text("1 seat is free")
    assert host.locator(".disc").evaluate("sun => sun.style.getPropertyValue('--risen')") > risen
    assert fits(host) == []
    host.locator("h1").click()
    host.keyboard.press("Enter")
    for page in (host, guest):
        expect(page.locator("#decision")).to_be_visible()


@pytest.mark.parametrize("locale", ["it-IT", "es-ES"])
def test_lobby_and_invitation_in_other_languages(visit: Visit, locale: str) -> None:
    host = visit("/", locale=locale)
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    body = {"game": "respublica", "name": "Una serata lunga", "seats": seats, "request_id": "b" * 16, "shares": True}
    host.request.get("/api/me")
    made = host.request.post("/api/tables", data=body).json()
    host.goto(f"/t/{made['id']}")
    expect(host.locator(".stand")).to_have_count(3)
    assert fits(host) == []
    guest = visit(made["links"]["1"], locale=locale)
    expect(guest.locator("#name")).to_be_focused()
    assert fits(guest) == []


def test_a_guest_says_something_and_leaves(visit: Visit) -> None:
    host = visit()
    guest = sit_down(visit(path_of(invite(host, "ra", bots=0))), "Ada")
    guest.get_by_label("Say something to the table").fill("Is Bo coming?")
    guest.keyboard.press("Enter")
    said = host.locator(".meanwhile li").first
    expect(said).to_contain_text("Ada: Is Bo coming?")
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest.locator(".game.ra")).to_be_visible()
    expect(host.locator(".stand.free")).to_have_count(2)


def test_whoever_only_watches_has_no_buttons_of_the_game(visit: Visit) -> None:
    """They are told so, and look at Ra from any side; in Res Publica from none."""
    for game, sides in (("ra", 4), ("respublica", 0)):
        player = visit()
        start(player, game)
        watcher = visit(player.url)
        strip = watcher.locator(".watching")
        expect(strip).to_contain_text("You are watching")
        expect(strip).to_contain_text("is deciding")
        expect(watcher.locator(".others .seat")).to_have_count(4)
        expect(watcher.locator("[data-move]")).to_have_count(0)
        expect(strip.locator(".seg button")).to_have_count(sides)
        assert fits(watcher) == []
        if sides:
            third = strip.locator(".seg button").nth(2)
            third.click()
            expect(third).to_have_attribute("aria-pressed", "true")
            expect(watcher.locator(".others .seat").first).to_have_attribute("data-seat", "2")


def test_the_screen_is_passed_on_through_closed_doors(visit: Visit) -> None:
    page = visit(moving=True)
    page.locator(".game.respublica .acts .btn:not(.main)").click()
    for row in (1, 2):
        page.locator("form.new .seats li").nth(row).locator("select").first.select_option("me")
    page.get_by_role("button", name="Open the table").click()
    expect(page.locator(".handover .others .seat")).to_have_count(3)
    expect(page.locator(".handover h1")).to_have_text(re.compile(r"Player \d is next"))
    assert fits(page) == []
    expect(page.locator(".handover button")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".hand")).to_be_visible()
    expect(page.locator(".opening-doors")).to_have_count(0)


# ---- looking back ----------------------------------------------------------------------------------------------------


def overlaps(page: Page, one: str, other: str) -> bool:
    """Whether an element is at the height of another."""
    above, below = (page.locator(selector).first.bounding_box() for selector in (one, other))
    assert above is not None
    assert below is not None
    return above["y"] < below["y"] + below["height"] and below["y"] < above["y"] + above["height"]


def test_the_arrows_lead_back_and_the_log_follows(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    play_a_while(page, random.Random(6), 8)
    assert asked_or_over(page)
    close_dialog(page)
    now = seq(page)
    page.evaluate("document.activeElement.blur()")  # among the choices the arrows move from one to the next
    for _ in range(12):
        before = seq(page)
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#log h2 small")).not_to_have_text(before)
    shown = page.locator("#log li.shown")
    expect(shown.first).to_be_in_viewport()
    expect(shown.locator("[aria-current]").first).to_be_visible()
    banner = page.locator(".banner")
    expect(banner).to_contain_text("earlier moment")
    assert not overlaps(page, ".banner", ".others")
    assert fits(page) == []
    before = seq(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator("#log h2 small")).not_to_have_text(before)
    page.keyboard.press("Escape")
    expect(banner).to_have_count(0)
    expect(page.locator("#log h2 small")).to_have_text(now)


def test_escape_closes_the_seats(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    page.get_by_role("button", name="Seats and links").click()
    dialog = page.locator("dialog[open]")
    expect(dialog).not_to_contain_text(re.compile("You You"))
    dialog.get_by_role("button", name="Copy").click()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_a_move_that_cannot_be_sent_is_named_and_kept(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    assert asked_or_over(page)
    here = seq(page)
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text("The connection is lost")
    assert not overlaps(page, ".banner", ".others")
    page.locator('[data-move="draw"], [data-move="pass"]').first.click()
    expect(page.locator(".banner")).to_contain_text("Your move is kept")
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)
    expect(page.locator("#log h2 small")).not_to_have_text(here)


# ---- records ---------------------------------------------------------------------------------------------------------


def open_record(page: Page, name: str) -> None:
    page.locator("input[type=file]").set_input_files(OLD_RECORDS / name)
    expect(page.locator(".strip.replay")).to_contain_text("Move 0 of")


def number(page: Page) -> int:
    found = re.search(r"Move (\d+) of", page.locator(".strip.replay").inner_text())
    assert found
    return int(found[1])


def test_a_record_plays_by_itself(visit: Visit) -> None:
    page = visit("/replay")
    assert fits(page) == []
    open_record(page, "ra-3-finished.txt")
    page.get_by_role("button", name="4", exact=True).click()
    page.evaluate("document.activeElement.blur()")  # on a button the space bar presses it
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(page.locator(".strip.replay")).to_contain_text(re.compile(r"Move ([3-9]|\d\d+) of"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()
    page.keyboard.press("End")
    expect(page.locator(".strip.replay")).to_contain_text(re.compile(r"Move (\d+) of \1\b"))
    page.keyboard.press("Home")
    expect(page.locator(".strip.replay")).to_contain_text("Move 0 of")


def test_the_slider_acts_while_it_is_dragged_and_the_log_follows(visit: Visit) -> None:
    page = visit("/replay")
    open_record(page, "ra-3-finished.txt")
    expect(page.locator(".sky-band .tick").first).to_be_attached()
    box = page.locator(".slider").bounding_box()
    assert box
    page.mouse.move(box["x"] + 22, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)
    expect(page.locator(".strip.replay")).not_to_contain_text("Move 0 of")
    middle = number(page)
    assert middle > 60
    expect(page.locator("#log h2 small")).to_have_text(f"move {middle}")
    page.mouse.up()
    expect(page.locator("#log li.shown").first).to_be_in_viewport()
    expect(page.locator("#log")).not_to_contain_text("live")
    assert fits(page) == []


def test_an_old_record_without_bots_tells_the_players_apart(visit: Visit) -> None:
    """Its bots were called by their level; each has a name of its own now, and the level beside it."""
    page = visit("/replay")
    open_record(page, "server/priests-finished.txt")
    names = page.locator(".others .name").all_inner_texts()
    assert len(set(names)) == len(names)
    assert not any(re.search("medium|easy|greedy|random", name) for name in names)


def test_a_hand_is_seen_through_the_eyes_of_its_seat(visit: Visit) -> None:
    page = visit("/replay")
    open_record(page, "respublica-3-finished.txt")
    expect(page.locator(".hand")).to_have_count(0)
    page.get_by_label("Eyes of").select_option("1")
    expect(page.locator(".onlooker .hand")).to_be_visible()
    assert fits(page) == []


# ---- what is lost ----------------------------------------------------------------------------------------------------


def test_a_table_that_is_not_there_leads_elsewhere(visit: Visit) -> None:
    host = visit()
    link = invite(host, "ra")
    page = visit("/t/nothing")
    expect(page.locator("h1")).to_have_text("The sand has covered this table")
    assert fits(page) == []
    page.get_by_label("Try another link").fill(link)
    page.keyboard.press("Enter")
    expect(page.locator("#name")).to_be_visible()


def test_a_server_that_is_away_is_an_eclipse_until_it_is_back(visit: Visit) -> None:
    page = visit()
    start(page, "ra")
    page.route("**/api/tables/**", lambda route: route.abort())
    page.reload()
    expect(page.locator("h1")).to_have_text("The sun is hidden for a moment")
    assert fits(page) == []
    with page.expect_request("**/api/tables/**"):
        page.get_by_role("button", name="Try now").click()
    page.unroute("**/api/tables/**")  # from now on the page finds the server by itself
    expect(page.locator("#decision")).to_be_visible()
