"""Puzzles: what is shipped is true, every day has another one, and answers say what a move gives away."""

from __future__ import annotations

import json
import random
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.core.errors import IllegalMove, InvalidSetup, UnknownName
from heliopolis.puzzles.finding import DIFFICULTY, GAP, LIKELY, MAX_BEST, MAX_ERROR, difficulty_of
from heliopolis.puzzles.processes import Finds, find
from heliopolis.puzzles.puzzle import DIFFICULTIES, PuzzleOption, shares
from heliopolis.puzzles.selection import select, write
from heliopolis.puzzles.shipped import file_of, find_puzzle, of_the_day
from heliopolis.puzzles.solving import MAX_LOSS, answer, can_judge
from heliopolis.puzzles.themes import THEMES_OF, theme_of
from heliopolis.review.judging import Judge

GAMES = ["ra", "priests", "respublica"]
LEAST = 200  # puzzles of a game
MAX_BYTES = 600_000  # of a game's file
SLICE = 8  # puzzles of each game that are judged again; `make puzzles-check` judges all
TINY = 1e-9


# ---- what is shipped -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_there_are_enough_of_all_kinds(game: str) -> None:
    found = hp.puzzles(game)
    assert len(found) >= LEAST
    assert file_of(game).stat().st_size <= MAX_BYTES
    assert len({one.id for one in found}) == len(found)
    assert {one.theme for one in found} <= set(THEMES_OF[game])
    assert len({one.theme for one in found}) >= 4
    assert len({one.difficulty for one in found}) >= 4
    players = {one.players for one in found}
    assert players == set(range(hp.game(game).min_players, hp.game(game).max_players + 1))


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_has_one_clearly_best_move(game: str) -> None:
    for one in hp.puzzles(game):
        position, seat = one.start(), one.seat
        assert position.to_act == seat, one.id
        assert not position.unfinished
        wins = [option.win[seat] for option in one.options]
        assert wins == sorted(wins, reverse=True), one.id
        assert one.gap >= GAP - TINY, one.id
        assert one.best.win[seat] <= MAX_BEST
        assert max(option.error for option in one.options[:2]) <= MAX_ERROR
        for option in one.options:
            assert position.without_history().try_play(option.move), (one.id, option.move)
            assert abs(sum(option.win) - 1) < TINY
            assert len(option.win) == len(option.points) == one.players
        if not position.game.composed:
            assert {option.move for option in one.options} == set(position.legal())


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_is_missed_by_a_level(game: str) -> None:
    for one in hp.puzzles(game):
        assert one.missed
        assert set(one.missed) <= set(DIFFICULTY)
        assert one.difficulty == difficulty_of(one.missed, one.prior)
        assert one.theme == theme_of(one.position, one.start().legal())


@pytest.mark.parametrize("game", GAMES)
def test_every_puzzle_says_why(game: str) -> None:
    for one in hp.puzzles(game):
        assert answer(one, one.best.move).why, one.id
        assert answer(one, one.options[-1].move).why, one.id


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_the_solutions_again(game: str, long: bool) -> None:
    found = hp.puzzles(game)
    chosen = found if long else random.Random(5).sample(found, SLICE)
    judge = Judge(hp.game(game), "search:4000" if long else "search:1000")
    wrong = []
    for one in chosen:
        judged = judge.judge(one.start(), random.Random(one.id), played=one.options[1].move)
        if judged.best.move != one.best.move or judged.loss(one.options[1].move)[0] < GAP / 2:
            wrong.append(one.id)
    assert len(wrong) <= len(chosen) // 50, wrong


def test_the_position_holds_only_what_the_seat_knows() -> None:
    """The hands of others in a puzzle are imagined: other hands give the same view."""
    for one in hp.puzzles("respublica")[:20]:
        position = one.start()
        imagined = position.imagine(one.seat, random.Random(7))
        assert imagined.view(one.seat) == position.view(one.seat)


# ---- the day ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_day_has_another_puzzle(game: str) -> None:
    first, number = date(2026, 3, 1), len(hp.puzzles(game))
    days = [of_the_day(game, first + timedelta(days=day)).id for day in range(2 * number)]
    assert len(set(days[:number])) == number
    assert days[:number] == days[number:]


