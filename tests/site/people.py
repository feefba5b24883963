"""People who play in a browser: they look at the page, and click or press keys like anybody else."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, Page, expect

PATIENCE = 240_000  # milliseconds, on a busy machine
expect.set_options(timeout=PATIENCE)
ENDING = "main.ending a[download]"  # the page after the end of a game
MOVES = "main [data-move]:not([aria-disabled=true])"
ARM = "main [data-arm]:not([aria-disabled=true])"  # a god, which then takes a tile of the row


def start(page: Page, game: str) -> None:
    """From the home page into a game against bots: one click."""
    page.locator(f".game.{game} .btn.main").click()
    expect(page.locator("#decision")).to_be_visible(timeout=PATIENCE)


def sit_down(page: Page, name: str = "Grace") -> Page:
    """Follow an invitation: whoever does is asked for a name first. The page."""
    page.locator("#name").fill(name)
    page.locator(".join form .btn.main").click()
    expect(page.locator(".join")).to_have_count(0)
    return page


def asked_or_over(page: Page) -> bool:
    """Wait until there is something to decide; False when the game is over."""
    turn = page.locator(".mine.asked")
    end = page.locator(ENDING)
    while not (asked := turn.count() > 0) and end.count() == 0:  # an update may hide the question for a moment
        expect(turn.or_(end).first).to_be_visible(timeout=PATIENCE)
    return asked


def close_dialog(page: Page) -> bool:
    """The scoring of an epoch, read and closed."""
    button = page.locator("dialog[open] .ends .btn.main")
    if not button.count():
        return False
    button.click()
    expect(page.locator("dialog[open]")).to_have_count(0)
    return True


def moves(page: Page) -> list[str]:
    """The moves that the page offers as buttons now."""
    found: list[str] = page.locator(MOVES).evaluate_all("all => all.map(one => one.dataset.move)")
    return found


def phase_of(page: Page) -> str:
    return " ".join(sorted({move.split(" ")[0] for move in moves(page)}))


def view(page: Page) -> Any:
    """What the server tells this player."""
    found = page.evaluate("fetch('/api/tables/' + location.pathname.split('/')[2]).then(answer => answer.json())")
    return found["position"]


def seq(page: Page) -> str:
    """How far the game is, as the log says."""
    return page.locator("#log h2 small").inner_text()


def settled(page: Page, before: str) -> None:
    """Wait until the own move is in the log, or has ended the game."""
    log = page.locator("#log h2 small").filter(has_not_text=re.compile(f"^{re.escape(before)}$"))
    expect(log.or_(page.locator(ENDING)).first).to_be_visible(timeout=PATIENCE)


def play_once(page: Page, rng: random.Random) -> None:
    """One decision, until it is in the log."""
    before = seq(page)
    decide(page, rng)
    settled(page, before)


def play_a_while(page: Page, rng: random.Random, decisions: int) -> None:
    """So many decisions of a game that is not over before."""
    for _ in range(decisions):
        assert asked_or_over(page)
        close_dialog(page)
        play_once(page, rng)


def play_with_mouse(page: Page, rng: random.Random, look: Callable[[str], None] | None = None) -> int:
    """A whole game with the mouse; `look` is called in every phase that was not met before."""
    seen: set[str] = set()
    decisions = 0
    while asked_or_over(page):
        if close_dialog(page):
            continue
        phase = phase_of(page)
        if look is not None and phase not in seen:
            seen.add(phase)
            look(phase)
        play_once(page, rng)
        decisions += 1
    close_dialog(page)
    return decisions


def decide(page: Page, rng: random.Random) -> None:
    """One decision, whatever is asked."""
    offered = moves(page)
    if {"no trade", "nothing"} & set(offered) and page.locator("[data-move=say]").count():
        say_something(page, rng)
    elif page.locator("[data-move=give]").count():
        choose_gift(page)
    elif page.locator(ARM).count() and rng.random() < 0.5:
        page.locator(ARM).click()
        page.locator(f'{MOVES}[data-move^="take"]').first.click()
    else:
        likely = [move for move in offered if move != "pass" or rng.random() < 0.6]
        move = rng.choice(likely or offered)
        page.locator(f'{MOVES}[data-move="{move}"]').first.click()


def usable_cards(page: Page) -> Locator:
    return page.locator(".hand [data-kind]:not([aria-disabled=true])")


def say_something(page: Page, rng: random.Random) -> None:
    """A phrase by touching cards, or nothing."""
    if rng.random() < 0.7:
        page.locator('[data-move="no trade"], [data-move="nothing"]').first.click()
        return
    cards = usable_cards(page)
    cards.nth(rng.randrange(cards.count())).click()
    if rng.random() < 0.4:
        page.locator(".slotted .seg button").nth(rng.choice([1, 2])).click()
        if usable_cards(page).count():
            usable_cards(page).first.click()
        else:
            page.locator(".slotted .seg button").nth(0).click()
    page.locator("[data-move=say]").click()


def choose_gift(page: Page) -> None:
    while page.locator("[data-move=give][aria-disabled=true]").count():
        usable_cards(page).first.click()
    page.locator("[data-move=give]").click()
