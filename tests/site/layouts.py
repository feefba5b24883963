"""The layout of a table, measured in a browser: what must hold on every screen, at every phase of a game.

A game says in a `Layout` what its table is made of; `Walk` measures it at each phase that was not met before, on the
screens it is given, and notes what is wrong. What is measured and how is in `measure.js`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.site.people import PATIENCE, asked_or_over, close_dialog, moves, play_once

Size = tuple[int, int]
SIZES: tuple[Size, ...] = (
    (1440, 900),
    (1366, 768),
    (1280, 720),
    (1920, 1080),
    (1024, 768),
    (768, 1024),
    (390, 844),
    (360, 640),
    (844, 390),
    (320, 640),
)
LANGUAGES = ("en", "it", "es")
MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8").rstrip().removesuffix(";")
NEXT_FRAME = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SPEAK = """(language) => {
  const select = document.querySelector('.lang select');
  select.value = language;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}"""


@dataclass(frozen=True)
class Layout:
    """What must hold for the table of a game. Everything is named by selectors; what is not there is not measured."""

    question: tuple[str, ...]  # in view on every screen, and every move in it under nothing else
    in_view: tuple[str, ...] = ()  # in view on screens where the whole page is
    same_line: tuple[str, ...] = ()  # all that one selector finds stands side by side
    one_line: tuple[str, ...] = ()  # its texts are not broken into lines
    whole: tuple[str, ...] = ()  # nothing in it is cut or sticks out
    may_be_cut: tuple[str, ...] = ()  # apart from these
    apart: tuple[tuple[str, str, int], ...] = ()  # two things, and the pixels that lie between them at least
    # What does not move while the game goes on: in the window where the whole page is in view, else in its frame.
    steady: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Screen:
    size: Size
    language: str

    @property
    def fits(self) -> bool:
        """Whether the whole page is in view, without scrolling."""
        width, height = self.size
        return width >= 1100 and height >= 700

    def __str__(self) -> str:
        return f"{self.size[0]}×{self.size[1]} {self.language}"


def all_screens() -> list[Screen]:
    return [Screen(size, language) for language in LANGUAGES for size in SIZES]


class Walk:
    """A table that is measured on several screens at each phase that it has not met before."""

    def __init__(self, page: Page, layout: Layout, screens: Sequence[Screen], title: str) -> None:
        self.page, self.layout, self.screens, self.title = page, layout, screens, title
        self.met: set[str] = set()
        self.faults: list[str] = []
        self.places: dict[tuple[Screen, str], tuple[list[int], str]] = {}  # first seen where, and when

    def look(self, phase: str) -> None:
        """Measure the page as it is now, unless this phase has been met."""
        if phase in self.met:
            return
        self.met.add(phase)
        before = self.page.viewport_size
        for screen in self.screens:
            show(self.page, screen)
            self._note(phase, screen, measure(self.page, self.layout, screen))
        if before is not None:
            self.page.set_viewport_size(before)

    def _note(self, phase: str, screen: Screen, found: dict[str, Any]) -> None:
        self.faults += [f"{self.title}, {phase}, {screen}: {fault}" for fault in found["faults"]]
        for selector, place in found["places"].items():
            first, when = self.places.setdefault((screen, selector), (place, phase))
            if max(abs(now - then) for now, then in zip(place, first, strict=True)) > 1:
                self.faults.append(f"{self.title}, {phase}, {screen}: {selector} is at {place}, at {first} in {when}")


def show(page: Page, screen: Screen) -> None:
    """Show the page on another screen, from its top."""
    page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
    if page.locator("html").get_attribute("lang") != screen.language:
        page.evaluate(SPEAK, screen.language)
        expect(page.locator("html")).to_have_attribute("lang", screen.language)
    page.evaluate("scrollTo(0, 0)")
    page.evaluate(NEXT_FRAME)


def measure(page: Page, layout: Layout, screen: Screen) -> dict[str, Any]:
    """Return the faults of the page as it is shown, and where the things are that are to stay."""
    found: dict[str, Any] = page.evaluate(MEASURE, {**asdict(layout), "fits": screen.fits})
    return found


def open_table(page: Page, game: str, players: int, seed: str) -> str:
    """Open a table against quick bots, and return its address."""
    order = {
        "game": game,
        "seats": [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "bot": "greedy"}] * (players - 1)],
        "request_id": f"layout-{game}-{players}-{seed}",
        "seed": seed,
    }
    page.request.get("/api/me")
    made = page.request.post("/api/tables", data=order, headers={"Origin": page.url.rstrip("/")})
    assert made.ok, made.text()
    page.goto(f"/t/{made.json()['id']}")
    expect(page.locator("#decision")).to_be_visible(timeout=PATIENCE)
    return f"/t/{made.json()['id']}"


def decisions(page: Page, rng: random.Random) -> Iterator[str]:
    """Play a whole game, and yield at each decision the kinds of moves it has: `draw invoke`, `bid pass`."""
    while asked_or_over(page):
        if close_dialog(page):
            continue
        yield " ".join(sorted({move.split(" ")[0] for move in moves(page)}))
        play_once(page, rng)
