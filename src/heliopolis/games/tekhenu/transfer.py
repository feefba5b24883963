"""Tekhenu: a change of one board, made on another board of the same game.

The person's own die, pieces and corrections lie on the real table as soon as they are entered, even while steps of
earlier entries are not done. So they are made on the boards of these steps too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from heliopolis.games.tekhenu.corrections import recount_supplies
from heliopolis.games.tekhenu.notation import CARD_KINDS
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.state import Step
from heliopolis.games.tekhenu.state_json import every_field, read_every_field
from heliopolis.games.tekhenu.table_changes import list_changes, with_value

COUNTED = ("dice", "god_statues")  # lists without an order
TRACKS = ("vp", "population", "happiness")
NUMBER_MOVES = ("tekhenu.move.marker", "tekhenu.move.cards")


def transfer(board: SharedBoard, old: SharedBoard, new: SharedBoard) -> SharedBoard:
    """Return a board with what is different between two others: numbers by how much, all else by its value."""
    if old is new or old == new:
        return board
    data, before, after = every_field(board), every_field(old), every_field(new)
    changes = list_changes(before, after)
    paths = {tuple(path[:2] if path[0] in COUNTED else path): None for path, _ in changes}
    for path in map(list, paths):
        data = with_value(data, path, changed_value(path, *(at(one, path) for one in (data, before, after))))
    recount_supplies(data)
    return read_every_field(data)


def changed_value(path: list[Any], here: Any, old: Any, new: Any) -> Any:
    if path[0] == "automas" and all(isinstance(one, int) for one in (here, old, new)):
        return max(0, here + new - old)
    if path[0] in COUNTED and len(path) > 1:
        items = [[tuple(one) if isinstance(one, list) else one for one in value] for value in (here, old, new)]
        mine, gone, come = map(Counter, items)
        return [
            list(one) if isinstance(one, tuple) else one for one in (mine - (gone - come) + (come - gone)).elements()
        ]
    return new


def at(data: Any, path: list[Any]) -> Any:
    for key in path:
        data = data[key]
    return data


def transfer_steps(
    before: SharedBoard, steps: tuple[Step, ...], old: SharedBoard, new: SharedBoard
) -> tuple[Step, ...]:
    """Return steps with a change made before them; their markers start from where they stand then.

    A move of a number that the change has made already is left out.
    """
    board, changed = transfer(before, old, new), []
    for step in steps:
        after = board if step.after is None else transfer(step.after, old, new)
        params = with_markers(step, board, after)
        if step.key not in NUMBER_MOVES or params["from"] != params["to"]:
            changed.append(replace(step, after=after, params=params))
        board = after
    return tuple(changed)


def with_markers(step: Step, before: SharedBoard, after: SharedBoard) -> dict[str, Any]:
    """Return the parameters of a step with where a marker stands before and after it."""
    names = next((pair for pair in (("before", "after"), ("from", "to")) if all(n in step.params for n in pair)), None)
    field = step.params.get("field", step.key.rpartition(".")[2])
    field = "vp" if names == ("before", "after") and field not in TRACKS else field
    if (
        names is None
        or field not in (*TRACKS, *CARD_KINDS)
        or step.who not in after.automas
        or step.who not in before.automas
    ):
        return dict(step.params)
    spaces = (getattr(board.automas[str(step.who)], field) for board in (before, after))
    return {**step.params, **dict(zip(names, spaces, strict=True))}
