"""The page of the Tekhenu companion: whole games, the table as of each step, ticks, undo, every size of screen."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.site.companion import Person, begin, enter
from tests.site.conftest import Visit, axe

MAX_TAPS_IN_A_TURN = 3  # a die, a piece, Enter; a Seth action has a conquest tile too
STEPS = "main:not([data-prompt]):not([data-over])"
PERSONS_TURN = 'main[data-prompt$=".person.die"]'

# How many different numbers of cells the rows of the table of players show: all have the same columns.
CELLS = """
() => new Set([...document.querySelectorAll('.tracks tr')].map(
  (row) => [...row.cells].filter((cell) => cell.checkVisibility()).length)).size
"""


def view(page: Page) -> dict[str, Any]:
    """Return what the server says about the session."""
    table = page.url.rsplit("/", 1)[-1]
    found: dict[str, Any] = page.request.get(f"/api/tables/{table}").json()["position"]
    return found


def all_sent(page: Page) -> None:
    """Wait until the server has every tick that the page shows."""
    expect(page.locator(".saved.is-saved")).to_be_visible()


def table_at(shown: dict[str, Any], number: int) -> dict[str, Any]:
    """Return the table on which a step is done: that before the entry with the changes of the steps before it."""
    table: dict[str, Any] = shown["before"]
    for step in shown["steps"][:number]:
        for path, value in step["changes"]:
            place: Any = table
            for key in path[:-1]:
                place = place[key]
            place[path[-1]] = value
    return table


def check_step(page: Page) -> bool:
    """Check header, round, tile and the die of the step on the screen; return whether it takes a die."""
    all_sent(page)
    shown = view(page)
    number = len(shown["done"])
    while re.match(r"tekhenu\.step\.(person_|round$|correction$)", shown["steps"][number]["key"]):
        number += 1
    step, table = shown["steps"][number], table_at(shown, number)
    header = page.locator(".order > header")
    expect(header).to_have_attribute("data-round", str(table["round"]))
    expect(page.locator(".rounds")).to_have_attribute("data-round", str(table["round"]))
    if step["turn"]:
        expect(header).to_have_attribute("data-turn", step["turn"])
    if step["tile"]:
        expect(header.locator("[data-tile]")).to_have_attribute("data-tile", step["tile"])
    for section, light in table["light"].items():
        tone = {"sunny": "light", "shaded": "shade", "dark": "dark"}[light]
        expect(page.locator(f".plate[data-section={section}]")).to_have_class(re.compile(rf"\b{tone}\b"))
    if step["key"] != "tekhenu.step.take_die":
        return False
    die = "{section}.{colour}.{value}".format_map(step["params"])
    ringed = page.locator("[data-taken]")
    expect(ringed).to_have_count(1)
    expect(ringed).to_have_attribute("data-space", f"die.{die}")
    expect(ringed).to_be_in_viewport()
    return True


def test_a_whole_game_shows_the_table_as_of_each_step(visit: Visit, capsys: pytest.CaptureFixture[str]) -> None:
    page = visit("/", width=390, height=844)
    begin(page)
    taken = 0

    def look(page: Page) -> None:
        nonlocal taken
        if page.locator(STEPS).count():
            expect(page.locator("[data-answer=done]")).to_be_in_viewport()
            taken += check_step(page)
            assert page.evaluate(CELLS) == 1
        elif page.locator("button[data-space]").count():
            expect(page.locator("#decision")).to_be_in_viewport()
            expect(page.locator("button[data-space]").first).to_be_in_viewport()

    person = Person(page, random.Random(3), look)
    person.enter()
    expect(page.locator(".order header h2")).to_have_text("The game is over")
    assert taken > 10
    taps = person.taps
    assert taps.each("instruction") == 1
    assert taps.each("turn") <= MAX_TAPS_IN_A_TURN
    assert person.most_in_a_turn <= MAX_TAPS_IN_A_TURN
    with capsys.disabled():
        print(
            f"\ntaps: {taps.each('turn'):.2f} in a person's turn (at most {person.most_in_a_turn}), "
            f"{taps.each('instruction'):.2f} for an instruction, "
            f"{taps.each('automa'):.2f} in an automa's turn step by step, 1 if it is done at once"
        )


def test_undo_takes_back_an_entry_with_one_tap(visit: Visit) -> None:
    page = visit("/", width=1180, height=820)
    begin(page)
    person = Person(page, random.Random(3))
    person.enter(1, PERSONS_TURN)
    before = view(page)["table"]
    person.one()
    page.locator("[data-answer=undo]").click()
    page.locator("[data-answer=redo]").wait_for()
    person.enter(0, PERSONS_TURN)  # what is to be moved back on the real table
    assert view(page)["table"] == before
    page.locator("[data-answer=redo]").click()
    expect(page.locator("[data-answer=redo]")).to_have_count(0)


def test_looking_at_other_steps_ticks_nothing(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    begin(page)
    Person(page, random.Random(3)).enter(1, f"{STEPS} .then:not([disabled])")
    main, sentence = page.locator("main"), page.locator(".steps .now .do")
    now, said = main.get_attribute("data-moment"), sentence.inner_text()
    done = view(page)["done"]
    page.locator(".then").click()
    expect(sentence).not_to_have_text(said, use_inner_text=True)
    page.keyboard.press("ArrowLeft")
    expect(sentence).to_have_text(said, use_inner_text=True)
    page.keyboard.press("ArrowRight")
    page.locator("[data-answer=return]").click()
    expect(main).to_have_attribute("data-moment", now or "")
    assert view(page)["done"] == done


def test_a_reload_keeps_step_ticks_and_reasons(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    begin(page)
    person = Person(page, random.Random(3))
    person.enter(1, ".checklist")
    for number in (1, 3):
        page.locator(".checklist .check").nth(number).click()
    all_sent(page)
    page.reload()
    expect(page.locator(".checklist :checked")).to_have_count(2)
    person.enter(1, f"{STEPS} .was + .steps .why")  # a step behind one that is done
    all_sent(page)
    order = page.locator(".order")
    said = order.inner_text()
    page.reload()
    expect(order).to_have_text(said, use_inner_text=True)
    expect(page.locator(".why")).to_be_visible()


def test_two_devices_are_in_step(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    begin(page)
    Person(page, random.Random(3)).enter(1, "[data-answer=turn]")
    tablet = page.context.new_page()
    tablet.goto(page.url)
    expect(tablet.locator(".steps .now")).to_be_visible()
    for device, other in ((page, tablet), (tablet, page)):
        device.locator("[data-answer=done]").click()
        order = device.locator(".order .scroller")
        expect(other.locator(".order .scroller")).to_have_text(order.inner_text(), use_inner_text=True)


def test_another_action_and_the_cultist(visit: Visit) -> None:
    page = visit("/", width=390, height=844)
    begin(page)
    Person(page, random.Random(3)).enter(1, PERSONS_TURN)
    points = view(page)["table"]["automas"]["a1"]["vp"]
    page.locator("[data-answer=cultist]").click()
    page.locator("[data-answer=done]").click()
    expect(page.locator(PERSONS_TURN)).to_be_attached()
    assert view(page)["table"]["automas"]["a1"]["vp"] == points + 1
    page.locator("[data-answer=other]").click()
    submit = page.locator("[data-answer=submit]")
    expect(submit).to_be_disabled()
    page.locator("button[data-space^=die]").first.click()
    for action in ("production", "bastet"):
        page.locator(f"[data-action={action}]").click()
    submit.click()
    expect(page.locator(PERSONS_TURN)).to_have_count(0)
    keys = [step["params"].get("action") for step in view(page)["steps"] if step["key"] == "tekhenu.step.person_action"]
    assert keys == ["production", "bastet"]


def test_the_keyboard_alone_is_enough(visit: Visit) -> None:
    page = visit("/", width=1180, height=820)
    begin(page)
    person = Person(page, random.Random(3))
    person.enter(1, STEPS)
    while page.locator(STEPS).count():
        before = page.locator("main").get_attribute("data-moment") or ""
        page.keyboard.press("Enter")
        expect(page.locator("main")).not_to_have_attribute("data-moment", before)
    person.enter(0, PERSONS_TURN)
    die = page.locator("button[data-space^=die]").first
    die.focus()
    page.keyboard.press("Enter")
    expect(page.locator(PERSONS_TURN)).to_have_count(0)


def test_a_whole_game_with_a_change_of_history(visit: Visit) -> None:
    page = visit("/", width=1180, height=820)
    begin(page)
    faults = axe(page)
    rng = random.Random(3)
    enter(page, rng, 30)
    faults += axe(page)
    entered = view(page)["prompt"]
    page.get_by_role("button", name="History").click()
    page.locator(".story .entry").first.click()
    page.locator(".story [data-answer=remove]").click()
    expect(page.locator("dialog")).to_have_count(0)
    assert view(page)["prompt"] != entered
    enter(page, rng)
    expect(page.locator(".order header h2")).to_have_text("The game is over")
    page.get_by_role("button", name="Score sheet").click()
    expect(page.locator("dialog .scoring")).to_be_visible()
    faults += axe(page)
    assert faults == []


SIZES = [(320, 568), (360, 640), (390, 844), (844, 390), (768, 1024), (1024, 768), (1440, 900)]
TOO_SMALL = """() => [...document.querySelectorAll('main button, main summary')]
  .filter((one) => one.checkVisibility())
  .map((one) => [one.className, one.getBoundingClientRect()])
  .filter(([name, box]) => box.height < 43.5 || box.width < 43.5)
  .map(([name, box]) => `${name} ${box.width} × ${box.height}`)"""
OVERLAPPING_DICE = """() => {
  const boxes = [...document.querySelectorAll('.die-at')].map((one) => one.getBoundingClientRect());
  return boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""


@pytest.mark.parametrize("locale", ["en", "it", "es"])
def test_it_fits_every_screen(visit: Visit, locale: str) -> None:
    page = visit("/", width=390, height=844, locale=locale)
    begin(page)
    person = Person(page, random.Random(5))
    for situation in (".checklist", PERSONS_TURN, 'main[data-prompt$=".pieces"]', f"{STEPS} .why"):
        person.enter(1, situation)
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            where = f"{situation} at {width} × {height}"
            assert page.evaluate("document.documentElement.scrollWidth") <= width, where
            assert page.evaluate(OVERLAPPING_DICE) == 0, where
            assert page.evaluate(TOO_SMALL) == [], where
            expect(page.locator(".buttons .btn").first).to_be_in_viewport()
        page.set_viewport_size({"width": 390, "height": 844})


@pytest.mark.parametrize("night", [False, True])
def test_axe_finds_nothing(visit: Visit, night: bool) -> None:
    page = visit("/", width=390, height=844)
    if night:
        page.emulate_media(color_scheme="dark")
    begin(page)
    person = Person(page, random.Random(5))
    faults = []
    for situation in (".checklist", PERSONS_TURN, 'main[data-prompt$=".pieces"]', f"{STEPS} .why"):
        person.enter(1, situation)
        faults += axe(page)
    assert faults == []