def test_a_game_without_puzzles_says_so() -> None:
    with pytest.raises(UnknownName, match="no game"):
        hp.puzzles("senet")
    with pytest.raises(UnknownName, match="no puzzle '000000' of Ra"):
        find_puzzle("ra", "000000")


def test_puzzles_can_be_listed_by_theme_and_difficulty() -> None:
    everything = hp.puzzles("ra")
    one = everything[0]
    assert find_puzzle("ra", one.id) is one
    assert one in hp.puzzles("ra", theme=one.theme, difficulty=one.difficulty)
    assert sum(len(hp.puzzles("ra", difficulty=number)) for number in DIFFICULTIES) == len(everything)


# ---- answers ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_best_move_is_right_and_all_others_are_wrong(game: str) -> None:
    for one in hp.puzzles(game)[:40]:
        for option in one.options:
            found = answer(one, option.move)
            assert found.right == (option is one.best), (one.id, option.move)
            assert found.options == one.options
            assert found.loss == pytest.approx(one.best.win[one.seat] - option.win[one.seat])


def test_a_move_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalMove, match="'dance' is not legal"):
        answer(hp.puzzles("ra")[0], "dance")


def test_a_phrase_that_is_not_listed_is_judged_now() -> None:
    for one in hp.puzzles("respublica", theme="answer"):
        listed = {option.move for option in one.options}
        other = next((move for move in one.start().legal() if move not in listed), None)
        if other is not None:
            break
    assert other is not None
    assert can_judge(one, other)
    found = answer(one, other)
    assert {option.move for option in found.options} == listed | {other}
    assert found.right or found.loss > MAX_LOSS
    assert answer(one, other) == found


def test_chances_are_written_so_that_they_add_up() -> None:
    assert shares([1 / 3, 1 / 3, 1 / 3]) == (0.334, 0.333, 0.333)
    assert shares([0.0, 1.0]) == (0.0, 1.0)
    assert sum(shares([0.2499, 0.2501, 0.1999, 0.3001])) == pytest.approx(1)


def test_a_puzzle_is_the_same_after_reading_what_was_written() -> None:
    one = hp.puzzles("ra")[0]
    assert hp.Puzzle.from_json("ra", json.loads(json.dumps(one.to_json()))) == one
    assert isinstance(one.best, PuzzleOption)


def test_difficulty_grows_with_the_levels_that_miss_it() -> None:
    assert difficulty_of(["beginner"], 1.0) == 1
    assert difficulty_of(["beginner", "medium"], 1.0) == 2
    assert difficulty_of(["hard"], LIKELY / 2) == 4
    assert difficulty_of(["expert"], 0.0) == 5


# ---- finding ---------------------------------------------------------------------------------------------------------


def test_a_search_for_puzzles_can_be_continued(tmp_path: Path) -> None:
    file = tmp_path / "found.jsonl"
    find(Finds.open("ra", "test", file), games=range(1), jobs=1, seconds=None, on_game=lambda *_: None)
    first = Finds.open("ra", "test", file)
    assert list(first.found) == [0]
    file.write_text(file.read_text(encoding="utf-8") + '{"game": "ra", "se', encoding="utf-8")  # it was cut off here
    seen: list[tuple[int, int]] = []
    again = Finds.open("ra", "test", file)
    find(again, games=range(1), jobs=1, seconds=None, on_game=lambda *counts: seen.append(counts))
    assert seen == []
    assert again.found == first.found
    with pytest.raises(InvalidSetup, match="puzzles of ra, seed test"):
        Finds.open("ra", "other", file)


def test_published_puzzles_are_of_many_kinds(tmp_path: Path) -> None:
    found = hp.puzzles("ra")
    chosen = select(found, 40)
    assert len({one.id for one in chosen}) == 40
    assert len(Counter(one.theme for one in chosen)) == len({one.theme for one in found})
    write(chosen, tmp_path / "ra.jsonl")
    lines = (tmp_path / "ra.jsonl").read_text(encoding="utf-8").splitlines()
    assert [hp.Puzzle.from_json("ra", json.loads(line)) for line in lines] == chosen
