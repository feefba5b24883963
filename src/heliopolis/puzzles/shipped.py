"""The puzzles that come with this package: one file per game, one puzzle per line, in the order of their numbers."""

from __future__ import annotations

import json
from datetime import date
from functools import cache
from pathlib import Path

from heliopolis.core.errors import UnknownName
from heliopolis.core.registry import game
from heliopolis.puzzles.puzzle import Puzzle

FOLDER = Path(__file__).parent / "sets"


def file_of(name: str) -> Path:
    """Return the file of a game's puzzles."""
    return FOLDER / f"{name}.jsonl"


def puzzles(name: str, theme: str | None = None, difficulty: int | None = None) -> list[Puzzle]:
    """Return the puzzles of a game in order, all of them or those of a theme or a difficulty; a game may have none."""
    return [
        one for one in _read(game(name).name) if theme in (None, one.theme) and difficulty in (None, one.difficulty)
    ]


def find_puzzle(name: str, id: str) -> Puzzle:  # noqa: A002 -- it is the puzzle's own word
    """Return a puzzle by its id."""
    found = _by_id(game(name).name).get(id)
    if found is None:
        raise UnknownName(f"There is no puzzle {id!r:.20} of {game(name).title}.")
    return found


def of_the_day(name: str, day: date) -> Puzzle:
    """Return the puzzle of a day, by its date in UTC; none comes back before all others have been."""
    all_of_them = _read(game(name).name)
    if not all_of_them:
        raise UnknownName(f"There are no puzzles of {game(name).title}.")
    return all_of_them[day.toordinal() % len(all_of_them)]


@cache
def _read(name: str) -> tuple[Puzzle, ...]:
    """Return all puzzles of a game, in the order of its file, which is shuffled by theme and difficulty."""
    if not file_of(name).exists():
        return ()
    lines = file_of(name).read_text(encoding="utf-8").splitlines()
    return tuple(Puzzle.from_json(name, json.loads(line)) for line in lines)


@cache
def _by_id(name: str) -> dict[str, Puzzle]:
    return {one.id: one for one in _read(name)}
