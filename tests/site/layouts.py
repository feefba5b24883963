"""The layout of a table, measured in a browser: what must hold on every screen, at every phase of a game.

A game says in a `Layout` what its table is made of; `Walk` measures it on the screens it is given and notes what is
wrong. What is measured and how is in `measure.js`. `ApiGame` plays a game from one phase to the next.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.site.people import PATIENCE

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
    apart_if_fits: tuple[tuple[str, str, int], ...] = ()  # more on screens where the whole page is in view
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
    """A table that is measured on several screens, again and again while its game goes on."""

    def __init__(self, page: Page, layout: Layout, screens: Sequence[Screen], title: str) -> None:
        self.page, self.layout, self.screens, self.title = page, layout, screens, title
        self.faults: list[str] = []
        self.places: dict[tuple[Screen, str], tuple[list[int], str]] = {}  # first seen where, and when

    def open(self, address: str) -> None:
        """Open the table as it is now."""
        self.page.goto(address)
        expect(self.page.locator("#log")).to_be_visible(timeout=PATIENCE)
        self.page.evaluate("document.fonts.ready")

    def look(self, phase: str) -> None:
        """Measure the page as it is now."""
        for screen in self.screens:
            show(self.page, screen)
            self._note(phase, screen, measure(self.page, self.layout, screen))

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


class ApiGame:
    """A game against quick bots that is played without its page, which is much faster than with clicks."""

    def __init__(self, page: Page, game: str, players: int, seed: str) -> None:
        self.page = page
        order = {
            "game": game,
            "seats": [{"kind": "me", "name": "Ada"}, *[{"kind": "bot", "bot": "greedy"}] * (players - 1)],
            "request_id": f"layout-{game}-{players}-{seed}",
            "seed": seed,
        }
        page.request.get("/api/me")
        self.id = self._post("/api/tables", order)["id"]
        self.table = self._asked()

    @property
    def address(self) -> str:
        return f"/t/{self.id}"

    @property
    def is_over(self) -> bool:
        return bool(self.table["status"] == "over")

    @property
    def moves(self) -> list[str]:
        legal: list[str] = self.table["position"]["legal"]
        return legal

    @property
    def phase(self) -> str:
        """What kinds of moves there are: `draw invoke`, `bid pass`."""
        return " ".join(sorted({move.split(" ")[0] for move in self.moves}))

    def play(self, move: str) -> None:
        """Make a move, and wait until the bots have answered."""
        seq = self.table["seq"]
        order = {"move": move, "expected_seq": seq, "request_id": f"layout-{self.id}-{seq}"}
        self._post(f"/api/tables/{self.id}/moves", order)
        self.table = self._asked()

    def _asked(self) -> dict[str, Any]:
        """Return the table once the own seat is to act, or the game is over."""
        while True:
            table = self._get(f"/api/tables/{self.id}")
            if table["status"] == "over" or table["position"]["legal"]:
                return table
            self._get(f"/api/tables/{self.id}/updates?after={table['seq']}&wait=20")

    def _get(self, path: str) -> dict[str, Any]:
        answer = self.page.request.get(path)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    def _post(self, path: str, order: dict[str, Any]) -> dict[str, Any]:
        answer = self.page.request.post(path, data=order, headers={"Origin": origin(self.page)})
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found


def origin(page: Page) -> str:
    return "/".join(page.url.split("/")[:3])


def at_each_new_phase(game: ApiGame, part: Callable[[dict[str, Any]], Any], rng: random.Random) -> Iterator[str]:
    """Play a whole game at random, and yield in each phase that is new in its part of the game, such as an epoch."""
    met: set[str] = set()
    while not game.is_over:
        phase = f"{part(game.table['position'])}, {game.phase}"
        if phase not in met:
            met.add(phase)
            yield phase
        likely = [move for move in game.moves if move != "pass" or rng.random() < 0.6]
        game.play(rng.choice(likely or game.moves))
