"""Records: text and JSON, there and back, and nothing wrong gets through."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import heliopolis as hp
from heliopolis.core.position import Position
from heliopolis.core.record import MAX_MOVE_WORDS
from heliopolis.games.respublica.actions import MAX_CARDS_DRAWN
from heliopolis.games.respublica.notation import ACTIONS
from heliopolis.games.respublica.phrases import MAX_COUNT
from tests.profiles import examples
from tests.walks import TABLES, last, visit


@pytest.mark.slow
@examples(10)
@given(st.sampled_from(TABLES), st.integers(0, 10**6))
def test_round_trips_at_every_position(table: tuple[str, int], seed: int) -> None:
    for number, p in enumerate(visit(*table, seed)):
        if number % 7 and not p.over:
            continue
        record = p.record
        assert record.replay() == p
        assert hp.Record.from_text(record.to_text()) == record
        assert hp.Record.from_json(json.loads(json.dumps(record.to_json()))) == record
        assert hp.Record.from_text(json.dumps(record.to_json())) == record
        assert record.replay().record.moves == record.moves


def test_a_draw_carries_its_tile() -> None:
    p = hp.game("ra").start(players=4, dealer=None, seed=1)
    for move in ("draw", "pharaoh", "invoke", "pass"):
        p.play(move)
    assert p.record.moves == ("draw pharaoh", "invoke", "pass")


def test_a_draw_without_its_tile_is_the_end_of_a_record() -> None:
    p = hp.game("ra").start(players=4, dealer=None, seed=1)
    p.play("draw")
    assert p.record.moves == ("draw",)
    assert hp.Record.from_text(p.record.to_text()).replay().to_act == hp.CHANCE


def test_a_record_may_begin_at_a_chance_node() -> None:
    p = hp.game("ra").start(players=4, dealer=None, seed=1)
    p.play("draw")
    q = hp.game("ra").from_json(p.to_json())
    q.play("nile")
    assert q.record.moves == ("nile",)
    assert hp.Record.from_text(q.record.to_text()).replay() == q


def test_the_seed_is_told_only_when_the_game_is_over() -> None:
    running, finished = hp.game("ra").start(players=3, seed=5), last("ra", 3, 5)
    assert running.record.seed is None
    assert "5" not in running.record.to_text().splitlines()[-1]
    assert (finished.record.seed, finished.record.result) == (5, tuple(finished.scores()))


def test_practice_is_told_where_it_was() -> None:
    plain = hp.game("ra").start(players=3, seed=1).record
    record = replace(plain, practice=True)
    assert "practice" not in plain.to_json()
    assert "Practice: true" in record.to_text()
    assert hp.Record.from_text(record.to_text()) == record == hp.Record.from_json(record.to_json())
    with pytest.raises(hp.InvalidRecord, match="'practice' cannot be 1"):
        hp.Record.from_json(plain.to_json() | {"practice": 1})


def test_the_text_is_for_people() -> None:
    text = last("ra", 3, 5).record.with_seats(["Isis", "Horus", "Seth"]).to_text()
    headers, _, moves = text.partition("\n\n")
    names = [line.split(":")[0] for line in headers.splitlines()]
    assert names == ["Game", "Rules", "Start", "Seats", "Seed", "Result"]
    assert moves.splitlines()[0].partition(": ")[2].split()[0] in ("draw", "invoke")
    assert hp.Record.from_text("# a comment\n" + text.replace("\n\n", "\n\n# another\n")).seats == (
        "Isis",
        "Horus",
        "Seth",
    )


def test_a_record_keeps_names_and_levels() -> None:
    record = replace(last("ra", 3, 5).record.with_seats(["Isis", "easy", "easy"]), bots=(None, "easy", "easy"))
    text = record.to_text()
    assert 'Seats: ["Isis", "easy", "easy"]\nBots: [null, "easy", "easy"]\n' in text
    assert hp.Record.from_text(text) == hp.Record.from_json(record.to_json()) == record


def test_a_record_of_0_1_does_not_say_who_was_a_bot() -> None:
    file = Path(__file__).parent / "fixtures" / "0.1.0" / "records" / "ra-3-finished.txt"
    record = hp.Record.from_text(file.read_text(encoding="utf-8"))
    assert record.seats is not None
    assert record.bots is None
    assert record.replay().over


def test_bots_that_cannot_be_are_refused() -> None:
    plain = last("ra", 3, 5).record.to_json()
    with pytest.raises(hp.InvalidRecord, match="names 2 seats of 3"):
        hp.Record.from_json(plain | {"bots": [None, "easy"]}).replay()
    with pytest.raises(hp.InvalidRecord, match="levels in plain text"):
        hp.Record.from_json(plain | {"bots": [None, 3, "easy"]})


def test_steps_tell_seat_move_and_position() -> None:
    record = last("ra", 3, 2).record
    steps = list(record.steps())
    assert [move for _, move, _ in steps] == list(record.moves)
    assert steps[-1][2] == record.replay()
    assert steps[0][0] == record.start_position().to_act


@cache
def good() -> hp.Record:
    return last("ra", 3, 1).record


def damaged(old: str, new: str, times: int = -1) -> Callable[[], str]:
    """How to get the text of a good record with something in it replaced."""
    return lambda: good().to_text().replace(old, new, times)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "lacks 'game'"),
        ("hello", "neither a header nor a move"),
        ('Game: "chess"\nStart: {}\n', "no game 'chess'"),
        ("Game: 7\nStart: {}\n", "'game' cannot be 7"),
        ('Game: "ra"\nStart: {}\n', "lacks 'players'"),
        ('Game: "ra"\nStart: {nonsense\n', "not JSON"),
        ("{", "looks like JSON"),
        ('{"game": "ra"}', "lacks 'start'"),
        ('{"game": "ra", "start": {}, "moves": "draw"}', "list of texts"),
        ('{"game": "ra", "start": {}, "moves": [], "extra": 1}', "no field 'extra'"),
        (damaged("draw nile", "draw crocodile", 1), "'crocodile' cannot come"),
        (damaged("draw nile", "draw nile draw god", 1), "nothing is left to chance"),
        (damaged("Start:", 'Seats: ["a"]\nStart:'), "names 1 seats of 3"),
        (damaged("invoke", "bid 5", 1), "'bid 5' is not legal"),
        (lambda: damaged("\n\n0: ", "\n\n1: ")().replace("\n\n2: ", "\n\n1: "), "not to seat 1"),
    ],
)
def test_bad_records_are_refused_in_one_sentence(text: str | Callable[[], str], says: str) -> None:
    with pytest.raises(hp.InvalidRecord, match=says) as error:
        hp.Record.from_text(text() if callable(text) else text).replay()
    assert "\n" not in str(error.value)


@pytest.fixture
def tries(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Everything that somebody tries to play, from now on."""
    found: list[str] = []
    try_play = Position.try_play

    def counted(self: Position, move: str) -> bool:
        found.append(move)
        return try_play(self, move)

    monkeypatch.setattr(Position, "try_play", counted)
    return found


