"""Previews say what a move brings now, and what only the end of the game will score."""

from __future__ import annotations

from typing import Any

import pytest

import heliopolis as hp
from tests.priests.test_rules import position as priests
from tests.ra.table import position as ra
from tests.walks import TABLES, visit

SCORED_LAST = {"ra": ["monument"], "priests": ["pyramid", "chamber", "ankh"]}


def preview(p: hp.Position, move: str) -> tuple[int, int]:
    """Return the points of a move now and later."""
    shown = p.view(p.to_act)["if_played"][move]
    return shown["points"], shown["later"]


def bidding(make: Any, **changes: Any) -> hp.Position:
    """Return the last bid of an auction in which everybody else has passed."""
    p: hp.Position = make(**changes)
    for move in ("invoke", "pass", "pass", "pass"):
        p.play(move)
    return p


def test_monuments_bring_nothing_now_and_something_later() -> None:
    row = ["palace", "palace", "temple", "gold"]
    tiles = {0: {"palace": 1}}
    assert preview(bidding(ra, row=row, tiles=tiles), "bid 13") == (3, 6)  # three palaces 5, a second kind 1


def test_in_the_last_epoch_monuments_are_among_the_points() -> None:
    p = bidding(ra, row=["palace", "temple", "gold"], epoch=3)
    assert preview(p, "bid 6")[1] == 0
    assert p.view(0)["if_played"]["bid 6"]["points"] - 3 - 2 in (-5, 0, 5)  # what the suns change


def test_an_earthquake_takes_the_monuments_that_are_missed_least() -> None:
    tiles = {0: {"palace": 3, "temple": 1, "sphinx": 1}}
    assert preview(bidding(ra, row=["earthquake"], tiles=tiles), "bid 2") == (0, -2)


def test_pyramids_chambers_and_ankhs_are_scored_later() -> None:
    row = ["pyramid", "red", "red", "red", "farmer", "trader", "scribe"]
    p = priests(row=row)
    data = p.to_json()
    data["seats"][0]["ankhs"] = 1
    p = bidding(lambda: p.game.from_json(data))
    assert preview(p, "bid 2") == (0, 5 + 5 + 5)  # a pyramid of 4 tiles, three red chambers, the second ankh


@pytest.mark.parametrize("table", [table for table in TABLES if table[0] in SCORED_LAST])
def test_points_now_and_later_are_those_of_the_end_of_the_game(table: tuple[str, int]) -> None:
    for p in list(visit(*table, seed=3))[::9]:
        shown = p.view(p.to_act)
        for played in shown["if_played"].values():
            assert shown["epoch"] < 3 or played["later"] == 0
            assert played["later"] == 0 or any(played["gains"]) or any(played["loses"])
