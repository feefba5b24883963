"""The review of a finished game: its chart, its card, its moments, and what can be tried from there."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect

from tests.server.people import JSON
from tests.site.conftest import Visit, axe
from tests.site.people import play_with_mouse
from tests.site.reviews import finish_table, made_up_review, serve_review

CARD = ".judgement[data-moment]"


def open_review(page: Page, game: str, players: int, upto: int | None = None) -> tuple[str, JSON]:
    """Finish a table and open its review, with numbers that are only plausible; return the table and the review."""
    table = finish_table(page, game, players)
    text = page.request.get(f"/api/tables/{table}/record?form=text").text()
    review = made_up_review(text)
    serve_review(page, review, upto)
    page.goto(f"/review/{table}")
    expect(page.locator(".judgement")).to_be_visible()
    return table, review


def chances(page: Page) -> list[int]:
    """The chances of winning that the page shows, by seat."""
    return [int(text.rstrip("%\u00a0")) for text in page.locator("[data-chance]").all_inner_texts()]


def shown_move(page: Page) -> int:
    """The number of the move that is shown, from 0, as the slider says."""
    return int(page.get_by_role("slider").get_attribute("aria-valuenow") or 0) - 1


def mistakes(review: JSON, seat: int | None = 0) -> list[JSON]:
    labels = ("inaccuracy", "mistake", "blunder")
    return [one for one in review["moments"] if one["label"] in labels and seat in (None, one["seat"])]


def signed_moments(review: JSON, seat: int) -> list[JSON]:
    """The moments that the list of one seat shows."""
    found = [*mistakes(review, seat), *(one for one in review["moments"] if one["only"] and one["seat"] == seat)]
    return sorted(found, key=lambda one: int(one["number"]))


def test_a_played_game_is_reviewed_by_the_server_from_its_end(visit: Visit) -> None:
    page = visit()
    table = finish_table(page, "ra", 3)
    page.goto(f"/t/{table}")
    page.get_by_role("link", name="Review").click()
    expect(page).to_have_url(re.compile(f"/review/{table}"))
    expect(page.locator(CARD)).to_be_visible()
    expect(page.locator(".chart .ahead")).to_have_count(0)  # nothing is missing any more
    slider = page.get_by_role("slider")
    slider.focus()
    page.keyboard.press("Home")
    for _ in range(12):
        assert sum(chances(page)) == 100
        expect(slider).to_have_attribute("aria-valuetext", re.compile(r"%$"))
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    expect(page.locator("#judgement")).to_have_text("The end")
    assert sum(chances(page)) == 100
    page.get_by_role("button", name="Luck and skill").click()
    assert sum(luck_and_skill(page)) == 0


def luck_and_skill(page: Page) -> list[int]:
    """The chance at the beginning, the three shares of the result, and less the chance in the end."""
    numbers = re.findall(r"(\d+)%", page.locator(".luck > p").first.inner_text())
    shares = page.locator(".shares b").all_inner_texts()
    parts = [int(share.removesuffix("%").replace("−", "-")) for share in shares]
    return [int(numbers[0]), *parts, -int(numbers[1])]


def test_the_review_opens_on_the_most_expensive_of_the_own_moments(visit: Visit) -> None:
    page = visit()
    _, review = open_review(page, "ra", 4)
    worst = max(mistakes(review), key=lambda one: float(one["loss"]))
    expect(page.locator(CARD)).to_have_attribute("data-moment", str(worst["number"]))
    expect(page).to_have_url(re.compile(rf"/{worst['number']}$"))
    if page.locator(".all-options").count():
        page.locator(".all-options").click()
    assert len(page.locator(".option-bars li").all()) == len(worst["options"])
    played = page.locator(".option-bars .played > b").inner_text()
    assert page.locator(".cost small").inner_text().endswith(f"to {played.removesuffix('%')}")


def test_keys_go_through_moves_and_moments(visit: Visit) -> None:
    page = visit()
    _, review = open_review(page, "ra", 2)
    listed = [int(one["number"]) for one in signed_moments(review, 0)]
    page.keyboard.press("Home")
    assert shown_move(page) == 0
    for number in [one for one in listed if one > 0][:3]:
        page.keyboard.press("ArrowDown")
        assert shown_move(page) == number
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    before = shown_move(page)
    page.keyboard.press("ArrowUp")
    assert shown_move(page) == max([one for one in listed if one < before], default=before)
    page.keyboard.press("End")
    expect(page.locator("#judgement")).to_have_text("The end")
    page.keyboard.press("Home")
    page.keyboard.press(" ")
    expect(page.get_by_role("slider")).not_to_have_attribute("aria-valuenow", "1")
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play the moves")).to_be_visible()
    page.keyboard.press("t")
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page).to_have_url(re.compile("/t/"))


def test_the_chart_is_a_slider_for_mouse_and_touch(visit: Visit) -> None:
    page = visit(width=390, height=844, touch=True)
    _, review = open_review(page, "ra", 3)
    moves = int(page.get_by_role("slider").get_attribute("aria-valuemax") or 0) - 1
    box = page.get_by_role("slider").bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + 1, box["y"] + 2)
    assert shown_move(page) <= 2
    page.mouse.move(box["x"] + 0.25 * box["width"], box["y"] + 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.75 * box["width"], box["y"] + 2, steps=4)
    page.mouse.up()
    assert abs(shown_move(page) - 0.75 * moves) <= 0.01 * moves + 1
    page.locator(".moments button").first.tap()
    assert shown_move(page) == signed_moments(review, 0)[0]["number"]


def test_moments_of_all_seats_can_be_listed_and_followed(visit: Visit) -> None:
    page = visit()
    _, review = open_review(page, "priests", 4)
    listed = page.locator(".moments button")
    expect(listed).to_have_count(len(signed_moments(review, 0)))
    page.get_by_role("button", name="All", exact=True).click()
    expect(listed).to_have_count(sum(len(signed_moments(review, seat)) for seat in range(4)))
    page.locator(".chances button").nth(2).click()
    expect(listed).to_have_count(len(signed_moments(review, 2)))
    expect(page.locator(".chart .seat-3 .thick")).to_have_count(1)


def test_a_review_that_is_still_made_grows(visit: Visit) -> None:
    page = visit()
    _, review = open_review(page, "ra", 2, upto=5)
    expect(page.locator(".chart .ahead")).to_have_count(2)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("#judgement")).to_have_text("Still being computed")
    expect(page.locator("[data-chance]").first).to_have_text("–")
    page.unroute("**/api/tables/*/review*")
    serve_review(page, review)
    expect(page.locator(CARD)).to_be_visible()
    expect(page.locator(".chart .ahead")).to_have_count(0)


def test_a_clean_game_says_so(visit: Visit) -> None:
    page = visit()
    table, review = open_review(page, "ra", 2)
    clean = [{**one, "label": "good", "only": False, "loss": 0.0} for one in review["moments"]]
    page.unroute("**/api/tables/*/review*")
    serve_review(page, {**review, "moments": clean})
    page.goto(f"/review/{table}")
    expect(page.locator(".list .none")).to_have_text("A clean game: nothing cost you 3%.")
    expect(page.locator(".learn-mistakes")).to_have_count(0)


def test_own_mistakes_are_puzzles(visit: Visit) -> None:
    page = visit()
    _, review = open_review(page, "ra", 3)
    puzzles = mistakes(review)
    page.locator(".learn-mistakes").click()
    for number, puzzle in enumerate(puzzles):
        expect(page.locator(".learn header p")).to_contain_text(f"{number + 1} of {len(puzzles)}")
        assert sum(chances(page)) == 100
        if number == 0:  # by keyboard, and wrong first
            choices = page.locator("[data-choice]").evaluate_all("all => all.map(one => one.dataset.choice)")
            page.keyboard.press(str(choices.index(puzzle["move"]) + 1))
            expect(page.locator(f'[data-choice="{puzzle["move"]}"]')).to_have_attribute("aria-disabled", "true")
            page.keyboard.press(str(choices.index(puzzle["best"]) + 1))
        else:
            page.locator(f'[data-choice="{puzzle["best"]}"]').click()
        expect(page.locator(".verdict")).to_contain_text("is best")
        page.locator(".learn .actions .main").click()
    expect(page.locator(".learn")).to_have_count(0)


def test_hands_were_hidden_then_and_can_be_opened_now(visit: Visit) -> None:
    page = visit()
    open_review(page, "respublica", 4)
    expect(page.locator(".hidden-hands")).to_contain_text("Judged by what you knew then.")
    expect(page.locator(".hands > li")).to_have_count(1)
    page.get_by_label("with open hands").check()
    expect(page.locator(".hands > li")).to_have_count(4)


def test_a_moment_is_tried_and_compared_and_led_back_from(visit: Visit) -> None:
    page = visit()
    table, review = open_review(page, "ra", 2)
    number = mistakes(review)[-1]["number"]
    page.goto(f"/review/{table}/{number}")
    expect(page.locator(CARD)).to_have_attribute("data-moment", str(number))
    page.get_by_role("button", name="Try it from here").click()
    page.get_by_label("Fresh luck").check()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#decision")).to_be_visible()
    back = page.get_by_role("link", name="To the game")
    expect(back).to_have_attribute("href", f"/review/{table}/{number}")
    assert axe(page) == []
    play_with_mouse(page, random.Random(4))
    expect(page.locator(".comparison")).to_contain_text("In the game:")
    back.click()
    expect(page.locator(CARD)).to_have_attribute("data-moment", str(number))
    expect(page.locator(".tried .comparison")).to_contain_text("Tried:")


def test_a_record_is_reviewed_and_played_on_from(visit: Visit) -> None:
    page = visit()
    table = finish_table(page, "ra", 2)
    text = page.request.get(f"/api/tables/{table}/record?form=text").text()
    serve_review(page, made_up_review(text))
    page.goto("/replay")
    file = {"name": "game.txt", "mimeType": "text/plain", "buffer": text.encode()}
    page.locator("input[type=file]").set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("link", name="Review").click()
    expect(page.locator(CARD)).to_be_visible()
    expect(page).to_have_url(re.compile(r"/review/record/\d+"))
    page.reload()
    expect(page.locator(CARD)).to_be_visible()
    page.get_by_role("link", name="The result").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.locator("#decision")).to_be_visible()


def test_one_plays_on_from_a_past_moment_of_a_finished_table(visit: Visit) -> None:
    page = visit()
    table = finish_table(page, "ra", 2)
    page.goto(f"/t/{table}")
    page.get_by_role("button", name="One move back").click()
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    expect(page.get_by_role("link", name="To the game")).to_be_visible()


def test_the_address_of_a_moment_is_copied(visit: Visit) -> None:
    page = visit()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script("delete Navigator.prototype.share")
    table, _ = open_review(page, "ra", 2)
    page.keyboard.press("Home")
    page.get_by_role("button", name="Share this moment").click()
    expect(page.get_by_text("The address is copied.")).to_be_attached()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    assert page.url.endswith(f"/review/{table}/0")


@pytest.mark.parametrize(
    ("game", "players", "locale", "width", "height", "night"),
    [
        ("ra", 5, "en-GB", 1440, 900, False),
        ("ra", 4, "it-IT", 1366, 768, True),
        ("priests", 4, "es-ES", 390, 844, False),
        ("respublica", 5, "it-IT", 1440, 900, False),
        ("respublica", 3, "es-ES", 320, 640, True),
    ],
)
def test_the_review_fits_and_is_accessible(
    visit: Visit, game: str, players: int, locale: str, width: int, height: int, night: bool
) -> None:
    page = visit(locale=locale, width=width, height=height)
    if night:
        page.evaluate("localStorage.settings = JSON.stringify({speed: 'off', sound: false, theme: 'night'})")
    open_review(page, game, players)
    expect(page.locator(".moment-board .others")).to_be_visible()
    assert sum(chances(page)) == 100
    assert page.evaluate("document.documentElement.scrollWidth") == width
    if width >= 1366:
        assert page.evaluate("document.documentElement.scrollHeight") == height
    assert axe(page) == []
    page.locator(".tabs .seg button").nth(1).click()
    assert axe(page) == []
    page.locator(".learn-mistakes").click()
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert axe(page) == []
