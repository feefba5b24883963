"""Guided first games in the browser: by mouse, touch and keyboard, in three languages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from heliopolis.lessons.lesson import lesson, lessons
from heliopolis.text.catalogues import catalogue
from tests.site.conftest import Visit, axe
from tests.site.people import close_dialog

LOCALES = {"en": "en-GB", "it": "it-IT", "es": "es-ES"}
OVERLAPS = """() => {
  const box = (one) => one.getBoundingClientRect();
  const bubble = box(document.querySelector('.bubble'));
  const ring = document.querySelector('.ring');
  if (!ring) return 0;
  const { left, right, top, bottom } = box(ring);
  const across = Math.min(right, bubble.right) - Math.max(left, bubble.left);
  const down = Math.min(bottom, bubble.bottom) - Math.max(top, bubble.top);
  return Math.max(0, across) * Math.max(0, down);
}"""


RINGED = """(selector) => {
  const [ring, target] = ['.ring', selector].map((one) => document.querySelector(one)?.getBoundingClientRect());
  return ring && target && Math.abs(ring.x - target.x) < 2 && Math.abs(ring.y - target.y) < 2;
}"""


def bubble(page: Page) -> Locator:
    return page.locator(".bubble")


def at_step(page: Page, game: str, number: int, language: str = "en") -> None:
    """Wait until the lesson is at a step, from 0; the scoring of an epoch is read first."""
    title = catalogue(language)[f"lesson.{game}.{lesson(game).steps[number].id}.title"]
    expect(page.locator("dialog[open]").or_(page.locator("#lesson-title")).first).to_be_visible()
    close_dialog(page)
    expect(page.locator("#lesson-title")).to_have_text(title)
    expect(page.locator(".bubble .step")).to_contain_text(str(number + 1))


def pressed(page: Page, press: Callable[[Page, Locator], None], game: str, number: int) -> None:
    """Do what a step asks for, with clicks or taps."""
    clicks = lesson(game).steps[number].clicks
    if not clicks:
        press(page, bubble(page).locator(".bubble-foot .btn.main"))
    for click in clicks:
        attribute, _, value = click.partition(" ")
        selector = f'main [data-{attribute}="{value}"]'
        page.wait_for_function(RINGED, arg=selector)
        press(page, page.locator(selector).first)


def click_middle(page: Page, where: Locator) -> None:
    """Click where something is on the screen: nothing may lie over it."""
    box = where.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def tap_middle(page: Page, where: Locator) -> None:
    box = where.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def walk(page: Page, game: str, press: Callable[[Page, Locator], None], language: str = "en") -> Iterator[int]:
    """Play a lesson from its beginning; yields the number of each step while it is shown."""
    for number in range(len(lesson(game).steps)):
        at_step(page, game, number, language)
        yield number
        pressed(page, press, game, number)
    expect(page.locator("#lesson-title")).to_have_text(catalogue(language)["lesson.done"])


@pytest.mark.parametrize("game", lessons())
def test_a_lesson_is_played_with_the_mouse_and_leads_to_a_whole_game(visit: Visit, game: str) -> None:
    page = visit("/learn")
    page.locator(f'a.btn.main[href="/learn/{game}"]').click()
    for number in walk(page, game, click_middle):
        for anchor in lesson(game).steps[number].lit:
            attribute, _, value = anchor.partition(" ")
            expect(page.locator(f'main [data-{attribute}="{value}"]').first).to_be_visible()
        assert page.evaluate(OVERLAPS) == 0
        if number % 5 == 1:
            assert axe(page) == []
    assert axe(page) == []
    bubble(page).get_by_role("button", name="whole game").click()
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.locator("#decision")).to_be_visible()
    expect(page.locator(".others .bot").first).to_have_attribute("title", "easy")
    page.goto("/learn")
    expect(page.locator(f'a[href="/learn/{game}"]')).to_have_text("Play it again")


@pytest.mark.parametrize("game", lessons())
def test_a_lesson_is_played_by_touch_on_a_phone(visit: Visit, game: str) -> None:
    language = {"ra": "en", "priests": "it", "respublica": "es"}[game]
    page = visit(f"/learn/{game}", width=390, height=844, touch=True, locale=LOCALES[language])
    for number in walk(page, game, tap_middle, language):
        assert page.evaluate(OVERLAPS) == 0
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        box = bubble(page).bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 844
        if number % 6 == 1:
            assert axe(page) == []


def test_a_lesson_is_played_with_the_keyboard(visit: Visit) -> None:
    page = visit("/learn/respublica")
    for number, step in enumerate(lesson("respublica").steps):
        at_step(page, "respublica", number)
        expect(bubble(page)).to_be_focused()
        for _ in step.clicks or [None]:
            page.keyboard.press("Enter")
    expect(page.locator("#lesson-title")).to_have_text(catalogue("en")["lesson.done"])


def test_the_tabulator_reaches_only_the_bubble_and_the_ring(visit: Visit) -> None:
    page = visit("/learn/ra")
    at_step(page, "ra", 0)
    page.keyboard.press("Enter")
    at_step(page, "ra", 1)
    reached = []
    for _ in range(8):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.dataset.move ?? document.activeElement.innerText"))
    assert reached[0] == "draw"
    assert set(reached) == {"draw", "", "Back", "Skip"}
    assert reached[:4] == reached[4:]
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # on the ring
    at_step(page, "ra", 2)


def test_backspace_goes_back_and_escape_asks(visit: Visit) -> None:
    page = visit("/learn/ra")
    for number in range(3):
        at_step(page, "ra", number)
        page.keyboard.press("Enter")
    at_step(page, "ra", 3)
    page.keyboard.press("Backspace")
    at_step(page, "ra", 2)
    expect(page.locator(".row .tile")).to_have_count(3)
    page.keyboard.press("Escape")
    question = page.get_by_role("dialog", name="Skip the lesson?")
    expect(question).to_be_visible()
    question.get_by_role("button", name="Go on with the lesson").click()
    at_step(page, "ra", 2)
    page.keyboard.press("Escape")
    question.get_by_role("button", name="Skip", exact=True).click()
    expect(page).to_have_url(re.compile("/learn$"))


def test_a_wrong_click_does_nothing_but_flash_the_ring(visit: Visit) -> None:
    page = visit("/learn/ra")
    at_step(page, "ra", 0)
    pressed(page, click_middle, "ra", 0)
    at_step(page, "ra", 1)
    expect(page.locator(".ring.flash")).to_have_count(0)
    click_middle(page, page.locator('main [data-part="others"]'))
    expect(page.locator(".ring.flash")).to_have_count(1)
    at_step(page, "ra", 1)
    page.keyboard.press("i")  # the keys of a table are not those of a lesson
    at_step(page, "ra", 1)


def test_a_lesson_is_left_and_gone_on_with_later(visit: Visit) -> None:
    page = visit("/learn/priests")
    for number in range(4):
        at_step(page, "priests", number)
        pressed(page, click_middle, "priests", number)
    at_step(page, "priests", 4)
    page.reload()
    at_step(page, "priests", 4)
    page.locator(".top").get_by_role("button", name="Skip the lesson").click()
    page.get_by_role("link", name="Go on at step 5").click()
    at_step(page, "priests", 4)


def test_the_language_is_changed_in_the_middle(visit: Visit) -> None:
    page = visit("/learn/ra")
    at_step(page, "ra", 0)
    for language in ("it", "es", "en"):
        page.locator(".top .lang select").select_option(language)
        at_step(page, "ra", 0, language)


def test_the_moves_of_the_others_are_shown_one_by_one_and_can_be_hurried(visit: Visit) -> None:
    page = visit("/learn/ra", moving=True)
    at_step(page, "ra", 0)
    pressed(page, click_middle, "ra", 0)
    at_step(page, "ra", 1)
    pressed(page, click_middle, "ra", 1)
    expect(page.locator(".watching")).to_be_visible()
    page.keyboard.press("Space")
    at_step(page, "ra", 2)
    expect(page.locator(".row .tile")).to_have_count(3)


@pytest.mark.parametrize("language", LOCALES)
def test_somebody_new_is_offered_a_lesson(visit: Visit, language: str) -> None:
    page = visit(locale=LOCALES[language])
    words = catalogue(language)
    offer = page.get_by_role("complementary", name=words["lesson.name"])
    expect(offer).to_contain_text(words["lesson.offer"])
    assert axe(page) == []
    offer.get_by_role("link", name=words["lesson.offer_begin"]).click()
    at_step(page, "ra", 0, language)


def test_whoever_declines_is_not_asked_again(visit: Visit) -> None:
    page = visit(width=390, height=844)
    offer = page.locator(".lesson-offer")
    offer.get_by_role("button", name="Not now").click()
    expect(offer).to_have_count(0)
    page.reload()
    expect(page.locator(".game.ra .btn.main")).to_be_enabled()
    expect(offer).to_have_count(0)
    page.locator(".top").get_by_role("link", name="Learn").click()
    expect(page.get_by_role("heading", name="Learn")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert axe(page) == []


def test_a_game_without_a_lesson_is_said_to_have_none(visit: Visit) -> None:
    page = visit("/learn/tekhenu")
    expect(page.get_by_text("There is no lesson of this game.")).to_be_visible()
