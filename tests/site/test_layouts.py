"""Whole games of Ra and Priests of Ra, measured at every phase: nothing scrolls, wraps, jumps, is covered or cut.

`make test` measures two games on some screens; `make layouts` all numbers of players, all screens and languages.
"""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from tests.site.conftest import Visit
from tests.site.layouts import ApiGame, Layout, Screen, Walk, all_screens, at_each_new_phase

SUN = Layout(
    question=("#decision", ".mine .decide"),
    in_view=(".others", ".stage", ".mine", ".side"),
    same_line=(".choices > .go", ".choices:not(.tiles, :has(.go)) :is(.bid, .btn)", ".my-suns > *"),
    one_line=(".leave", ".bid.can > span", ".track-caption b", ".who .name", ".bag li", ".mini"),
    whole=(".stage", ".mine", ".others .seat", ".own", ".pyramid", ".bag", ".auction li", ".flip", ".bid", ".btn"),
    may_be_cut=(".doing", ".called", ".auction .name", ".log ol"),
    apart=((".centre .sun", ".hour", 4), (".track-caption b", ".hour", 0), (".track-caption", ".centre .sun", 2)),
    apart_if_fits=((".centre .sun", ".hour", 12),),
    steady=((".row", ".stage"), ("#decision", ".decide")),
)
WATCHED = replace(SUN, question=("#decision",), in_view=(".others", ".stage", ".side"))
GAMES = [(game, players) for game in ("ra", "priests") for players in (2, 3, 4, 5)]
SLICE = {
    ("ra", 3): [Screen((1440, 900), "en"), Screen((390, 844), "it"), Screen((1024, 768), "es")],
    ("priests", 5): [Screen((1280, 720), "it"), Screen((320, 640), "es"), Screen((844, 390), "en")],
}


@pytest.mark.parametrize(
    ("game", "players"),
    [pytest.param(*one, marks=[] if one in SLICE else pytest.mark.long) for one in GAMES],
)
def test_every_phase_fits_every_screen(visit: Visit, long: bool, game: str, players: int) -> None:
    page = visit()
    screens = all_screens() if long else SLICE[game, players]
    walk = Walk(page, SUN, screens, f"{game} with {players}")
    played = ApiGame(page, game, players, "layouts")
    phases = []
    for phase in at_each_new_phase(played, lambda view: f"epoch {view['epoch']}", random.Random(players)):
        walk.open(played.address)
        walk.look(phase)
        phases.append(phase)
    assert len(phases) > 5
    assert walk.faults == [], "\n".join(walk.faults)


def test_spectators_see_everybody_on_every_screen(visit: Visit, long: bool) -> None:
    played = ApiGame(visit(), "ra", 5, "watched")
    guest = visit()
    walk = Walk(guest, WATCHED, all_screens() if long else SLICE["ra", 3], "ra with 5, watched")
    walk.open(played.address)
    expect(guest.locator(".others .seat")).to_have_count(5)
    walk.look(played.phase)
    assert walk.faults == [], "\n".join(walk.faults)
