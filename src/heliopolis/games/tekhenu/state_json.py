"""Tekhenu: a point of a session as JSON: its state, and the entries that wait for an answer.

Reading ignores fields that it does not know, because another version of the package may have written them, and gives
fields that are missing their default.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.history import HistoryNode, SessionEntry, UndoPoint
from heliopolis.games.tekhenu.notation import BOARD_FIELDS, OMITTED_VALUES, OPTIONAL_FIELDS, OPTIONAL_SETTINGS
from heliopolis.games.tekhenu.shared_board import Automa, SharedBoard
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.games.tekhenu.table_changes import Change, apply_changes, list_changes
from heliopolis.text.messages import Message

SIMPLE_FIELDS = ("phase", "player", "tile", "section", "value", "action", "place", "ankhs", "person_vp")
TUPLE_FIELDS = ("acted", "taken", "settled", "sheets")
# not in version 0.1; written where they differ from this
LATER_FIELDS = {"actions_left": (), "action_number": 0, "person_scores": ()}


def write_point(point: UndoPoint) -> JSON:
    """Return the state of a point as JSON, with its waiting entries if it has any."""
    waiting = [entry.to_json() for entry in point.waiting]
    return write_state(point.node.state) | ({"waiting": waiting} if waiting else {})


def read_point(seed: int | str, data: JSON) -> UndoPoint:
    """Return the point that `write_point` wrote, without a past; other data raises what `read_state` raises."""
    waiting = tuple(SessionEntry(entry["id"], entry["value"]) for entry in data.get("waiting", ()))
    return UndoPoint(HistoryNode(read_state(seed, data)), waiting)


def read_point_if_possible(seed: int | str, data: Any) -> UndoPoint | None:
    """Return a saved point, or None if there is none or it cannot be read."""
    try:
        return None if data is None else read_point(seed, data)
    except (ValueError, TypeError, LookupError, AttributeError):
        return None


def leads_to(node: HistoryNode, saved: State) -> bool:
    """Return whether a node has the saved state, or had it when version 0.1 asked for the cultist there."""
    if saved.phase == "person_cultist" and node.before_cultist is not None:
        return is_same_position(node.before_cultist, saved)
    return is_same_position(node.state, saved)


def is_same_position(one: State, other: State) -> bool:
    """Return whether two states are equal but for the wording of their steps, and score sheets, which 0.1 cut short."""
    return replace(one, before=None, steps=(), sheets=()) == replace(other, before=None, steps=(), sheets=())


def write_state(state: State) -> JSON:
    """Return a state as JSON, without its seed."""
    simple = {name: getattr(state, name) for name in (*SIMPLE_FIELDS, *TUPLE_FIELDS)}
    later = {name: getattr(state, name) for name, usual in LATER_FIELDS.items() if getattr(state, name) != usual}
    return {
        **simple,
        **later,
        "table": state.board.to_json(),
        "by_hand": sorted(state.by_hand),
        **write_steps(state),
    }


def write_steps(state: State) -> JSON:
    """Return the steps with what each changes on the table, and how to get from the last table back to the first."""
    if state.before is None:
        return {"steps": [step.to_json() for step in state.steps]}
    board, table = state.before, every_field(state.before)
    before, steps = list_changes(every_field(state.board), table), []
    for step in state.steps:
        after, changes = step.after or state.board, []
        if after is not board:
            old, board, table = table, after, every_field(after)
            changes = list_changes(old, table)
        steps.append(step.to_json() | {"changes": changes})
    return {"before": before, "steps": steps}


def every_field(board: SharedBoard) -> JSON:
    """Return a board's JSON with its optional fields, so that all boards of a game have the same keys."""
    data = board.to_json()
    return data | {
        "round": board.round,
        "piles": {name: list(pile) for name, pile in board.piles.items()},
        "stack": list(board.stack),
        "discards": list(board.discards),
    }


def read_state(seed: int | str, data: JSON) -> State:
    """Return the state that `write_state` wrote; other data raises a ValueError, TypeError or LookupError."""
    board = SharedBoard.from_json(known_fields(data["table"]))
    before, steps = read_steps(board, data)
    return State(
        seed,
        board=board,
        by_hand=frozenset(data.get("by_hand", ())),
        before=before,
        steps=steps,
        **{name: data[name] for name in SIMPLE_FIELDS if name in data},
        **{name: as_tuples(data[name]) for name in (*TUPLE_FIELDS, "actions_left", "person_scores") if name in data},
        action_number=data.get("action_number", 0),
    )


def as_tuples(data: list[Any]) -> Any:
    """Return a list of words, or of lists of words, as tuples."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in data)


def read_steps(board: SharedBoard, data: JSON) -> tuple[SharedBoard | None, tuple[Step, ...]]:
    """Return the board before the steps, and the steps that `write_steps` wrote.

    Version 0.1 wrote no changes, and its steps had words that are gone. They are not read.
    """
    if "before" not in data:
        return None, ()
    table = apply_changes(every_field(board), data["before"])
    before = after = board_after(table, data["before"], board)
    steps = []
    for step in data["steps"]:
        table = apply_changes(table, step["changes"])
        after = board_after(table, step["changes"], after)
        steps.append(read_step(step, after))
    return before, tuple(steps)


def board_after(table: JSON, changes: list[Change], unchanged: SharedBoard) -> SharedBoard:
    return read_every_field(table) if changes else unchanged


def read_every_field(table: JSON) -> SharedBoard:
    """Return the board that `every_field` wrote."""
    usual = {key for key in OPTIONAL_FIELDS if table[key] in OMITTED_VALUES}
    return SharedBoard.from_json({key: value for key, value in known_fields(table).items() if key not in usual})


def read_step(data: JSON, after: SharedBoard | None) -> Step:
    """Return the step that `Step.to_json` wrote, with the board after it."""
    why = tuple(Message(reason["key"], reason["params"]) for reason in data["why"])
    turn, tile = data.get("turn"), data.get("tile")
    return Step(data["key"], data["params"], data["who"], data["vp"], why, turn, tile, after)


def known_fields(data: JSON) -> JSON:
    """Return a board's JSON without the fields that `SharedBoard.from_json` would refuse or keep as extra ones."""
    example = example_board() | {"automas": dict.fromkeys(data["automas"], example_board()["automas"]["a1"])}
    return {key: like(example.get(key), data[key]) for key in (*BOARD_FIELDS, *OPTIONAL_FIELDS) if key in data}


@cache
def example_board() -> JSON:
    """Return the JSON of a board that has every field."""
    data = SharedBoard(automas={"a1": Automa()}).to_json()
    return data | {"settings": data["settings"] | OPTIONAL_SETTINGS}


def like(example: Any, data: Any) -> Any:
    """Return JSON objects without the keys that their example lacks; anything else as it is."""
    if not isinstance(example, dict) or not isinstance(data, dict):
        return data
    return {key: like(example[key], value) for key, value in data.items() if key in example}
