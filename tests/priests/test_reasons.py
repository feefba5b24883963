"""Priests of Ra: why a move is better than another, in worked positions."""

from __future__ import annotations

from typing import Any

import heliopolis as hp
from heliopolis.games.priests.reasons import reasons
from tests.priests.test_rules import position
from tests.ra.table import play


def why(p: hp.Position, best: str, other: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the reasons of the seat to act: the last part of each key, and the parameters without the seat."""
    assert isinstance(p.to_act, int)
    found = [(message["key"], message["params"]) for message in reasons(p, p.to_act, best, other)]
    return [
        (key.removeprefix("sun.reason."), {name: value for name, value in params.items() if name != "seat"})
        for key, params in found
    ]


def flipping(row: list[str], **tiles: int) -> hp.Position:
    """Return the flips of seat 0 after it has won a row."""
    return play(position(row=row, tiles={0: tiles}), "invoke", "pass", "pass", "pass", "bid 2")


def test_a_face_serves_one_player_and_not_another() -> None:
    p = play(position(tiles={0: {"warrior": 1}, 1: {"farmer": 1}}), "draw", "farmer|warrior")
    assert why(p, "place warrior", "place farmer") == [
        ("face", {"tile": "warrior", "points": "+5", "other": "farmer", "less": "0"}),
        ("face_denied", {"partner": 1, "tile": "warrior", "points": "0", "other": "farmer", "more": "+5"}),
    ]


def test_faces_that_score_nothing_yet_are_told_by_what_players_hold() -> None:
    p = play(position(tiles={0: {"red": 1}}), "draw", "red|blue")
    assert why(p, "place red", "place blue") == [("held", {"tile": "red", "number": 1, "other": "blue", "others": 0})]
    p = play(position(tiles={2: {"blue": 1}}), "draw", "red|blue")
    assert why(p, "place red", "place blue") == [
        ("rival_holds", {"partner": 2, "tile": "red", "number": 0, "other": "blue", "others": 1})
    ]


def test_faces_that_serve_everybody_alike_are_told_by_the_row() -> None:
    p = play(position(row=["farmer"]), "draw", "farmer|warrior")
    expected = {"tile": "warrior", "number": 0, "other": "farmer", "others": 1}
    assert ("row_shows", expected) not in why(p, "place warrior", "place farmer")  # two farmers would bring 5
    p = play(position(row=["red"]), "draw", "red|blue")
    expected = {"tile": "blue", "number": 0, "other": "red", "others": 1}
    assert why(p, "place blue", "place red") == [("row_shows", expected)]
    p = play(position(tiles={0: {"red": 1, "blue": 1}}), "draw", "red|blue")
    expected = {"tile": "blue", "number": 1, "other": "red", "others": 1}
    assert why(p, "place blue", "place red") == [("all_hold", expected)]


def test_a_flip_makes_two_warriors() -> None:
    p = flipping(["priest", "farmer"], warrior=1)
    sources = [{"category": "people", "points": "+5"}]
    assert why(p, "flip farmer", "end") == [("flip", {"tile": "farmer", "points": "+5", "sources": sources})]


def test_a_flip_would_break_a_building() -> None:
    p = flipping(["priest"], granary=2, red=1)
    sources = [{"category": "building", "points": "−2"}]
    assert why(p, "end", "flip granary") == [("flip", {"tile": "granary", "points": "−2", "sources": sources})]
    assert why(p, "end", "flip red") == [("flip_nothing", {"tile": "red"})]
    assert why(p, "flip red", "flip granary") == [
        ("other_flip", {"tile": "red", "points": "0", "other": "granary", "less": "−2"})
    ]
    assert why(p, "flip red", "end") == [("turned", {"tile": "blue", "number": 1, "other": "red", "others": 0})]


def test_the_priests_of_a_row_allow_flips() -> None:
    p = play(position(row=["priest", "priest", "farmer"]), "draw", "ra")
    assert why(p, "bid 12", "pass")[:2] == [
        ("row", {"points": 4, "sources": [{"category": "priest", "points": "+4"}]}),
        ("flips", {"number": 2}),
    ]


def test_a_pyramid_is_worth_something_at_the_end_of_the_game() -> None:
    p = play(position(row=["pyramid", "plague"], tiles={1: {"pyramid": 2}}), "draw", "ra")
    sources = [{"category": "pyramid", "points": "+5"}, {"category": "plague", "points": "−1"}]
    assert why(p, "bid 7", "pass")[0] == ("row_later", {"points": "−1", "later": "+5", "sources": sources})


def test_a_plague_may_come_next() -> None:
    p = position(row=["pyramid"], tiles={0: {"plague": 4}})
    assert ("next_plague_costs", {"percent": 4, "tile": "plague", "points": 5}) in why(p, "invoke", "draw")
