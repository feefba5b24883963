"""Every question, correction and entry of the companion is answered by touch, on every size of screen and language.

`make test` tries each at one size and in one language, in turn, so that all of them occur; `make walk` tries all.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.site.companion_situations import CORRECTIONS, Table, kind_of, questions
from tests.site.conftest import ARRIVAL, Server, axe
from tests.site.people import PATIENCE
from tests.site.touching import IN_VIEW, LANGUAGES, SIZES, close_dialogs, refuse, touch, touch_all

THEMES = ("papyrus", "night")


@pytest.fixture
def page(server: Server, browser: Browser) -> Iterator[Page]:
    """A page that is touched, and fails the test on any error of its script."""
    errors: list[str] = []
    context = browser.new_context(
        base_url=server.url, has_touch=True, locale="en-GB", reduced_motion="reduce", service_workers="block"
    )
    context.add_init_script(ARRIVAL)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []


class Walk:
    """All sizes and languages for what is tried, or one after the other."""

    def __init__(self, page: Page, table: Table, whole: bool) -> None:
        self.page, self.table, self.whole = page, table, whole
        self.tried = 0
        self.faults: list[str] = []
        page.route("**/operations", refuse)

    def screens(self) -> list[tuple[tuple[int, int], str]]:
        number = self.tried
        self.tried += 1
        every = [(size, language) for language in LANGUAGES for size in SIZES]
        one = (SIZES[number % len(SIZES)], LANGUAGES[(number + number // len(SIZES)) % len(LANGUAGES)])
        return every if self.whole else [one]

    def open(self, size: tuple[int, int], language: str) -> None:
        """Open the table anew at its question."""
        theme = THEMES[self.tried % len(THEMES)]
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(
            "([language, theme]) => { localStorage.language = language;"
            " localStorage.settings = JSON.stringify({ ...JSON.parse(localStorage.settings), theme }); }",
            [language, theme],
        )
        self.page.goto(f"/t/{self.table.id}")
        expect(self.page.locator("main .order header")).to_be_visible()

    def note(self, what: str, size: tuple[int, int], language: str, faults: list[str]) -> None:
        self.faults += [f"{what} {size[0]}×{size[1]} {language}: {fault}" for fault in faults]


def test_every_question_is_answered_by_touch(page: Page, long: bool) -> None:
    table = Table(page, random.Random(4))
    walk = Walk(page, table, long)
    for kind in questions(table):
        for size, language in walk.screens():
            walk.open(size, language)
            faults = [] if kind == "over" else page.evaluate(IN_VIEW, "#decision")
            faults += axe(page)
            walk.note(kind, size, language, faults + touch_all(page, "main"))
    walk_history(walk)
    assert walk.tried > len(SIZES) * len(LANGUAGES)
    assert walk.faults == [], "\n".join(walk.faults)


def walk_history(walk: Walk) -> None:
    """Open the form of one entry of each kind, and the score sheet."""
    page, table = walk.page, walk.table
    entries = page.request.get(f"/api/tables/{table.id}/story").json()["story"]
    kinds: dict[str, int] = {}
    for number, told in enumerate(entries):
        kinds.setdefault(kind_of({"id": told["entry"]["id"], "question": {"params": {}}}), number)
    for kind, number in kinds.items():
        for size, language in walk.screens():
            walk.open(size, language)
            touch(page.locator("[data-open=history]"))
            touch(page.locator(f"[data-entry='{number}']"))
            expect(page.locator(".story .edit [data-answer=remove]")).to_be_visible()
            if kind != "setup.checklist":
                expect(page.locator(".story .edit .ask-label")).to_be_visible()
            walk.note(f"history {kind}", size, language, touch_all(page, "dialog[open] .edit") + axe(page))
            close_dialogs(page)
    for size, language in walk.screens():
        walk.open(size, language)
        touch(page.locator("[data-open=sheet]"))
        expect(page.locator("dialog .scoring")).to_be_visible()
        walk.note("sheet", size, language, touch_all(page, "dialog[open] .body") + axe(page))


def test_every_correction_is_made_by_touch(page: Page, long: bool) -> None:
    table = Table(page, random.Random(4))
    while table.prompt is not None and table.prompt["kind"] != "turn":
        table.answer()
    table.do_steps()
    walk = Walk(page, table, long)
    for name, area in CORRECTIONS.items():
        is_first = name == next(one for one, found in CORRECTIONS.items() if found == area)
        for size, language in walk.screens():
            walk.open(size, language)
            touch(page.locator(".btn.correct"))
            faults = page.evaluate(IN_VIEW, ".corrections header p") + page.evaluate(IN_VIEW, "#decision")
            if is_first:
                touch(page.locator(f"[data-area={area}]"))
                faults += touch_all(page, ".corrections", leave=("finish",))
            find(page, name, area)
            expect(page.locator("dialog[open] [data-answer=correct]")).to_be_visible()
            faults += axe(page) + touch_all(page, "dialog[open]", leave=("Close", "Chiudi", "Cerrar"))
            walk.note(name, size, language, faults)
    assert walk.faults == [], "\n".join(walk.faults)


def find(page: Page, name: str, area: str) -> None:
    """Open an area and touch in it what is to be corrected."""
    chosen = page.locator(f"[data-area={area}]")
    if chosen.get_attribute("aria-expanded") != "true":
        touch(chosen)
    kind, _, place = name.partition(".")
    if kind in ("pillar", "conquest"):
        touch(page.locator(f".corrections [data-cell='{place}']"))
    elif kind == "temple":
        touch(page.locator(f".corrections [data-line='{place}']"))
    else:
        touch(page.locator(f".corrections [data-correct='{name}']"))


def test_a_correction_says_what_it_changed(page: Page) -> None:
    """The words are those of the game, on the page and in the history; taken out, it says what to move back."""
    table = Table(page, random.Random(4))
    while table.prompt is not None and table.prompt["kind"] != "turn":
        table.answer()
    table.do_steps()
    before = table.view["table"]["automas"]["a1"]["vp"]
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/t/{table.id}")
    touch(page.locator(".btn.correct"))
    find(page, "a1.vp", "a1")
    page.locator("dialog[open] input").fill(str(before + 3))
    touch(page.locator("[data-answer=correct]"))
    said = f"Automa 1: VP {before} → {before + 3}"
    expect(page.locator(".corrected")).to_contain_text(said)
    touch(page.locator("[data-answer=finish]"))
    touch(page.locator("[data-open=history]"))
    expect(page.locator(".story > li").first).to_contain_text(said)
    expect(page.locator("dialog[open]")).not_to_contain_text("a1.vp")
    touch(page.locator("[data-entry]").first)
    touch(page.locator("[data-answer=remove]"))
    expect(page.locator(".order > header h2")).to_have_text("Move these on your table")
    expect(page.locator(".steps .now")).to_contain_text(str(before))
