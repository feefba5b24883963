"""How a game of Res Publica ends: who has won or shares the victory, where the points came from, and open hands."""

from __future__ import annotations

import random

import pytest

import heliopolis as hp
from heliopolis.text.ending import course_of, describe_ending
from heliopolis.text.narration import Narrator
from tests.respublica.test_rules import play, position

NAMES = ["Livia", "Cato", "Drusus", "Junia"]


def said(p: hp.Position, language: str = "en", you: int | None = None) -> list[str | None]:
    """Who has won and why, in words."""
    ending = describe_ending(p, course_of(p.record))
    narrator = Narrator(language, NAMES[: p.players], you)
    reason = ending["reason"]
    return [narrator.render(ending["result"]), None if reason is None else narrator.render(reason)]


def ended(hands: list[dict[str, int]], sets: dict[int, list[str]]) -> hp.Position:
    last = len(hands) - 1
    return play(position(hands, sets, phase="last lay", turn=last, to_act=last, final_round=last), "end")


def test_most_points_win_and_the_source_of_the_lead_is_named() -> None:
    p = ended([{"greek": 4}, {"wheel": 1}, {}], {0: ["roman"], 1: ["wheel", "wheel"], 2: ["egyptian"]})
    assert p.scores() == [5, 17, 3]
    assert said(p) == ["Cato wins, 17 to 5", "Monuments made the difference: +17 to 0"]
    assert said(p, "it", 1) == ["Hai vinto, 17 a 5", "A fare la differenza: Monumenti, +17 a 0"]


def test_equal_points_share_the_victory_and_nothing_breaks_the_tie() -> None:
    p = ended([{"greek": 2}, {}, {"wheel": 3}, {}], {0: ["roman"], 1: ["greek"], 2: ["egyptian"]})
    assert p.winners() == [0, 2]
    assert said(p) == ["Livia and Drusus share it, 4 each", None]
    assert said(p, you=2) == ["You and Livia share it, 4 each", None]
    assert said(p, "it", 2) == ["Vittoria condivisa: tu e Livia, 4 a testa", None]
    assert said(p, "es") == ["Victoria compartida: Livia y Drusus, 4 cada uno", None]
    assert describe_ending(p, None)["places"] == [1, 3, 1, 4]


def test_three_winners_are_listed() -> None:
    p = ended([{}, {}, {}, {"roman": 2}], {0: ["roman"], 1: ["greek"], 2: ["greek"]})
    assert said(p, you=1)[0] == "You, Livia and Drusus share it, 3 each"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_account_adds_up_to_the_score(players: int) -> None:
    record = hp.play_match("respublica", ["greedy"] * players, seed=players).record
    p = record.replay()
    account = describe_ending(p, course_of(record))["account"]
    assert account is not None
    assert [sum(sources.values()) for sources in account["sources"]] == p.scores()
    assert account["points"][-1] == p.scores()
    assert account["points"][0] == [0] * players
    assert len(account["points"]) == len(account["turns"])
    for sources, laid in zip(account["sources"], account["laid"], strict=True):
        assert sum(one["points"] for one in laid) == sources["cities"] + sources["monuments"]
    for sources, hand in zip(account["sources"], account["hands"], strict=True):
        assert sum(one["points"] for one in hand) == sources["pairs"]
    turns = len(account["turns"]) - 1
    assert [mark["what"]["key"] for mark in account["marks"]][:1] == ["respublica.ending.first"]
    assert all(1 <= mark["turn"] <= turns for mark in account["marks"])


def test_the_moment_to_play_on_from_is_the_beginning_of_a_turn() -> None:
    record = hp.play_match("respublica", ["greedy"] * 3, seed=1).record
    moves = describe_ending(record.replay(), course_of(record))["play_on"]
    assert moves is not None
    positions = [record.start_position(), *(p for _, _, p in record.steps())]
    assert positions[moves].to_json()["phase"] == "trade"


# ---- open hands (ruling 11) ------------------------------------------------------------------------------------------


def test_hands_are_open_to_everybody_when_the_game_is_over() -> None:
    p = ended([{"greek": 2}, {"roman": 1}, {"wheel": 3}], {})
    for viewer in (None, 0, 1, 2):
        shown = p.view(viewer)["seats"]
        assert [seat["hand"] for seat in shown] == [{"greek": 2}, {"roman": 1}, {"wheel": 3}]
        assert [seat["hand_points"] for seat in shown] == [1, 0, 1]


def test_nothing_of_a_hand_shows_before_the_last_move() -> None:
    hands: list[dict[str, int]] = [{"greek": 2}, {"roman": 1}, {"wheel": 3}]
    p = position(hands, phase="last lay", turn=2, to_act=2, final_round=2)
    for viewer in (None, 0, 1, 2):
        shown = [number for number, seat in enumerate(p.view(viewer)["seats"]) if "hand" in seat]
        assert shown == ([] if viewer is None else [viewer])


def test_when_the_game_is_over_nothing_is_left_to_imagine() -> None:
    p = ended([{"greek": 2}, {"roman": 1}, {"wheel": 3}], {})
    assert p.imagine(0, random.Random(1)) == p
