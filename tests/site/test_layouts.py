"""Whole games of Ra and Priests of Ra, measured at every phase: nothing scrolls, wraps, jumps, is covered or cut.

`make test` measures a few screens at each number of players; `make layouts` measures all of them, in all languages.
"""

from __future__ import annotations

import random

import pytest

from tests.site.conftest import Visit
from tests.site.layouts import LANGUAGES, SIZES, Layout, Screen, Walk, all_screens, decisions, open_table

SUN = Layout(
    question=("#decision", ".mine .decide"),
    in_view=(".others", ".stage", ".mine", ".side"),
    same_line=(".choices:not(.tiles) :is(.bid, .btn)",),
    one_line=(".decide .btn", ".bid.can > span", ".track-caption b", ".who .name", ".bag li", ".mini"),
    whole=(".stage", ".mine", ".others .seat", ".own", ".bag", ".auction li", ".decide .btn", ".bid", ".btn"),
    may_be_cut=(".others .doing", ".log ol"),
    apart=((".centre .sun", ".hour", 4), (".track-caption b", ".hour", 0), (".track-caption", ".centre .sun", 2)),
    steady=((".row", ".stage"), ("#decision", ".decide")),
)
GAMES = [(game, players) for game in ("ra", "priests") for players in (2, 3, 4, 5)]


def slice_of(number: int) -> list[Screen]:
    """Return a few screens, others for each number, so that every size occurs."""
    sizes = [SIZES[(number + step) % len(SIZES)] for step in (0, 4, 8)]
    return [Screen(size, LANGUAGES[number % len(LANGUAGES)]) for size in dict.fromkeys([(1366, 768), *sizes])]


@pytest.mark.parametrize(("game", "players"), GAMES)
def test_every_phase_fits_every_screen(visit: Visit, long: bool, game: str, players: int) -> None:
    page = visit()
    open_table(page, game, players, "layouts")
    walk = Walk(page, SUN, all_screens() if long else slice_of(GAMES.index((game, players))), f"{game} with {players}")
    for phase in decisions(page, random.Random(players)):
        walk.look(f"epoch {page.locator('.epoch .now').inner_text()}, {phase}")
    assert len(walk.met) > 5
    assert walk.faults == [], "\n".join(walk.faults)
