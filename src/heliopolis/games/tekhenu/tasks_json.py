"""Tekhenu: what is to be done at the real table, as JSON beside the state of a session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidRecord
from heliopolis.games.tekhenu.history import MAX_PENDING, UndoPoint
from heliopolis.games.tekhenu.prompts import BadAnswer
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.state_json import read_steps, write_steps
from heliopolis.games.tekhenu.tasks import Tasks, tasks_of


def write_tasks(state: State, tasks: Tasks) -> JSON:
    """Return what is done of the steps unless all are, and the steps themselves unless they are those of the state."""
    moves = write_moves(state.board, tasks) if tasks.separate else {}
    laid = {} if tasks.laid is None else {"laid": write_open(state.board, tasks.laid)}
    done = {} if tasks.done == tasks.finished().done else {"done": list(tasks.done)}
    return {**moves, **done, **laid}


def write_moves(board: SharedBoard, tasks: Tasks) -> JSON:
    """Return steps with what each changes, starting from a board that need not be theirs."""
    steps = write_steps(State("", "", board, before=tasks.before, steps=tasks.steps))
    return {"moves": {**steps, "entry_from": tasks.entry_from, "any_order": tasks.any_order}}


def write_open(board: SharedBoard, tasks: Tasks) -> JSON:
    """Return tasks that are not those of the present state."""
    return write_moves(board, tasks) | {"done": list(tasks.done)}


def read_open(board: SharedBoard, data: JSON) -> Tasks:
    return read_moves(board, data["moves"]).tick(data["done"])


def read_tasks(state: State, data: JSON) -> Tasks:
    """Return the tasks that `write_tasks` wrote beside a state; version 0.1 wrote none, and its steps were done."""
    try:
        tasks = read_moves(state.board, data["moves"]) if "moves" in data else tasks_of(state)
        laid = data.get("laid")
        if laid is not None:
            tasks = replace(tasks, laid=read_open(state.board, laid))
        return tasks.tick(data["done"]) if "done" in data else tasks.finished()
    except (BadAnswer, ValueError, TypeError, LookupError, AttributeError) as error:
        raise InvalidRecord(f"What is done of the steps cannot be read: {error}") from None


def read_moves(board: SharedBoard, data: JSON) -> Tasks:
    before, steps = read_steps(board, data)
    begin, any_order = data.get("entry_from"), data.get("any_order", False)
    if before is None or not isinstance(any_order, bool) or not (begin is None or type(begin) is int):
        raise InvalidRecord("The moves of a saved game are broken.")
    return Tasks(before, steps, separate=True, entry_from=begin, any_order=any_order)


# ---- the points of the history ---------------------------------------------------------------------------------------


def write_pending(board: SharedBoard, past: Sequence[UndoPoint], future: Sequence[UndoPoint]) -> JSON:
    """Return the tasks that were open when the session left the points next to the present one."""
    written = [
        {"point": [name, -number], **write_open(board, point.pending)}
        for name, points in (("past", past), ("future", future))
        for number, point in enumerate(points[: -MAX_PENDING - 1 : -1], 1)
        if point.pending is not None
    ]
    return {"pending": written} if written else {}


def read_pending(board: SharedBoard, past: list[UndoPoint], future: list[UndoPoint], data: JSON) -> None:
    """Add the tasks that `write_pending` wrote to the points of a history."""
    try:
        for written in data.get("pending", ()):
            name, number = written["point"]
            points: Any = {"past": past, "future": future}[name]
            points[number] = replace(points[number], pending=read_open(board, written))
    except (BadAnswer, ValueError, TypeError, LookupError, AttributeError) as error:
        raise InvalidRecord(f"What was to be done before cannot be read: {error}") from None
