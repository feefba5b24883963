"""Puzzles by HTTP: the question never contains the answer."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

import heliopolis as hp
from heliopolis.puzzles.shipped import of_the_day
from heliopolis.server.http.limits import cost_of
from tests.server.people import JSON, Person

GAMES = ["ra", "priests", "respublica"]


def asked(person: Person, path: str, status: int = 200) -> JSON:
    return person.get(f"/api/puzzles/{path}", status)


def tried(person: Person, path: str, move: str, status: int = 200) -> JSON:
    answer = person.http.post(f"/api/puzzles/{path}/answer", json={"move": move})
    assert answer.status_code == status, answer.text
    found: JSON = answer.json()
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_list_names_all_and_that_of_today(server: str, game: str) -> None:
    with Person(server) as ada:
        found = asked(ada, game)
    puzzles = hp.puzzles(game)
    assert [one["id"] for one in found["puzzles"]] == [one.id for one in puzzles]
    assert [one["number"] for one in found["puzzles"]] == list(range(1, len(puzzles) + 1))
    assert found["today"] == of_the_day(game, datetime.now(UTC).date()).id
    assert set(found["themes"]) == {one.theme for one in puzzles}
    assert set(found["puzzles"][0]) == {"id", "number", "players", "theme", "difficulty"}


@pytest.mark.parametrize("game", GAMES)
def test_a_question_is_what_the_seat_knows_and_nothing_else(server: str, game: str) -> None:
    with Person(server) as ada:
        for puzzle in hp.puzzles(game)[:3]:
            found = asked(ada, f"{game}/{puzzle.id}")
            assert found.pop("position") == puzzle.start().view(puzzle.seat)
            assert set(found) == {"id", "number", "players", "theme", "difficulty", "game", "seat"}
            assert found["seat"] == puzzle.seat


def test_the_puzzle_of_the_day_has_an_address_of_its_own(server: str) -> None:
    with Person(server) as ada:
        assert asked(ada, "ra/today")["id"] == asked(ada, "ra")["today"]


@pytest.mark.parametrize("game", GAMES)
def test_answers_say_what_every_move_is_worth(server: str, game: str) -> None:
    puzzle = hp.puzzles(game)[0]
    with Person(server) as ada:
        right = tried(ada, f"{game}/{puzzle.id}", puzzle.best.move)
        wrong = tried(ada, f"{game}/{puzzle.id}", puzzle.options[-1].move)
    assert right["right"]
    assert right["loss"] == 0
    assert not wrong["right"]
    assert wrong["best"] == puzzle.best.move
    assert wrong["loss"] >= 0.08
    assert [option["move"] for option in wrong["options"]] == [option.move for option in puzzle.options]
    for option in wrong["options"]:
        assert sum(option["win"]) == pytest.approx(1)
    assert wrong["why"]


def test_what_is_not_there_or_not_legal_is_refused(server: str) -> None:
    with Person(server) as ada:
        for path in ("ra/000000", "tekhenu", "senet", "senet/today", "tekhenu/today"):
            assert asked(ada, path, 404)["key"] == "puzzle.unknown"
        puzzle = hp.puzzles("ra")[0]
        assert tried(ada, f"ra/{puzzle.id}", "dance", 422)["key"] == "move.illegal"
        assert tried(ada, "ra/000000", "draw", 404)["key"] == "puzzle.unknown"


def test_an_answer_costs_more_than_a_question() -> None:
    question, answer = cost_of("GET", "/api/puzzles/ra/today"), cost_of("POST", "/api/puzzles/ra/3f9a2c/answer")
    assert question.bucket == answer.bucket == "work"
    assert question.tokens < answer.tokens
