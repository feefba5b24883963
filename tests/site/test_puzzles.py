"""Puzzles in the browser: by mouse, touch and keyboard, on every screen, in three languages."""

from __future__ import annotations

import re
from datetime import UTC, datetime

import pytest
from playwright.sync_api import Page, expect

import heliopolis as hp
from heliopolis.puzzles.shipped import of_the_day
from tests.site.conftest import Visit, axe

GAMES = ["ra", "priests", "respublica"]
WORDS = {"en-GB": "Puzzle of the day", "it-IT": "Rompicapo del giorno", "es-ES": "Problema del día"}
SCREENS = [(320, 640), (390, 844), (1366, 768), (1440, 900)]


def with_button(game: str) -> hp.Puzzle:
    """A puzzle whose best move and another one are single buttons: phrases and gifts are composed of several."""
    verbs = {"draw", "invoke", "bid", "pass", "accept", "decline", "nothing", "lay", "end"}
    for one in hp.puzzles(game):
        buttons = [option.move for option in one.options if option.move.split(" ")[0] in verbs]
        if one.best.move in buttons and len(buttons) > 1:
            return one
    raise AssertionError(f"{game} has no such puzzle")


def open_puzzle(page: Page, puzzle: hp.Puzzle) -> None:
    page.goto(f"/puzzles/{puzzle.game}/{puzzle.id}")
    expect(page.locator("#decision")).to_be_visible()


def wrong_move(puzzle: hp.Puzzle) -> str:
    """A worse move that has a button too."""
    verb = puzzle.best.move.split(" ")[0]
    others = [option.move for option in puzzle.options[1:]]
    simple = [move for move in others if move.split(" ")[0] in {verb, "pass", "bid", "draw", "invoke", "decline"}]
    return (simple or others)[0]


def percentages(page: Page) -> list[int]:
    texts = page.locator("dialog[open] .option-bars li > b").all_inner_texts()
    return [int(re.sub(r"\D", "", text)) for text in texts]


@pytest.mark.parametrize("locale", WORDS)
def test_from_the_home_page_to_the_puzzle_of_the_day(visit: Visit, locale: str) -> None:
    page = visit(locale=locale)
    page.locator(".game.ra").get_by_role("link", name=WORDS[locale]).click()
    expect(page.locator("#decision")).to_be_visible()
    today = of_the_day("ra", datetime.now(UTC).date())
    number = hp.puzzles("ra").index(today) + 1
    expect(page.locator(".top .where a")).to_contain_text(str(number))
    assert axe(page) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_with_the_mouse(visit: Visit, game: str) -> None:
    puzzle = with_button(game)
    page = visit(f"/puzzles/{game}")
    link = page.locator(f'.numbers a[href$="/{puzzle.id}"]')
    link.click()
    page.locator(f'main [data-move="{puzzle.best.move}"]').click()
    expect(page.locator("dialog[open] .verdict.gain")).to_be_visible()
    assert abs(percentages(page)[0] - 100 * puzzle.best.win[puzzle.seat]) < 1
    assert axe(page) == []
    page.go_back()
    expect(link).to_have_class("solved")
    expect(page.locator(".all header p")).to_contain_text("1 ")


def test_a_wrong_move_shows_what_was_better_and_can_be_taken_back(visit: Visit) -> None:
    puzzle = with_button("ra")
    page = visit()
    open_puzzle(page, puzzle)
    page.locator(f'main [data-move="{wrong_move(puzzle)}"]').click()
    expect(page.locator("dialog[open] .verdict.loss")).to_be_visible()
    expect(page.locator("dialog[open] .option-bars li")).to_have_count(min(6, len(puzzle.options)))
    expect(page.locator("dialog[open] .why")).to_be_visible()
    shown = percentages(page)
    assert shown == sorted(shown, reverse=True)
    page.get_by_role("button", name="Try again").click()
    page.locator(f'main [data-move="{puzzle.best.move}"]').click()
    expect(page.locator("dialog[open] .verdict.gain")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_is_solved_by_touch_on_a_phone(visit: Visit, game: str) -> None:
    puzzle = with_button(game)
    page = visit(width=390, height=844, touch=True)
    open_puzzle(page, puzzle)
    page.locator(f'main [data-move="{puzzle.best.move}"]').tap()
    expect(page.locator("dialog[open] .verdict.gain")).to_be_visible()
    assert axe(page) == []
    page.locator("dialog[open]").get_by_role("button", name="Next puzzle").tap()
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(page.locator("#decision")).to_be_visible()


def test_a_puzzle_is_solved_with_the_keyboard(visit: Visit) -> None:
    keys = {"pass": "p", "draw": "d", "invoke": "i"}
    puzzle = next(one for one in hp.puzzles("ra") if one.best.move in keys)
    page = visit()
    open_puzzle(page, puzzle)
    page.keyboard.press(keys[puzzle.best.move])
    expect(page.locator("dialog[open] .verdict.gain")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page).not_to_have_url(re.compile(puzzle.id))
    expect(page.locator("#decision")).to_be_focused()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_nothing_is_cut_off(visit: Visit, game: str, width: int, height: int) -> None:
    page = visit(f"/puzzles/{game}", width=width, height=height, locale="es-ES")
    expect(page.locator(".numbers a").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.locator(".today a.btn").click()
    expect(page.locator("#decision")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("game", GAMES)
def test_the_list_passes_axe_by_day_and_by_night(visit: Visit, game: str) -> None:
    page = visit(f"/puzzles/{game}")
    expect(page.locator(".numbers a").first).to_be_visible()
    assert axe(page) == []
    page.emulate_media(color_scheme="dark")
    assert axe(page) == []


def test_the_list_shows_a_theme_and_a_difficulty(visit: Visit) -> None:
    one = hp.puzzles("ra")[0]
    page = visit("/puzzles/ra")
    page.locator(".filters select").first.select_option(one.theme)
    expect(page.locator(".numbers a")).to_have_count(len(hp.puzzles("ra", theme=one.theme)))
    page.locator(".filters select").last.select_option(str(one.difficulty))
    expect(page.locator(".numbers a")).to_have_count(len(hp.puzzles("ra", one.theme, one.difficulty)))


@pytest.mark.parametrize("path", ["/puzzles/senet", "/puzzles/tekhenu", "/puzzles/ra/000000"])
def test_what_is_not_there_is_said(visit: Visit, path: str) -> None:
    page = visit(path)
    expect(page.get_by_text("There is no such puzzle.")).to_be_visible()
    assert axe(page) == []
