"""Games of Res Publica, measured at every phase, as a player and as a spectator: nothing scrolls, wraps, jumps, is
covered or cut.

`make test` measures a few screens at each number of players; `make layouts` measures all of them, in all languages.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from tests.site.conftest import Visit
from tests.site.layouts import LANGUAGES, SIZES, Layout, Screen, Walk, all_screens
from tests.site.trading import Trading

PLAYED = Layout(
    question=("#decision", ".say"),
    in_view=(".others", ".forum", ".mine", ".side"),
    one_line=(".say .btn", ".say .seg button", ".scroll .btn", ".who .name", ".stone h2", ".mini", ".top .where b"),
    whole=(
        ".say",
        ".forum",
        ".stone",
        ".scroll",
        ".hand",
        ".others .seat",
        ".btn",
        ".pick",
        ".card",
        ".deck",
        ".stack",
    ),
    may_be_cut=(".seat .name", ".seat .doing", ".scroll .name", ".scroll .doing"),
    steady=((".forum", ".play"), (".stone", ".forum"), (".hand", ".mine")),
)
WATCHED = replace(PLAYED, question=(), in_view=(".others", ".forum", ".side"), steady=PLAYED.steady[:2])
HAND_ABOVE_BAR = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  const [hand, bar] = [box('.hand'), box('.say')];
  return hand.bottom <= bar.top + 1 || hand.top >= bar.bottom - 1;
}"""
PLAYERS = (3, 4, 5)
PHASES = 18  # that every game has at least


def slice_of(players: int) -> list[Screen]:
    """Return a few screens, others for each number of players, so that every size occurs."""
    return [Screen(size, LANGUAGES[players % 3]) for size in SIZES[players % 3 :: 3]]


@pytest.mark.parametrize("players", PLAYERS)
def test_every_phase_fits_every_screen(visit: Visit, long: bool, players: int) -> None:
    ada, watcher = visit(), visit()
    game = Trading(ada, visit(), players, "layouts")
    screens = all_screens() if long else slice_of(players)
    walks = [
        (ada, Walk(ada, PLAYED, screens, f"{players} players")),
        (watcher, Walk(watcher, WATCHED, screens, f"watching {players} players")),
    ]
    for page, _ in walks:
        page.goto(game.address)
        expect(page.locator(".forum")).to_be_visible()
    phases = 0
    for phase in game.game():
        if phase == "over":
            break  # another page
        game.seen(ada, watcher)
        phases += 1
        for _, walk in walks:
            walk.look(phase)
        assert not covered_hands(ada, screens), phase
    assert phases >= PHASES
    assert [fault for _, walk in walks for fault in walk.faults] == []


def covered_hands(page: Page, screens: list[Screen]) -> list[str]:
    """Return the screens on which the hand, where cards are picked, is under the bar of the decision.

    On a phone that is upright the page scrolls: the hand must come out from under the bar.
    """
    found = []
    for screen in screens:
        page.set_viewport_size({"width": screen.size[0], "height": screen.size[1]})
        upright = screen.size[0] < 700
        page.evaluate("upright => scrollTo(0, upright ? document.body.scrollHeight : 0)", upright)
        if not page.evaluate(HAND_ABOVE_BAR):
            found.append(str(screen))
    return found
