"""Tekhenu: corrections in words: what was corrected, its value before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu.corrections import value_of
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.games.tekhenu.spaces import space_name
from heliopolis.games.tekhenu.vocabulary import AUTOMAS, SIDE
from heliopolis.text.messages import Message, message

SHARED = ("first_sunny", "horus_order", "order", "conquest_stack")


def tell_corrections(board: SharedBoard, changes: Mapping[str, Any]) -> list[JSON]:
    """Return what each change corrects, as the names of a step; `board` is the one before them."""
    return [{"name": tell_correction(board, name, value).to_json()} for name, value in changes.items()]


def tell_correction(board: SharedBoard, name: str, value: Any) -> Message:
    before, after = (tell_value(name, one) for one in (value_of(board, name), value))
    key = "tekhenu.part.correction_count" if isinstance(after, int) else "tekhenu.part.correction"
    return message(key, what=name_of(name).to_json(), before=as_param(before), after=as_param(after))


def as_param(value: Message | int) -> JSON | int:
    return value if isinstance(value, int) else value.to_json()


def name_of(name: str) -> Message:
    """Return the name of anything that can be corrected, as a message."""
    first, _, rest = name.partition(".")
    if first in SHARED:
        return message(f"tekhenu.field.{first}")
    if first == "dice":
        return message("tekhenu.field.dice", section=rest)
    if first in AUTOMAS:
        return message("tekhenu.field.automa", player=first, field=rest)
    return space_name(name)


def tell_value(name: str, value: Any) -> Message | int:
    """Return a value as a message, or as it is if it is a number."""
    first, _, rest = name.partition(".")
    if first in TELL_SHARED:
        return TELL_SHARED[first](value)
    if isinstance(value, int) and rest != "line":
        return value
    return tell_cube(rest, value) if first in AUTOMAS else tell_owners(value)


def tell_dice(dice: list[list[Any]]) -> Message:
    told = [{"colour": colour, "value": value} for colour, value in dice]
    return message("tekhenu.part.dice", dice=told) if told else message("tekhenu.part.no_die")


def tell_cube(field: str, value: Any) -> Message:
    if field == "cell":
        return message("tekhenu.part.cell", row=value[0], column=value[1] + SIDE)
    if field == "line":
        is_row = value <= SIDE
        return message("tekhenu.part.row", row=value) if is_row else message("tekhenu.part.column", column=value)
    return message("tekhenu.part.district" if field == "district" else "tekhenu.part.line_after", word=value)


def tell_owners(value: Any) -> Message:
    owners = value if isinstance(value, list) else [value] if value is not None else []
    if not owners:
        return message("tekhenu.part.free")
    return message("tekhenu.part.players", players=[{"word": owner} for owner in owners])


TELL_SHARED: dict[str, Callable[[Any], Message]] = {
    "dice": tell_dice,
    "conquest": lambda value: message("tekhenu.part.yes", word=bool(value)),
    "first_sunny": lambda value: message("tekhenu.part.god", word=value),
    "horus_order": lambda value: message("tekhenu.part.gods", gods=[{"word": god} for god in value]),
}
