"""Who the browser is: newcomers whose answers get lost, people around one screen, several devices, deletion."""

from __future__ import annotations

import re

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.server.running import wait_until
from tests.site.conftest import Visit, axe
from tests.site.people import sit_down
from tests.site.test_table_life import Wiretap, invite, path_of

HANDS = ".hand, .card"


def set_name(page: Page, name: str) -> None:
    field = page.get_by_label("Your name at the table")
    field.fill(name)
    with page.expect_response(lambda answer: answer.url.endswith("/api/me") and answer.request.method == "PUT"):
        field.press("Enter")


def test_a_newcomer_whose_answer_is_lost_has_the_seat(visit: Visit) -> None:
    link = invite(visit(), "ra")
    guest = visit("/nowhere")
    lost: list[int] = []

    def lose_first(route: Route) -> None:
        if lost:
            return route.continue_()
        lost.append(route.fetch().status)  # the server has done it
        return route.abort()

    guest.context.clear_cookies()
    guest.route("**/join", lose_first)
    guest.goto(path_of(link))
    sit_down(guest)
    expect(guest.locator("#decision")).to_be_visible()
    assert lost == [200]
    expect(guest.get_by_role("alert")).to_have_count(0)
    guest.reload()
    expect(guest.locator("#decision")).to_be_visible()
    guest.get_by_role("button", name="Seats and links").click()
    expect(guest.locator("dialog .seats li", has_text="You")).to_have_count(1)


def test_a_table_that_comes_after_the_answer_to_a_share_is_loaded_again(visit: Visit) -> None:
    link = invite(visit(), "ra")
    guest = visit("/nowhere")
    held: list[tuple[Route, APIResponse]] = []
    shares: list[Route] = []
    sent: list[str] = []

    def hold_first(route: Route) -> None:
        if held:
            return route.continue_()
        held.append((route, route.fetch()))  # as it is before the share
        for share in shares:
            share.continue_()
        return None

    guest.goto(path_of(link))
    expect(guest.locator("#name")).to_be_visible()
    guest.route(re.compile(r"/api/tables/\w+$"), hold_first)
    guest.route("**/share", lambda route: route.continue_() if held else shares.append(route))
    with guest.expect_response("**/share") as given:
        sit_down(guest)
    assert given.value.ok
    ((route, old),) = held
    assert old.json()["status"] == "waiting"
    guest.on("request", lambda request: sent.append(request.url.rpartition("/")[2]))
    with guest.expect_response("**/events*"):
        route.fulfill(response=old)
    expect(guest.locator("#decision")).to_be_visible()
    assert "share" not in sent, "it is given once"


def test_a_newcomer_whose_answer_is_lost_has_one_table(visit: Visit) -> None:
    page = visit()
    lost: list[str] = []

    def lose_first(route: Route) -> None:
        if lost or route.request.method != "POST":
            return route.continue_()
        lost.append(route.fetch().json()["id"])
        return route.abort()

    page.route("**/api/tables", lose_first)
    page.locator(".game.ra .btn.main").click()
    expect(page.locator("#decision")).to_be_visible()
    assert page.url.endswith(lost[0])
    page.goto("/")
    expect(page.locator(".tables a[href^='/t/']")).to_have_count(1)


# ---- around one screen -----------------------------------------------------------------------------------------------


def take_turn(page: Page) -> None:
    """A whole turn of Res Publica without a trade."""
    for move in ('[data-move="no trade"]', '[data-move="end"]', '[data-move^="draw"]'):
        page.locator(f"main {move}").first.click()


def test_around_one_screen_no_hand_is_shown_before_the_device_is_passed_on(visit: Visit) -> None:
    """Whoever is to act, the two at the screen or the third elsewhere; and after a reload."""
    host = visit()
    tap = Wiretap(host)
    host.locator(".game.respublica .acts .btn:not(.main)").click()
    rows = host.locator("form.new .seats li")
    rows.nth(0).locator("input").fill("Ada")
    rows.nth(1).locator("select").first.select_option("me")
    rows.nth(1).locator("input").fill("Livia")
    host.get_by_label("Draw lots for the seats").uncheck()
    host.get_by_role("button", name="Open the table").click()
    guest = sit_down(visit(path_of(host.locator(".lobby .invite input").first.input_value())))
    covered, elsewhere = host.locator(".handover"), guest.locator(".mine.asked")
    seen = {"here": 0, "elsewhere": 0}
    while min(seen.values()) < 2:
        wait_until(lambda: covered.count() or elsewhere.count())
        if not any(seen.values()):
            assert tap.hands() == set(), "nothing was even sent"
        if covered.count():
            assert host.locator(HANDS).count() == 0
            host.reload()
            expect(covered).to_be_visible()
            assert host.locator(HANDS).count() == 0
            covered.get_by_role("button").click()
            expect(host.locator(".hand")).to_be_visible()
            take_turn(host)
            expect(host.locator(".hand")).to_have_count(0)
            seen["here"] += 1
        else:
            expect(host.locator("#decision")).to_be_visible()
            assert host.locator(".hand").count() == 0
            host.reload()
            expect(host.locator("#decision")).to_be_visible()
            assert host.locator(".hand").count() == 0
            host.get_by_role("button", name="I am Livia").click()
            expect(host.locator(".hand")).to_be_visible()
            take_turn(guest)
            expect(elsewhere).to_have_count(0)
            expect(host.locator(".hand")).to_have_count(0)
            seen["elsewhere"] += 1


