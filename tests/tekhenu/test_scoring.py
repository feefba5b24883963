"""Maat's order, scoring and the end."""

from __future__ import annotations

from typing import Any

import pytest

from heliopolis.games import tekhenu
from tests.tekhenu.boards import make_board


def maat(place: int, ankhs: int | None, *automas: int) -> dict[str, Any]:
    changes = {f"automas__a{number}__ankhs": count for number, count in enumerate(automas, 1)}
    return tekhenu.maat_order(make_board(len(automas), **changes), place, ankhs)


def test_smallest_absolute_balance_first() -> None:
    assert maat(-4, 0, 2, 0, 1) == {"order": ["a2", "a3", "a1", "person"], "ask": []}
    assert maat(1, 0, 3, 2) == {"order": ["person", "a2", "a1"], "ask": []}


def test_ties_by_more_ankhs() -> None:
    assert maat(-2, 3, 2) == {"order": ["person", "a1"], "ask": []}
    assert maat(2, 1, 2) == {"order": ["a1", "person"], "ask": []}


def test_those_still_tied_are_asked() -> None:
    assert maat(2, 2, 2) == {"order": ["person", "a1"], "ask": [["person", "a1"]]}
    assert maat(0, 0, 1, 1, 0)["ask"] == [["person", "a3"], ["a1", "a2"]]
    assert maat(2, None, 2) == {"order": ["person", "a1"], "ask": [["person", "a1"]]}, "they keep their former order"


def items(**changes: Any) -> dict[str, int]:
    sheet = tekhenu.score(make_board(2, **changes), "a1")
    assert sheet.choice is not None
    assert sheet.vp == sum(sheet.choice.values())
    return sheet.choice


def test_nothing_scores_nothing() -> None:
    assert items() == {}


def test_districts() -> None:
    assert items(osiris__buildings__0=["a1", "a1", "a2", "person"]) == {"districts": 6}


def test_around_the_temple_and_pillars() -> None:
    changes = {
        "temple__buildings": ["a1", None, "a1", None, None, "a2", None, "person", "a1", None],
        "temple__statues": {"3": "a1", "8": "a1"},
        "temple__pillars__2": [None, None, "a1", "a1", "a2"],
        "temple__pillars__0__0": "a1",
    }
    # Pillar 3/3: row 3 has building and statue, column 3 (line 8) has the statue; 3/4: row 2, column 1; 1/1: row 1.
    assert items(**changes) == {"temple": 5, "pillars": (2 + 1) + (2 + 1) + 1, "statues": 3}


@pytest.mark.parametrize(("number", "vp"), [(1, 1), (2, 3), (3, 6), (4, 10), (5, 15), (6, 21)])
def test_statues_anywhere(number: int, vp: int) -> None:
    spaces = ["god_statues__ra", "god_statues__seth", "god_statues__horus", "god_statues__bastet"]
    changes: dict[str, Any] = {space: ["a1"] for space in spaces[:number]}
    changes["seth__statues"] = {"left": "a1" if number >= 5 else None, "right": "a1" if number >= 6 else None}
    assert items(**changes) == {"statues": vp}


@pytest.mark.parametrize(
    ("happiness", "vp"),
    [(8, 0), (9, 3), (12, 3), (13, 6), (15, 6), (16, 9), (18, 9), (19, 12), (20, 12), (21, 15)],
)
def test_happiness(happiness: int, vp: int) -> None:
    found = items(automas__a1__population=21, automas__a1__happiness=happiness)
    assert found == ({"happiness": vp} if vp else {})


def test_regions_at_their_values() -> None:
    assert items(seth__regions=["a1", "a2", "a1", None, None, "a1"]) == {"regions": 2 + 3 + 5}
    assert items(seth__regions=["a1"] + [None] * 5, settings__region_vp=[7, 0, 0, 0, 0, 0]) == {"regions": 7}


def test_cards() -> None:
    board = make_board(automas__a1__blessings=2, automas__a1__technologies=3)
    assert tekhenu.score(board, "a1").choice == {"blessings": 4, "technologies": 6}
    after = tekhenu.apply(board, "a1", tekhenu.score(board, "a1")).automas["a1"]
    assert (after.vp, after.blessings, after.technologies) == (20, 0, 3)


@pytest.mark.parametrize(
    ("automas", "order", "bonus"),
    [
        (1, ["a1", "person"], 3),
        (1, ["person", "a1"], 0),
        (2, ["person", "a1", "a2"], 2),
        (2, ["person", "a2", "a1"], 0),
        (3, ["a1", "person", "a2", "a3"], 3),
        (3, ["a3", "a1", "a2", "person"], 2),
        (3, ["a3", "a2", "a1", "person"], 0),
        (3, ["a3", "a2", "person", "a1"], 0),
    ],
)
def test_order_bonus(automas: int, order: list[str], bonus: int) -> None:
    board = make_board(automas, order=order, automas__a1__decrees=0)
    assert tekhenu.end_of_game(board, "a1").vp == bonus


def test_order_bonus_is_a_setting() -> None:
    bonus = {"2": [9, 8], "3": [3, 2, 0], "4": [3, 2, 0, 0]}
    board = make_board(settings__order_bonus=bonus, automas__a1__decrees=0)
    assert tekhenu.end_of_game(board, "a1").vp == 8


@pytest.mark.parametrize(("decrees", "vp", "harder"), [(0, 0, 0), (1, 4, 8), (3, 12, 24), (4, 14, 26)])
def test_decrees(decrees: int, vp: int, harder: int) -> None:
    assert tekhenu.end_of_game(make_board(automas__a1__decrees=decrees), "a1").vp == vp
    assert tekhenu.end_of_game(make_board(automas__a1__decrees=decrees, difficulty=4), "a1").vp == harder
