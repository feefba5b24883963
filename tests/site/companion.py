"""A person with the board of Tekhenu in front of them and the companion beside it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

Look = Callable[[Page], None]


@dataclass
class Taps:
    """How often the person touched the screen, by what for, and how much they did with it."""

    taps: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)

    def count(self, what: str, taps: int) -> None:
        self.taps[what] += taps
        self.done[what] += 1

    def each(self, what: str) -> float:
        return self.taps[what] / self.done[what]


class Person:
    """Somebody who does what the companion says and answers what it asks, and counts their taps."""

    def __init__(self, page: Page, rng: random.Random, look: Look | None = None) -> None:
        self.page = page
        self.rng = rng
        self.look = look  # called whenever there is something new on the screen
        self.taps = Taps()
        self.turn_taps = 0  # in the person's turn so far
        self.most_in_a_turn = 0
        self.automa_turn: tuple[str | None, str | None] = (None, None)  # round and automa of the last instruction

    def enter(self, entries: int = 10_000, until: str = "") -> int:
        """Do and answer as many things as this, then on until something can be seen; or to the end of the game."""
        done = 0
        while (done < entries or (until and not self.page.locator(until).count())) and not self.is_over():
            self.one()
            done += 1
        return done

    def is_over(self) -> bool:
        expect(
            self.page.locator("#decision").or_(self.page.locator(".steps .now")).or_(self._end).first
        ).to_be_attached()
        return self._end.count() > 0

    @property
    def _end(self) -> Locator:
        return self.page.locator("main[data-over]")

    def one(self) -> None:
        """One step, or one answer."""
        if self.look is not None:
            self.look(self.page)
        before = self.page.locator("main").get_attribute("data-moment") or ""
        prompt = self.page.locator("main").get_attribute("data-prompt") or ""
        if self.page.locator("[data-answer=done]").count():
            self.count_instruction()
            self.tap(self.page.locator("[data-answer=done]"))
        elif self.page.locator("button[data-space]").count():
            self.answer_on_board(prompt)
        else:
            self.answer(prompt)
        expect(self.page.locator("main")).not_to_have_attribute("data-moment", before)

    def tap(self, control: Locator) -> None:
        control.click()

    def count_instruction(self) -> None:
        self.taps.count("instruction", 1)
        header = self.page.locator(".order > header")
        turn = header.get_attribute("data-round"), header.get_attribute("data-turn")
        if turn[1] in ("a1", "a2", "a3"):
            self.taps.taps["automa"] += 1
            self.taps.done["automa"] += turn != self.automa_turn
            self.automa_turn = turn

    def answer_on_board(self, prompt: str) -> None:
        """Take a die, or say where a piece went."""
        taps = 1
        spaces = self.page.locator("button[data-space]")
        self.tap(spaces.nth(self.rng.randrange(spaces.count())))
        if not prompt.endswith(".die") and self.page.locator("[data-answer=submit]").count():
            self.tap(self.page.locator("[data-answer=submit]"))
            taps += 1
        self.count_turn(prompt, taps)

    def count_turn(self, prompt: str, taps: int) -> None:
        if prompt.endswith(".die"):
            self.taps.done["turn"] += 1
            self.turn_taps = 0
        if ".person." in prompt:
            self.taps.taps["turn"] += taps
            self.turn_taps += taps
            if not prompt.endswith(".conquest"):  # only a Seth action has this question too
                self.most_in_a_turn = max(self.most_in_a_turn, self.turn_taps)

    def answer(self, prompt: str) -> None:
        """Let the app decide what it can; put in order, count or confirm what it cannot."""
        leave_open = self.page.locator(".question [data-answer=null]")
        choices = self.page.locator(".question [data-answer]")
        submit = self.page.locator("[data-answer=submit]")
        if leave_open.count() and prompt.startswith("setup."):
            self.tap(leave_open.last)
        elif submit.count():
            self.fill_in()
            self.tap(submit)
        else:
            self.tap(choices.nth(self.rng.randint(0, min(2, choices.count() - 1))))

    def fill_in(self) -> None:
        """Put everybody in order, and 1 wherever a number is missing."""
        unplaced = self.page.locator(".question .order-btn:not(.main)")
        while unplaced.count():
            self.tap(unplaced.first)
        unchosen = self.page.locator(".question .seg:not(:has([aria-pressed=true]))")
        while unchosen.count():
            self.tap(unchosen.first.locator("button").nth(1))
        for number in self.page.locator(".question input[type=number]:visible").all():
            if not number.input_value():
                number.fill("1")


def begin(page: Page) -> None:
    """Open a game from the home page."""
    page.locator(".game.tekhenu .btn.main").click()
    expect(page.locator("#decision")).to_be_visible()


def enter(page: Page, rng: random.Random, entries: int = 10_000, stop_at_steps: bool = False) -> int:
    """Do what the companion says and answer what it asks, so many times or to the end of the game."""
    return Person(page, rng).enter(entries, ".steps .now .why" if stop_at_steps else "")
