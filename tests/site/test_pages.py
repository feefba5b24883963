"""Every page in every language, both colours, all sizes: nothing missing, nothing cut off, nothing that axe minds."""

from __future__ import annotations

import gzip
import json
import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import STATIC, Visit, axe
from tests.site.people import asked_or_over, close_dialog, play_a_while, play_once, start

PLAY = {"en": "Play", "it": "Gioca", "es": "Jugar"}
SCREENS = [(320, 640), (390, 844), (844, 390), (820, 1180), (1180, 820), (3840, 2160)]
BUDGET = 300_000  # bytes of the first load, compressed


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/rules/ra",
        "/rules/priests",
        "/rules/respublica",
        "/rules/tekhenu",
        "/replay",
        "/you",
        "/hello",
        "/nowhere",
        "/t/nothing",
    ],
)
def test_pages_pass_axe_by_day_and_by_night(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.locator("h1")).to_be_visible()
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe(page) == []


def test_dialogues_pass_axe(visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="Settings").click()
    expect(page.locator("dialog[open]")).to_be_visible()
    assert axe(page) == []
    page.keyboard.press("Escape")
    start(page, "ra")
    for name in ("Seats and links", "Rules"):
        page.get_by_role("button", name=name, exact=True).click()
        expect(page.locator("dialog[open]")).to_be_visible()
        assert axe(page) == []
        page.keyboard.press("Escape")


@pytest.mark.parametrize("language", ["en", "it", "es"])
def test_each_language_from_the_browser(visit: Visit, language: str) -> None:
    """A message that is missing is an error of the script, and errors fail the test."""
    page = visit("/", locale=f"{language}-{language.upper()}" if language != "en" else "en-US")
    expect(page.locator(".game.ra .btn.main")).to_contain_text(PLAY[language])
    assert page.evaluate("document.documentElement.lang") == language
    start(page, "ra")
    rng = random.Random(1)
    for _ in range(5):
        if not asked_or_over(page):
            break
        close_dialog(page)
        play_once(page, rng)
    assert not re.search(r"\{\w+|undefined|\bsun\.|\bsite\.", page.locator("main").inner_text())


def test_the_language_changes_at_once_and_is_remembered(visit: Visit) -> None:
    page = visit()
    start(page, "priests")
    page.locator(".lang select").select_option("it")
    expect(page.locator("#log h2")).to_contain_text("Cronaca")
    assert page.evaluate("document.documentElement.lang") == "it"
    page.reload()
    expect(page.locator("#log h2")).to_contain_text("Cronaca")


def overflow(page: Page) -> int:
    return int(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))


def test_the_home_page_fits_every_screen(visit: Visit) -> None:
    page = visit("/", locale="it-IT")
    expect(page.locator(".game.ra .btn.main")).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, width


@pytest.mark.parametrize("game", ["ra", "priests", "respublica"])
def test_tables_fit_every_screen(visit: Visit, game: str) -> None:
    """One table, on which the screen is turned and changed for another."""
    page = visit("/", locale="it-IT")
    start(page, game)
    assert asked_or_over(page)
    button = page.locator("main [data-move]:not([aria-disabled=true])").first
    faults = []
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        box = button.bounding_box()
        if overflow(page) > 0:
            faults.append(f"{width}: {overflow(page)} px too wide")
        if box is None or box["y"] + box["height"] > height + 1:
            faults.append(f"{width}: the decision cannot be seen without scrolling")
        faults += [f"{width}: {fault}" for fault in axe(page)]
    assert faults == []


def test_a_table_that_waits_for_people_fits_every_screen(visit: Visit) -> None:
    page = visit("/", locale="it-IT")
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "open"}]
    body = {"game": "respublica", "name": "Una serata lunga", "seats": seats, "request_id": "a" * 16, "shares": True}
    page.request.get("/api/me")
    table = page.request.post("/api/tables", data=body).json()["id"]
    page.goto(f"/t/{table}")
    expect(page.get_by_role("button", name=re.compile("link", re.IGNORECASE)).first).to_be_visible()
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        assert overflow(page) <= 0, width


def test_the_table_does_not_jump_while_it_is_played(visit: Visit) -> None:
    """The lines of the log aside: there the newest pushes the others down."""
    page = visit()
    start(page, "ra")
    page.evaluate("document.querySelector('#log ol').style.visibility = 'hidden'")
    watch = "new PerformanceObserver(all => all.getEntries().forEach(one => window.shift += one.value))"
    page.evaluate(f"window.shift = 0; {watch}.observe({{type: 'layout-shift'}})")
    rng = random.Random(7)
    play_a_while(page, rng, 12)
    assert page.evaluate("window.shift") < 0.1


def test_the_first_load_is_small() -> None:
    """The home page with everything it asks for, in English, as a server with compression would send it."""
    index = (STATIC / "index.html").read_text(encoding="utf-8")
    wanted = set(re.findall(r"/(assets/[^\"]+)", index))
    scripts = [name for name in wanted if name.endswith(".js")]
    for name in scripts:  # what they import is wanted too
        wanted |= {
            f"assets/{one}"
            for one in re.findall(r"from[\"']\./([^\"']+)[\"']", (STATIC / name).read_text(encoding="utf-8"))
        }
    wanted |= {f"assets/{file.name}" for file in STATIC.glob("assets/en-*.js")}
    wanted |= {
        f"assets/{file.name}"
        for pattern in ("*latin-wght*", "marcellus-latin-400-normal*.woff2")
        for file in STATIC.glob(f"assets/{pattern}")
    }
    sizes = {name: len(gzip.compress((STATIC / name).read_bytes())) for name in wanted | {"index.html"}}
    assert sum(sizes.values()) < BUDGET, json.dumps(sizes, indent=1)
