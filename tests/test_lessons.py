"""The guided first games: every recorded move can be made, and every remark tells the truth about the position."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import heliopolis as hp
from heliopolis.core.position import Position
from heliopolis.lessons.lesson import LEARNER, LessonStep, lesson, lessons, value_at
from heliopolis.text.catalogues import LANGUAGES, PLACEHOLDER, catalogue, format_message

BOARDS = Path(__file__).parents[1] / "web" / "src" / "games"
SHARED = {"ra": "sun", "priests": "sun"}  # the folder that has a game's board
NAMES = {"left": "Kenna", "right": "Nefru"}  # of the bots, which the site fills in
COMPOSED = {"ask": "say", "offer": "say", "for": "say", "give": "give"}  # button of moves that are put together


def played(game: str) -> list[Position]:
    """The positions of a lesson: before the first move, and after each."""
    record = lesson(game).record
    return [record.start_position(), *(position for _, _, position in record.steps())]


def steps(game: str) -> list[tuple[LessonStep, Position]]:
    positions = played(game)
    return [(step, positions[step.at]) for step in lesson(game).steps]


def move_at(game: str, number: int) -> str:
    return [move for _, move, *_ in lesson(game).record.story()][number]


def test_every_game_has_a_lesson() -> None:
    assert lessons() == sorted(hp.games())
    with pytest.raises(hp.HeliopolisError):
        lesson("senet")


@pytest.mark.parametrize("game", lessons())
def test_a_lesson_has_ten_to_fifteen_steps_in_the_order_of_its_record(game: str) -> None:
    found = lesson(game).steps
    assert 10 <= len(found) <= 15
    assert len({step.id for step in found}) == len(found)
    assert [step.at for step in found] == sorted(step.at for step in found)
    assert found[0].at == 0
    assert found[-1].at == len(lesson(game).record.moves)


@pytest.mark.parametrize("game", lessons())
def test_what_is_to_be_done_is_a_move_of_the_learner(game: str) -> None:
    for step, position in steps(game):
        if not step.clicks:
            continue
        move = move_at(game, step.at)
        assert position.to_act == LEARNER, step.id
        position.copy().play(move)
        *earlier, last = step.clicks
        verb = move.split(" ")[0]
        assert last == f"move {COMPOSED.get(verb, move)}", step.id
        assert sorted(earlier) == sorted(touched_before(move)), step.id


def touched_before(move: str) -> list[str]:
    """What is touched before the button of a move: every card that it names, or the god that is played."""
    verb, *words = move.split(" ")
    if verb == "take":
        return ["arm take"]
    if verb not in COMPOSED:
        return []
    if verb == "give":
        return [f"kind {card}" for card in words]
    pairs = re.findall(r"(\d) (\w+)", move)
    return [f"kind {kind}" for count, kind in pairs for _ in range(int(count))]


@pytest.mark.parametrize("game", lessons())
def test_a_step_with_something_to_do_leads_past_its_move(game: str) -> None:
    found = lesson(game).steps
    for step, following in pairwise(found):
        assert following.at > step.at or not step.clicks, step.id


@pytest.mark.parametrize("game", lessons())
def test_the_remarks_tell_the_truth(game: str) -> None:
    for step, position in steps(game):
        view = position.view(LEARNER)
        assert {place: value_at(view, place) for place in step.facts} == step.facts, step.id
        numbers = [value_at(view, place) for place in step.params.values()]
        assert all(type(number) is int and number >= 0 for number in numbers), step.id


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", lessons())
def test_the_texts_are_there_and_say_the_same_numbers(game: str, language: str) -> None:
    expected = set[str]()
    for step, position in steps(game):
        view = position.view(LEARNER)
        params: dict[str, Any] = {name: value_at(view, place) for name, place in step.params.items()}
        for part in ("title", "text", *(["task"] if step.clicks else [])):
            key = f"lesson.{game}.{step.id}.{part}"
            expected.add(key)
            needed = {name for name, _, _ in PLACEHOLDER.findall(catalogue(language)[key])} - set(NAMES)
            assert needed == (set(params) if part == "text" else set()), key
            said = format_message(language, key, params | NAMES)
            english = format_message("en", key, params | NAMES)
            assert sorted(re.findall(r"\d+", said)) == sorted(re.findall(r"\d+", english)), key
    prefix = f"lesson.{game}."
    assert {key for key in catalogue(language) if key.startswith(prefix)} == expected


@pytest.mark.parametrize("game", lessons())
def test_what_is_lit_is_on_the_board(game: str) -> None:
    board = "".join(file.read_text(encoding="utf-8") for file in (BOARDS / SHARED.get(game, game)).glob("*.svelte"))
    for step, position in steps(game):
        for anchor in step.lit:
            attribute, _, value = anchor.partition(" ")
            if attribute == "part":
                assert f'data-part="{value}"' in board, anchor
            else:
                assert attribute == "move", anchor
                assert value in position.legal(), anchor


@pytest.mark.parametrize("game", ["ra", "priests"])
def test_the_epoch_is_played_to_its_end(game: str) -> None:
    last = played(game)[-1]
    assert last.to_json()["epoch"] == 2
    assert last.to_json()["scoring"]


def test_the_lesson_of_res_publica_shows_all_parts_of_a_turn() -> None:
    verbs = {move_at("respublica", step.at).split(" ")[0] for step in lesson("respublica").steps if step.clicks}
    assert verbs == {"ask", "accept", "draw", "for", "no", "lay", "give"}
