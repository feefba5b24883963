"""Lessons by HTTP: all that a guided game shows, as the learner may know it."""

from __future__ import annotations

import pytest

from heliopolis.lessons.lesson import LEARNER, lesson, lessons
from heliopolis.server.http.limits import cost_of
from tests.server.people import JSON, Person


def opened(server: str, game: str, status: int = 200) -> JSON:
    with Person(server) as ada:
        return ada.get(f"/api/lessons/{game}", status)


@pytest.mark.parametrize("game", lessons())
def test_a_lesson_has_a_position_before_and_after_every_move(server: str, game: str) -> None:
    found = opened(server, game)
    record = lesson(game).record
    assert found["positions"][0] == record.start_position().view(LEARNER)
    assert found["positions"][1:] == [position.view(LEARNER) for _, _, position in record.steps()]
    assert [move["seq"] for move in found["moves"]] == list(range(1, len(record.moves) + 1))


@pytest.mark.parametrize("game", lessons())
def test_a_step_says_which_move_it_waits_for(server: str, game: str) -> None:
    found = opened(server, game)
    for shown, step in zip(found["steps"], lesson(game).steps, strict=True):
        expected = found["moves"][step.at]["move"] if step.clicks else None
        assert (shown["id"], shown["move"], shown["clicks"]) == (step.id, expected, list(step.clicks))


def test_the_numbers_of_a_step_come_from_its_position(server: str) -> None:
    found = opened(server, "ra")
    bid = next(step for step in found["steps"] if step["id"] == "bid")
    assert bid["params"] == {"bid": found["positions"][bid["at"]]["auction"]["bid"]}


def test_the_cards_of_the_others_stay_secret(server: str) -> None:
    found = opened(server, "respublica")
    for move in found["moves"]:
        if move["seat"] != LEARNER:
            assert not move["outcomes"]
            assert not move["move"].startswith("give ")
    given = [move["given"] for move in found["moves"] if move.get("given")]
    assert given[0] == {"0": ["greek"], "1": ["roman"]}


@pytest.mark.parametrize("game", ["senet", "tekhenu", "../ra"])
def test_a_game_without_a_lesson_is_refused(server: str, game: str) -> None:
    opened(server, game.replace("/", "%2F"), 404)


def test_a_lesson_costs_as_much_as_a_puzzle() -> None:
    assert cost_of("GET", "/api/lessons/ra") == cost_of("GET", "/api/puzzles/ra")