def test_everybody_sees_who_shares_a_screen(visit: Visit) -> None:
    host = visit()
    host.locator(".game.ra .acts .btn:not(.main)").click()
    rows = host.locator("form.new .seats li")
    rows.nth(1).locator("select").first.select_option("me")
    rows.nth(1).locator("input").fill("Livia")
    host.get_by_label("Draw lots for the seats").uncheck()
    host.get_by_role("button", name="Open the table").click()
    expect(host.locator(".lobby .same-person")).to_have_text(
        ["same person or screen as Livia", "same person or screen as Player 1"]
    )
    assert axe(host) == []
    guest = sit_down(visit(path_of(host.locator(".lobby .invite input").first.input_value())))
    expect(guest.locator("#decision")).to_be_visible()
    guest.get_by_role("button", name="Seats and links").click()
    expect(guest.locator("dialog .same-person").first).to_have_text("same person or screen as Livia")


def test_a_name_that_somebody_has_is_asked_for_again(visit: Visit) -> None:
    host = visit()
    set_name(host, "Ada")
    link = invite(host, "ra")
    guest = visit()
    set_name(guest, "ADA")
    guest.goto(path_of(link))
    expect(guest.locator("#name")).to_have_value("ADA")
    expect(guest.locator("#name")).to_be_focused()
    guest.keyboard.press("Enter")
    expect(guest.get_by_role("alert")).to_contain_text("already called ADA")
    assert axe(guest) == []
    sit_down(guest)
    expect(guest.locator("#decision")).to_be_visible()
    assert "#" not in guest.url


# ---- devices and deletion --------------------------------------------------------------------------------------------


def open_you(page: Page) -> None:
    page.get_by_role("link", name="Name, devices, deletion").click()
    expect(page.get_by_role("heading", name="Your devices")).to_be_visible()


def test_another_device_by_a_link_and_revoked_again(visit: Visit) -> None:
    page = visit()
    set_name(page, "Ada")
    page.locator(".game.ra .btn.main").click()
    expect(page.locator("#decision")).to_be_visible()
    page.goto("/")
    open_you(page)
    expect(page.locator(".devices li")).to_have_count(1)
    expect(page.locator(".devices li")).to_contain_text("this device")
    page.get_by_role("button", name="Make a link").click()
    expect(page.locator(".invite .qr")).to_be_visible()
    link = page.get_by_label("Link", exact=True).input_value()
    assert axe(page) == []

    phone = visit("/hello#" + link.split("#")[1], width=390, height=844)
    expect(phone.locator("h1")).to_have_text("Play as Ada on this device?")
    assert axe(phone) == []
    phone.get_by_role("button", name="Yes, I am Ada").click()
    expect(phone.locator("#continue")).to_be_visible()
    expect(phone.get_by_label("Your name at the table")).to_have_value("Ada")

    late = visit("/hello#" + link.split("#")[1])
    expect(late.get_by_role("alert")).to_contain_text("This link has been used")

    page.reload()
    expect(page.locator(".devices li")).to_have_count(2)
    page.get_by_role("button", name=re.compile("Revoke Chrome on")).click()
    expect(page.locator(".devices li")).to_have_count(1)
    phone.reload()
    expect(phone.locator(".game.ra .btn.main:not([disabled])")).to_be_visible()
    expect(phone.locator("#continue")).to_have_count(0)


def test_a_device_with_tables_is_told_what_it_gives_up(visit: Visit) -> None:
    page, other = visit(), visit()
    set_name(page, "Ada")
    set_name(other, "Hedy")
    other.locator(".game.ra .btn.main").click()
    expect(other.locator("#decision")).to_be_visible()
    open_you(page)
    page.get_by_role("button", name="Make a link").click()
    link = page.get_by_label("Link", exact=True).input_value()
    other.goto("/hello#" + link.split("#")[1])
    expect(other.locator(".trouble")).to_contain_text("So far you have been Hedy here, with 1 table.")
    other.get_by_role("link", name="Cancel").click()
    expect(other.locator("#continue")).to_be_visible()


def test_signing_out_and_deletion_ask_first(visit: Visit) -> None:
    page = visit()
    set_name(page, "Zenobia")
    link = invite(page, "ra")
    guest = sit_down(visit(path_of(link)))
    expect(guest.locator("#decision")).to_be_visible()
    page.get_by_label("Say something to the table").fill("palmyra")
    page.get_by_label("Say something to the table").press("Enter")
    expect(guest.locator("#log")).to_contain_text("palmyra")
    page.goto("/you")
    page.get_by_role("button", name="Sign out here").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("This is your only device")
    assert axe(page) == []
    dialog.get_by_role("button", name="Cancel").click()
    page.get_by_role("button", name="Delete me").click()
    expect(dialog).to_contain_text("This cannot be undone")
    assert axe(page) == []
    dialog.get_by_role("button", name="Delete me for good").click()
    expect(page.locator(".game.ra .btn.main:not([disabled])")).to_be_visible()
    expect(page.locator("#continue")).to_have_count(0)
    expect(page.get_by_label("Your name at the table")).to_have_value("")
    expect(guest.locator("#log")).not_to_contain_text("palmyra")
    assert "Zenobia" not in guest.locator("body").inner_text()
