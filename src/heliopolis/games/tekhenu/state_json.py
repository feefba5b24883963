"""Tekhenu: a point of a session as JSON: its state, and the entries that wait for an answer.

Reading ignores fields that it does not know, because another version of the package may have written them, and gives
fields that are missing their default.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.history import HistoryNode, SessionEntry, UndoPoint
from heliopolis.games.tekhenu.notation import BOARD_FIELDS, OPTIONAL_FIELDS, OPTIONAL_SETTINGS
from heliopolis.games.tekhenu.shared_board import Automa, SharedBoard
from heliopolis.games.tekhenu.state import State, Step
from heliopolis.text.messages import Message

SIMPLE_FIELDS = ("phase", "player", "tile", "section", "value", "action", "place", "ankhs", "person_vp")
TUPLE_FIELDS = ("acted", "taken", "settled", "sheets")
LATER_FIELDS = {"actions_left": (), "action_number": 0}  # not in version 0.1; written where they differ from this


def write_point(point: UndoPoint) -> JSON:
    """Return the state of a point as JSON, with its waiting entries if it has any."""
    waiting = [entry.to_json() for entry in point.waiting]
    return write_state(point.node.state) | ({"waiting": waiting} if waiting else {})


def read_point(seed: int | str, data: JSON) -> UndoPoint:
    """Return the point that `write_point` wrote, without a past; other data raises what `read_state` raises."""
    waiting = tuple(SessionEntry(entry["id"], entry["value"]) for entry in data.get("waiting", ()))
    return UndoPoint(HistoryNode(read_state(seed, data)), waiting)


def write_state(state: State) -> JSON:
    """Return a state as JSON, without its seed."""
    simple = {name: getattr(state, name) for name in (*SIMPLE_FIELDS, *TUPLE_FIELDS)}
    later = {name: getattr(state, name) for name, usual in LATER_FIELDS.items() if getattr(state, name) != usual}
    steps = [step.to_json() for step in state.steps]
    return {**simple, **later, "table": state.board.to_json(), "by_hand": sorted(state.by_hand), "steps": steps}


def read_state(seed: int | str, data: JSON) -> State:
    """Return the state that `write_state` wrote; other data raises a ValueError, TypeError or LookupError."""
    return State(
        seed,
        board=SharedBoard.from_json(known_fields(data["table"])),
        by_hand=frozenset(data.get("by_hand", ())),
        steps=tuple(read_step(step) for step in data.get("steps", ())),
        **{name: data[name] for name in SIMPLE_FIELDS if name in data},
        **{name: as_tuples(data[name]) for name in (*TUPLE_FIELDS, "actions_left") if name in data},
        action_number=data.get("action_number", 0),
    )


def as_tuples(data: list[Any]) -> Any:
    """Return a list of words, or of lists of words, as tuples."""
    return tuple(tuple(one) if isinstance(one, list) else one for one in data)


def read_step(data: JSON) -> Step:
    """Return the step that `Step.to_json` wrote."""
    why = tuple(Message(reason["key"], reason["params"]) for reason in data["why"])
    return Step(data["key"], data["params"], data["who"], data["vp"], why)


def known_fields(data: JSON) -> JSON:
    """Return a board's JSON without the fields that `SharedBoard.from_json` would refuse or keep as extra ones."""
    example = SharedBoard().to_json()
    example["settings"] |= OPTIONAL_SETTINGS
    example["automas"] = dict.fromkeys(
        data["automas"], SharedBoard(automas={"a1": Automa()}).to_json()["automas"]["a1"]
    )
    return {key: like(example.get(key), data[key]) for key in (*BOARD_FIELDS, *OPTIONAL_FIELDS) if key in data}


def like(example: Any, data: Any) -> Any:
    """Return JSON objects without the keys that their example lacks; anything else as it is."""
    if not isinstance(example, dict) or not isinstance(data, dict):
        return data
    return {key: like(example[key], value) for key, value in data.items() if key in example}
