"""A person with the board of Tekhenu in front of them and the companion beside it."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect


def enter(page: Page, rng: random.Random, entries: int = 10_000, stop_at_steps: bool = False) -> int:
    """Do what the companion says and answer what it asks, so many times or to the end of the game."""
    expect(page.locator("#decision")).to_be_visible()
    done = 0
    while done < entries or (stop_at_steps and not page.locator(".steps .now .why").count()):
        if (
            page.locator(".order header h2", has_text="The game is over").count()
            and not page.locator("[data-answer]").count()
        ):
            break
        one(page, rng)
        done += 1
    return done


def one(page: Page, rng: random.Random) -> None:
    """One touch, or one answer."""
    before = page.locator("main").get_attribute("data-moment") or ""
    if page.locator("[data-answer=done]").count():
        page.locator("[data-answer=done]").click()
    elif page.locator("button[data-space]").count():
        touch_the_board(page, rng)
    else:
        answer(page, rng)
    expect(page.locator("main")).not_to_have_attribute("data-moment", before)


def touch_the_board(page: Page, rng: random.Random) -> None:
    spaces = page.locator("button[data-space]")
    spaces.nth(rng.randrange(spaces.count())).click()
    if page.locator("[data-answer=submit]").count():
        page.locator("[data-answer=submit]").click()


def answer(page: Page, rng: random.Random) -> None:
    question = page.locator("#decision").inner_text()
    unplaced = page.locator(".question .order-btn:not(.main)")
    if page.locator(".question .order-btn").count() and "Leave it open" not in question:
        while unplaced.count():
            unplaced.first.click()
    elif "Maat" in question or "ankhs" in question:
        for field in page.locator(".question input[type=number]").all():
            field.fill("1")
    choices = page.locator(".question [data-answer]")
    if page.locator("[data-answer=submit]").count() and ("Leave it open" not in question or not choices.count()):
        page.locator("[data-answer=submit]").click()
        return
    last = choices.count() - 1
    choices.nth(last if "Leave it open" in question else rng.randint(0, min(2, last))).click()