LONG = "draw" + " a" * 25_000
DIGITS = "1" * 5_000
DEEP = "[" * 30_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (lambda: json.dumps(good().to_json() | {"moves": [LONG]}), "Move 1 has more than"),
        (lambda: f"{good().to_text()}0: {LONG}\n", "has more than"),
        (lambda: f"{good().to_text()}Seed: {DIGITS}\n", "value of Seed .* is not JSON"),
        (lambda: f"Game: {DIGITS}\n", "is not JSON"),
        (lambda: f'{{"seed": {DIGITS}, "moves": []}}', "looks like JSON"),
        (lambda: f"{good().to_text()}Deal: {DEEP}\n", "value of Deal .* is not JSON"),
        (lambda: f'{{"deal": {DEEP}', "looks like JSON"),
        (damaged("Rules: ra/1", f"Rules: ra/{DIGITS}"), "rules must be like 'ra/1'"),
        (damaged("Result: [", 'Result: [{"x": 1}, '), "points of each seat"),
        (damaged("Result: [", "Result: [true, "), "points of each seat"),
    ],
)
def test_hostile_records_are_refused_before_anything_is_played(
    text: Callable[[], str], says: str, tries: list[str]
) -> None:
    hostile = text()
    tries.clear()
    with pytest.raises(hp.InvalidRecord, match=says) as error:
        hp.Record.from_text(hostile)
    assert tries == []
    assert len(str(error.value)) < 200


def test_the_longest_moves_are_far_from_the_limit() -> None:
    longest = max(1 + 2 * MAX_COUNT, *(len(text.split(" ")) + MAX_CARDS_DRAWN for text in ACTIONS))
    assert longest == 19, "a gift of two kinds"
    assert 2 * longest < MAX_MOVE_WORDS


def test_a_word_that_is_no_move_is_tried_once_for_each_word(tries: list[str]) -> None:
    start = hp.game("respublica").start(players=3, seed=1).record
    moves = ("a " * (MAX_MOVE_WORDS - 1)).strip()
    record = hp.Record.from_json(start.to_json() | {"moves": [moves] * 500})
    tries.clear()
    with pytest.raises(hp.InvalidRecord, match="Move 1"):
        record.replay()
    assert len(tries) <= MAX_MOVE_WORDS + 1


def test_moves_are_counted_before_they_are_played(tries: list[str]) -> None:
    text = good().to_text()
    tries.clear()
    with pytest.raises(hp.InvalidRecord, match=r"has \d+ moves, more than 10"):
        hp.Record.parse(text, max_moves=10)
    record = hp.Record.parse(text, max_moves=3000)
    assert tries == []
    assert record == good()


def test_a_text_that_was_parsed_names_its_seats_where_it_is_replayed() -> None:
    record = hp.Record.parse(good().to_text().replace("\n\n0: ", "\n\n1: ").replace("\n\n2: ", "\n\n1: "))
    with pytest.raises(hp.InvalidRecord, match="not to seat 1"):
        list(record.story())


def test_every_move_of_a_story_is_played_once(tries: list[str]) -> None:
    record = good()
    tries.clear()
    assert len(list(record.story())) == len(record.moves)
    moves, words = len(record.moves), sum(len(move.split(" ")) for move in record.moves)
    assert len(tries) <= 2 * words < 4 * moves


def test_a_false_result_is_found() -> None:
    lied = hp.Record.from_json(good().to_json() | {"result": [99, 0, 0]})
    with pytest.raises(hp.InvalidRecord, match="not to the result"):
        lied.replay()


@examples(300)
@given(st.data())
def test_damaged_records_raise_nothing_else(data: st.DataObject) -> None:
    """Cut, doubled and overwritten anywhere: either it is still a record or it is InvalidRecord."""
    text = good().to_text()
    at = data.draw(st.integers(0, len(text)))
    width = data.draw(st.integers(0, 40))
    changed = text[:at] + data.draw(st.text(max_size=5)) + text[at + width :]
    try:
        hp.Record.from_text(changed).replay()
    except hp.InvalidRecord as error:
        assert "\n" not in str(error)
