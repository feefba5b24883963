"""What comes after a game with the companion, and beside it: results, the picture, reading aloud, two devices."""

from __future__ import annotations

import random
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import JSON, answer_to, new_request
from tests.site.companion import begin, enter
from tests.site.conftest import Visit, axe

# A browser with a voice for English: what it says is kept in `said`.
VOICE = """
window.said = [];
const voices = [{ lang: 'en-GB', localService: true, default: true, name: 'Ada', voiceURI: 'Ada' }];
Object.defineProperty(window, 'speechSynthesis', { value: Object.assign(new EventTarget(), {
  getVoices: () => voices,
  speak: ({ text }) => window.said.push(text),
  cancel: () => window.said.push(null),
}) });
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


def finish_game(page: Page, margin: int | None = 7) -> JSON:
    """Play a whole game by requests of this browser, at random; the person has so many VP more than the best automa."""
    request = page.context.request
    request.get("/api/me")
    made = request.post("/api/tables", data={"request_id": new_request(), "game": "tekhenu", "seats": [{"kind": "me"}]})
    table, luck = made.json(), random.Random(5)

    def operate(*operation: Any) -> JSON:
        body = {"request_id": new_request(), "expected_seq": table["seq"], "operation": list(operation)}
        found: JSON = request.post(f"/api/tables/{table['id']}/operations", data=body).json()["table"]
        return found

    while (prompt := table["position"]["prompt"]) is not None:
        value = answer_to(prompt, luck)
        if prompt["id"].endswith("end.vp"):
            best = max(automa["vp"] for automa in table["position"]["table"]["automas"].values())
            value = None if margin is None else best + margin
        table = operate("answer", prompt["id"], value)
    return operate("done", [*range(len(table["position"]["steps"]))])


def png_size(file: Path) -> tuple[int, int]:
    data = file.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return width, height


def check_rounds(page: Page, result: JSON) -> None:
    """Check that the numbers of each chart, and those of the table beside it, add up to the final VP."""
    final = {"person": result["person_vp"]} | {name: one["vp"] for name, one in result["players"].items()}
    charts = page.locator(".by-round svg[data-player]")
    expect(charts).to_have_count(len(final))
    page.locator(".by-round summary").click()
    for column, (name, vp) in enumerate(final.items()):
        chart = page.locator(f'.by-round svg[data-player="{name}"]')
        assert sum(int(number) for number in chart.locator(".n").all_text_contents()) == vp
        times = page.locator(f".by-round tr.time td:nth-child({column + 2})").all_inner_texts()
        assert sum(map(int, times)) == vp
        items = page.locator(f".by-round tbody tr:not(.time) td:nth-child({column + 2})").all_inner_texts()
        assert sum(int(item or 0) for item in items) == vp


def test_the_person_adds_their_scorings(visit: Visit) -> None:
    page = visit(width=390, height=844)
    table = finish_game(page)
    page.goto(f"/t/{table['id']}")
    page.locator(".own-scores summary").click()
    for name, vp in (("after round 8", "9"), ("end of the game", "12")):
        page.get_by_role("spinbutton", name=name).fill(vp)
    page.locator("[data-save-scores]").click()
    person = page.locator('.by-round svg[data-player="person"]')
    expect(person.locator('[data-when="8"] .n')).to_have_text("9")
    expect(person.locator('[data-when="end"] .n')).to_have_text("12")
    rest = table["position"]["result"]["person_vp"] - 21
    expect(person.locator('[data-when="play"] .n')).to_have_text(str(rest))
    assert axe(page) == []


def test_the_results_page_shows_games_record_and_advice(visit: Visit) -> None:
    page = visit()
    table = finish_game(page)
    page.locator(".game.tekhenu a", has_text="Your results").click()
    expect(page.locator(".game-result b").first).to_have_text("You won by 7 VP")
    expect(page.locator(".advice")).to_contain_text("You won your last game against")
    expect(page.locator("#record ~ .sources tbody td").last).to_have_text("+7")
    page.locator(".bars summary").click()
    check_rounds(page, table["position"]["result"])
    for name, automa in table["position"]["result"]["players"].items():
        column = list(table["position"]["result"]["players"]).index(name)
        rows = page.locator(".bars tbody tr")
        shown = [int(row.locator("td").nth(column).inner_text()) for row in rows.all()]
        assert sum(shown) == automa["vp"]
    page.locator(".game-result a", has_text="Open this game").click()
    expect(page.locator(".outcome .verdict")).to_have_text("You won by 7 VP")


@pytest.mark.parametrize(
    ("locale", "width", "height", "night"),
    [("en-GB", 1280, 900, False), ("it-IT", 390, 844, True), ("es-ES", 320, 568, False)],
)
def test_the_results_page_fits_and_is_accessible(
    visit: Visit, locale: str, width: int, height: int, night: bool
) -> None:
    page = visit(locale=locale, width=width, height=height)
    page.emulate_media(color_scheme="dark" if night else "light")
    finish_game(page, -12)
    page.goto("/results/tekhenu")
    page.locator(".bars summary").click()
    page.locator(".by-round summary").click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert axe(page) == []


def test_without_games_the_page_says_so(visit: Visit) -> None:
    page = visit("/results/tekhenu")
    expect(page.locator(".played p")).to_have_text("No finished games yet.")
    expect(page.locator(".advice")).to_have_count(0)
    assert axe(page) == []


def test_the_picture_is_made_on_the_device_even_without_a_network(visit: Visit, tmp_path: Path) -> None:
    page = visit()
    finish_game(page)
    page.goto("/results/tekhenu")
    expect(page.locator("[data-share]")).to_be_visible()
    page.context.set_offline(True)
    with page.expect_download() as download:
        page.locator("[data-share]").click()
    download.value.save_as(tmp_path / "tekhenu.png")
    assert download.value.suggested_filename == "tekhenu-result.png"
    assert png_size(tmp_path / "tekhenu.png") == (2400, 1260)


def test_the_set_up_gives_advice_after_a_game(visit: Visit) -> None:
    page = visit()
    finish_game(page, 40)
    begin(page)
    expect(page.locator(".setup .advice")).to_contain_text("try difficulty")


def test_instructions_are_read_aloud_if_wanted(visit: Visit) -> None:
    page = visit()
    page.context.add_init_script(VOICE)
    page.reload()
    begin(page)
    switch = page.get_by_role("button", name="Read aloud")
    expect(switch).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("said") == [], "nothing is said before somebody wants it"
    switch.click()
    question = page.locator("#decision").inner_text()
    assert page.evaluate("said.at(-1)") == question
    enter(page, random.Random(1), 1)
    expect(page.locator("#decision")).not_to_have_text(question)
    assert page.evaluate("said.at(-1)") == page.locator("#decision").inner_text()
    page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    switch.click()
    assert page.evaluate("said.at(-1)") is None, "it falls silent"


def test_without_a_voice_for_the_language_there_is_no_switch(visit: Visit) -> None:
    page = visit(locale="it-IT")
    page.context.add_init_script(VOICE)
    page.reload()
    begin(page)
    expect(page.locator(".aloud")).to_have_count(0)


def expect_same(one: Page, other: Page) -> None:
    """Both screens say the same, with the same steps done."""
    said = ".order > [aria-live]"
    expect(one.locator(said)).not_to_be_empty()
    expect(other.locator(said)).to_have_text(one.locator(said).inner_text())
    expect(other.locator(".order h2")).to_have_text(one.locator(".order h2").inner_text())


def test_two_devices_are_in_step(visit: Visit) -> None:
    phone, tablet = visit(width=390, height=844), visit(width=1024, height=768)
    begin(phone)
    rng = random.Random(3)
    enter(phone, rng, 8)
    phone.get_by_role("button", name="History").click()
    phone.locator("[data-other-device]").click()
    link = phone.locator(".invite input").input_value()
    assert axe(phone) == []
    phone.get_by_role("button", name="Close").click()
    tablet.goto("/hello" + link.partition("/hello")[2])
    tablet.get_by_role("button", name="Yes, I am").click()
    expect(tablet.locator(".order")).to_be_visible()
    expect_same(phone, tablet)
    enter(phone, rng, 4, stop_at_steps=True)  # answers, until there are steps to tick
    expect_same(phone, tablet)
    before = tablet.locator(".order > [aria-live]").inner_text()
    phone.locator("[data-answer=done]").click()
    expect(tablet.locator(".order > [aria-live]")).not_to_have_text(before)
    expect_same(phone, tablet)
    enter(tablet, rng, 3)
    expect_same(tablet, phone)
