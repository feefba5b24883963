"""Lesson: a guided first game, which is a record with remarks.

The record of a game is `NAME.txt` in this folder, its remarks are `NAME.json`: a list of steps. The learner has the
first seat, and everybody moves as recorded. A step is shown before move number `at` of the record:

- `lit`: what is spoken of, as `attribute value`: `part row` is the element with `data-part="row"` on the board.
- `clicks`: what the learner touches, one after the other, to make the move; none where there is nothing to do.
- `params`: the numbers in the text, by placeholder: where each stands in the learner's view, `seats.0.fame`.
- `facts`: what else the text says is so, by its place in the view; a test compares it with the record.

The texts of a step are the messages `lesson.GAME.ID.title`, `.text`, and where there is something to do `.task`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import UnknownName
from heliopolis.core.record import Record

FOLDER = Path(__file__).parent
LEARNER = 0  # the seat of whoever takes the lesson


@dataclass(frozen=True)
class LessonStep:
    """A remark in a lesson, and what is to be done."""

    id: str  # part of the keys of its messages
    at: int  # how many moves of the record were made before
    lit: tuple[str, ...]
    clicks: tuple[str, ...] = ()
    params: dict[str, str] = field(default_factory=dict)
    facts: JSON = field(default_factory=dict)

    @classmethod
    def from_json(cls, data: JSON) -> LessonStep:
        """Return a step as the file of a lesson describes it."""
        return cls(**{**data, "lit": tuple(data["lit"]), "clicks": tuple(data.get("clicks", ()))})


@dataclass(frozen=True)
class Lesson:
    """A guided first game."""

    record: Record
    steps: tuple[LessonStep, ...]


def lessons() -> list[str]:
    """Return the games that there is a lesson of."""
    return sorted(file.stem for file in FOLDER.glob("*.json"))


@cache
def lesson(game: str) -> Lesson:
    """Return the lesson of a game; UnknownName if there is none."""
    if game not in lessons():
        raise UnknownName(f"There is no lesson of {game!r:.40}.")
    record = Record.from_text((FOLDER / f"{game}.txt").read_text(encoding="utf-8"))
    steps = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    return Lesson(record, tuple(LessonStep.from_json(step) for step in steps))


def value_at(view: Any, place: str) -> Any:
    """Return what stands in a view at a place, such as `seats.0.fame`."""
    for word in place.split("."):
        view = view[int(word)] if isinstance(view, list) else view[word]
    return view
