"""A host who deletes a table: asked once more, and everybody who has it open is told."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit, axe
from tests.site.people import sit_down
from tests.site.test_table_life import invite, path_of


def open_seats(page: Page, name: str = "Seats and links") -> None:
    page.get_by_role("button", name=name).click()


def test_a_table_that_waits_is_deleted_after_a_second_click(visit: Visit) -> None:
    host = visit()
    link = invite(host, "ra")
    watcher = visit(path_of(link).partition("#")[0])
    expect(watcher.locator(".lobby")).to_be_visible()
    open_seats(watcher)
    expect(watcher.get_by_role("button", name="Delete this table")).to_have_count(0)
    open_seats(host)
    host.get_by_role("button", name="Delete this table").click()
    assert axe(host) == []
    host.get_by_role("button", name="Cancel").click()
    host.get_by_role("button", name="Delete this table").click()
    host.get_by_role("button", name="Delete for good").click()
    expect(host.locator(".game.ra").first).to_be_visible()
    expect(watcher.get_by_text("There is no such table.")).to_be_visible()


def test_a_game_with_others_cannot_be_deleted(visit: Visit) -> None:
    host = visit()
    guest = sit_down(visit(path_of(invite(host, "ra"))))
    expect(guest.locator("#decision")).to_be_visible()
    expect(host.locator("#decision")).to_be_visible()
    open_seats(host)
    expect(host.locator("dialog .seats li")).to_have_count(3)
    expect(host.get_by_role("button", name="Delete this table")).to_have_count(0)


@pytest.mark.parametrize(("locale", "seats", "button"), [("it", "Posti", "Elimina"), ("es", "Asientos", "Borrar")])
def test_in_other_languages(visit: Visit, locale: str, seats: str, button: str) -> None:
    page = visit(locale=locale, width=390, height=844)
    page.locator(".game.ra .acts .btn.main").click()
    expect(page.locator("#decision")).to_be_visible()
    page.locator(f"button[aria-label*={seats[:4]!r}]").first.click()
    page.get_by_role("button", name=button).click()
    assert page.locator("dialog").evaluate("(box) => box.scrollWidth <= box.clientWidth")
