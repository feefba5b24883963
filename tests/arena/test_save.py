"""A tournament that was stopped continues from its file."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

import heliopolis as hp
from heliopolis.arena import serial
from heliopolis.arena.referee import Result
from heliopolis.arena.schedule import Tournament, arrange
from heliopolis.arena.tournaments import run

PLANNED = arrange("ra", ["greedy", "random", "random"], games=6, seed=3)


class Memory:
    """An executor that knows all results, and records which ones it was asked for."""

    def __init__(self) -> None:
        self.known = {result.number: result for result in serial(PLANNED, range(PLANNED.games))}
        self.asked: list[int] = []

    def __call__(self, _: Tournament, numbers: Sequence[int]) -> Iterator[Result]:
        for number in numbers:
            self.asked.append(number)
            yield self.known[number]


@pytest.fixture(scope="module")
def memory() -> Memory:
    return Memory()


def saved(path: Path) -> list[int]:
    return [json.loads(line)["number"] for line in path.read_bytes().splitlines()[1:]]


def test_a_file_that_was_cut_off_anywhere_is_continued(tmp_path: Path, memory: Memory) -> None:
    path = tmp_path / "games.jsonl"
    table = run(PLANNED, memory, path)
    whole = path.read_bytes()
    assert sorted(saved(path)) == list(range(6))
    assert table == run(PLANNED, memory)
    for end in range(len(whole)):
        path.write_bytes(whole[:end])
        memory.asked.clear()
        assert run(PLANNED, memory, path) == table
        assert path.read_bytes() == whole
        assert len(memory.asked) == 6 - max(0, whole[:end].count(b"\n") - 1)


def test_what_is_finished_is_not_played_again(tmp_path: Path, memory: Memory) -> None:
    path = tmp_path / "games.jsonl"
    table = run(PLANNED, memory, path)
    memory.asked.clear()
    reported: list[int] = []
    assert run(PLANNED, memory, path, reported.append) == table
    assert memory.asked == []
    assert reported == [6]


def test_a_file_is_continued_with_more_games(tmp_path: Path, memory: Memory) -> None:
    path = tmp_path / "games.jsonl"
    run(replace(PLANNED, deals=1), memory, path)
    memory.asked.clear()
    assert run(PLANNED, memory, path) == run(PLANNED, memory)
    assert memory.asked[:3] == [3, 4, 5]
    assert run(replace(PLANNED, deals=1), memory, path).tournament.games == 3, "fewer do too"


def test_a_tournament_that_was_interrupted_has_all_finished_games(tmp_path: Path, memory: Memory) -> None:
    path = tmp_path / "games.jsonl"

    def interrupted(_: Tournament, __: Sequence[int]) -> Iterator[Result]:
        yield memory.known[4]
        yield memory.known[1]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        run(PLANNED, interrupted, path)
    assert saved(path) == [4, 1]
    memory.asked.clear()
    assert run(PLANNED, memory, path) == run(PLANNED, memory)
    assert memory.asked[:4] == [0, 2, 3, 5]


@pytest.mark.parametrize(
    ("other", "says"),
    [
        (replace(PLANNED, seed=4), "seed 3, not 4"),
        (replace(PLANNED, bots=("greedy", "random", "greedy")), "bots \\['greedy', 'random', 'random'\\], not"),
        (replace(PLANNED, move_time=2.0), "move_time None, not 2.0"),
        (replace(PLANNED, game="priests"), "game 'ra', not 'priests'"),
    ],
)
def test_a_file_of_another_tournament_is_refused(tmp_path: Path, memory: Memory, other: Tournament, says: str) -> None:
    path = tmp_path / "games.jsonl"
    run(PLANNED, memory, path)
    before = path.read_bytes()
    with pytest.raises(hp.InvalidSetup, match=f"results of another tournament: {says}"):
        run(other, memory, path)
    assert path.read_bytes() == before


def test_a_change_of_the_sources_is_noticed(tmp_path: Path, memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    run(PLANNED, memory, path)
    monkeypatch.setattr("heliopolis.arena.schedule.source_hash", lambda: "new")
    with pytest.raises(hp.InvalidSetup, match="sources"):
        run(PLANNED, memory, path)


def test_a_change_of_a_bots_file_is_noticed(tmp_path: Path, memory: Memory) -> None:
    source = tmp_path / "mine.py"
    path = tmp_path / "games.jsonl"

    def go_on(word: str) -> None:
        source.write_text(f"class Changing:\n def choose(self, position, rng): return {word!r}\n")
        run(arrange("ra", ["changing", "random", "random"], games=6, seed=3, code=[source]), memory, path)

    go_on("first")
    go_on("first")
    with pytest.raises(hp.InvalidSetup, match=r"origins {'changing': 'mine.py "):
        go_on("second")
    assert hp.bot("changing").choose(hp.game("ra").start(players=2), random.Random()) == "second"


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"Dear diary", "is not a file of tournament results"),
        (b"Dear diary\nall is well\n", "Line 1 of .* is not a line of tournament results"),
        (b"[1]\n", "Line 1 of .* is not a line of tournament results"),
        (b"\xff\xfe\n", "Line 1 of .* is not a line of tournament results"),
        (b"{}\n", "another tournament"),
    ],
)
def test_a_file_of_another_kind_is_left_alone(tmp_path: Path, memory: Memory, content: bytes, says: str) -> None:
    path = tmp_path / "diary.txt"
    path.write_bytes(content)
    with pytest.raises(hp.InvalidSetup, match=says):
        run(PLANNED, memory, path)
    assert path.read_bytes() == content


@pytest.mark.parametrize("line", [b"{}", b'{"number": 1}', b'{"number": 1, "extra": 2}', b"[]", b"what?"])
def test_a_line_that_is_no_result_is_refused(tmp_path: Path, memory: Memory, line: bytes) -> None:
    path = tmp_path / "games.jsonl"
    run(replace(PLANNED, deals=1), memory, path)
    path.write_bytes(path.read_bytes() + line + b"\n")
    with pytest.raises(hp.InvalidSetup, match=r"Line 5 of .* is not"):
        run(PLANNED, memory, path)


def test_files_that_cannot_be_written(tmp_path: Path, memory: Memory) -> None:
    for path in (tmp_path, tmp_path / "nowhere" / "games.jsonl"):
        with pytest.raises(hp.InvalidSetup, match="Results cannot be saved in"):
            run(PLANNED, memory, path)
