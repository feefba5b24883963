"""Tekhenu: the spaces of the board by name, for pieces that the person places and for corrections.

Names count columns from 1; the sentences that people read give them the numbers of the real board, 6 to 10.

temple.4            the building space of line 4        statue.god.ra        a statue of Ra
pillar.2.3          the cell in row 2, column 3         statue.god.seth      a statue of Seth
osiris.5.bread      row 5 of the bread district         statue.osiris.0      above papyrus and bread; 1 is the other
region.3            region 3 of the Seth board          statue.people.left   for the people; or right
conquest.2.3        a conquest tile in that cell        statue.temple.3      at line 3; or 8
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from heliopolis.games.tekhenu import horus, osiris, seth, temple
from heliopolis.games.tekhenu.prompts import Option
from heliopolis.games.tekhenu.seth import conquest_cells
from heliopolis.games.tekhenu.shared_board import SharedBoard, cells, column_number
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, GODS, LINES, PERSON, REGIONS, ROWS, SETH, SIDES, STATUE_LINES
from heliopolis.text.messages import Message, message

PIECE = {"horus": "statues", "ra": "pillars", "hathor": "buildings", "osiris": "buildings", "seth": "buildings"}


def all_spaces(board: SharedBoard, action: str) -> list[str]:
    """Return the names of all spaces on which an action places a piece."""
    if action == "ra":
        return [f"pillar.{row}.{column}" for row, column in cells()]
    if action == "hathor":
        return [f"temple.{line}" for line in range(1, LINES + 1)]
    if action == "osiris":
        return [f"osiris.{row}.{district}" for row in range(1, ROWS + 1) for district in DISTRICTS]
    if action == "seth":
        return [f"region.{region}" for region in range(1, REGIONS + 1)]
    with_seth = board.settings.time_of_seth
    return [
        *(f"statue.god.{god}" for god in (*GODS, SETH)[: 7 if with_seth else 6]),
        *(f"statue.osiris.{space}" for space in (0, 1)),
        *(f"statue.people.{side}" for side in SIDES if with_seth),
        *(f"statue.temple.{line}" for line in STATUE_LINES),
    ]


def split_name(space: str) -> tuple[str, list[Any]]:
    """Split the name of a space into its kind and the rest, with numbers as `int`."""
    words = space.split(".")
    split = 2 if words[0] == "statue" else 1
    return ".".join(words[:split]), [int(word) if word.isdecimal() else word for word in words[split:]]


def is_free(board: SharedBoard, space: str) -> bool:
    kind, where = split_name(space)
    return IS_FREE[kind](board, *where)


IS_FREE: dict[str, Callable[..., bool]] = {
    "pillar": lambda board, row, column: board.pillar((row, column)) is None,
    "temple": lambda board, line: board.temple_buildings[line - 1] is None,
    "osiris": lambda board, row, district: board.osiris_buildings[row - 1][DISTRICTS.index(district)] is None,
    "region": seth.has_room,
    "statue.god": horus.has_space,
    "statue.osiris": lambda board, space: board.osiris_statues[space] is None,
    "statue.people": lambda board, side: board.people_statues[side] is None,
    "statue.temple": lambda board, line: board.temple_statues[line] is None,
}


def free_spaces(board: SharedBoard, action: str) -> list[str]:
    """Return the spaces on which the person may place a piece with an action; none if they have no piece left."""
    if action not in PIECE or not getattr(board.person, PIECE[action]):
        return []
    return [space for space in all_spaces(board, action) if is_free(board, space)]


def place_piece(board: SharedBoard, space: str, player: str = PERSON) -> SharedBoard:
    """Move a piece of a player from the supply to a free space."""
    kind, where = split_name(space)
    return PLACE_PIECE[kind](board, player, *where)


PLACE_PIECE: dict[str, Callable[..., SharedBoard]] = {
    "pillar": lambda board, player, row, column: temple.place_pillar(board, player, (row, column)),
    "temple": temple.place_building,
    "osiris": osiris.place_building,
    "region": seth.place_building,
    "statue.god": horus.place_for_god,
    "statue.osiris": horus.place_at_osiris,
    "statue.people": horus.place_for_people,
    "statue.temple": horus.place_at_temple,
}


def space_name(space: str) -> Message:
    """Return the name of a space as a message."""
    kind, where = split_name(space)
    if kind in ("pillar", "conquest"):
        where[1] = column_number(where[1])
    key, names = SPACE_NAMES[kind]
    return message(key, **dict(zip(names, where, strict=True)))


SPACE_NAMES = {
    "pillar": ("tekhenu.space.pillar", ("row", "column")),
    "conquest": ("tekhenu.space.conquest", ("row", "column")),
    "temple": ("tekhenu.space.temple", ("line",)),
    "osiris": ("tekhenu.space.osiris", ("row", "district")),
    "region": ("tekhenu.space.region", ("region",)),
    "statue.god": ("tekhenu.space.statue_god", ("god",)),
    "statue.osiris": ("tekhenu.space.statue_osiris", ("space",)),
    "statue.people": ("tekhenu.space.statue_people", ("side",)),
    "statue.temple": ("tekhenu.space.statue_temple", ("line",)),
}


def options_for(spaces: list[str]) -> tuple[Option, ...]:
    return tuple(Option(space, space_name(space)) for space in spaces)


def conquest_options(board: SharedBoard) -> tuple[Option, ...]:
    """Return the cells that a conquest tile may go to, as options of row and column."""
    return tuple(Option([row, column], space_name(f"conquest.{row}.{column}")) for row, column in conquest_cells(board))
