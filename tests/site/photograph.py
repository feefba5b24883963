"""The pictures of the site in the documentation: `make screenshots`."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.site.companion import enter
from tests.site.conftest import CHROMIUM, FLAGS, serving
from tests.site.people import PATIENCE, asked_or_over, close_dialog, moves, play_once

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
DESKTOP, PHONE = (1440, 900), (390, 844)


def arrive(browser: Browser, url: str, size: tuple[int, int], night: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        base_url=url,
        color_scheme="dark" if night else "light",
        locale="en",
    )
    context.set_default_timeout(PATIENCE)
    context.add_init_script("localStorage.settings = JSON.stringify({speed: 'off', sound: false})")
    return context.new_page()


def open_table(page: Page, game: str, players: int) -> None:
    bots = [{"kind": "bot", "bot": "greedy"}] * (players - 1)
    order = {
        "game": game,
        "seats": [{"kind": "me", "name": "You"}, *bots],
        "request_id": f"picture-{game}",
        "seed": "Heliopolis",
    }
    page.goto("/")
    page.request.get("/api/me")
    made = page.request.post("/api/tables", data=order, headers={"Origin": page.url.rstrip("/")})
    page.goto(f"/t/{made.json()['id']}")
    expect(page.locator("#decision")).to_be_visible()


def play_on(page: Page, decisions: int, until: str) -> None:
    """So many decisions, and on until this one can be made."""
    rng = random.Random(8)
    while asked_or_over(page):
        if close_dialog(page):
            continue
        if decisions <= 0 and any(move.startswith(until) for move in moves(page)):
            return
        play_once(page, rng)
        decisions -= 1


def shoot(page: Page, name: str) -> None:
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / f"site-{name}.png")
    print(f"docs/pictures/site-{name}.png")


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        page = arrive(browser, server.url, DESKTOP)
        page.goto("/")
        expect(page.locator(".game .btn.main:not([disabled])").first).to_be_visible()
        shoot(page, "home")
        open_table(page, "ra", 4)
        play_on(page, 8, "bid")
        shoot(page, "ra")
        page.emulate_media(color_scheme="dark")
        page.set_viewport_size({"width": PHONE[0], "height": PHONE[1]})
        shoot(page, "ra-phone")
        for game, decisions, until in (("priests", 12, "draw"), ("respublica", 12, "accept")):
            page = arrive(browser, server.url, DESKTOP, night=game == "priests")
            open_table(page, game, 4)
            play_on(page, decisions, until)
            shoot(page, game)
        page = arrive(browser, server.url, DESKTOP)
        page.goto("/")
        page.locator(".game.tekhenu .btn.main").click()
        page.locator(".question input[type=number]").first.fill("2")
        enter(page, random.Random(8), entries=70, stop_at_steps=True)
        shoot(page, "tekhenu")
        browser.close()


if __name__ == "__main__":
    main()
