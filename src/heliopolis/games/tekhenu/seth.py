"""Tekhenu: the Seth board, where an automa builds, and the conquest tile that follows.

The building goes to the region of the die's value; if that is full, to the previous one, and from 1 on to 6. It gives
1 VP. Then a conquest tile goes to a random temple cell: one die for the row, one for the column, a 6 is rolled again;
for a cell with a pillar or a conquest tile both dice are rolled again. No tile is placed if the stack is empty or no
cell is free.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from heliopolis.core.errors import IllegalMove
from heliopolis.games.tekhenu.decision import Decision, produce, require_number
from heliopolis.games.tekhenu.shared_board import Cell, SharedBoard, cells, column_number, set_at, set_in
from heliopolis.games.tekhenu.vocabulary import REGIONS, SIDE
from heliopolis.text.messages import Message, message

BUILDING_VP = 1  # instead of the reward printed in the region


def decide_region_building(board: SharedBoard, name: str, value: int, rolls: Sequence[int]) -> Decision:
    """Decide where an automa builds on the Seth board, and where the conquest tile goes."""
    if not board.settings.time_of_seth:
        raise IllegalMove("There is no Seth board without Time of Seth.")
    if not board.automa(name).buildings:
        return produce("seth", message("tekhenu.why.no_building"))
    why: list[Message] = []
    region = free_region(board, value, why)
    if region is None:
        return produce("seth", *why, message("tekhenu.why.seth.full"))
    why.append(message("tekhenu.why.vp.region", vp=BUILDING_VP))
    cell = conquest_cell(board, rolls, why)
    choice = {"region": region, "conquest": None if cell is None else list(cell)}
    return Decision("seth", choice, BUILDING_VP, tuple(why))


def free_region(board: SharedBoard, value: int, why: list[Message]) -> int | None:
    """Return the region of the die's value, or the first one before it that has room."""
    for step in range(REGIONS):
        region = (value - 1 - step) % REGIONS + 1
        if has_room(board, region):
            why.append(message("tekhenu.why.seth.region", region=region))
            return region
        why.append(message("tekhenu.why.seth.region_full", region=region))
    return None


def has_room(board: SharedBoard, region: int) -> bool:
    return len(board.regions[region - 1]) < board.settings.buildings_per_region


def conquest_cells(board: SharedBoard) -> list[Cell]:
    """Return the cells that a conquest tile may go to; none if the stack is empty."""
    if not board.conquest_stack:
        return []
    return [cell for cell in cells() if board.pillar(cell) is None and not board.has_conquest(cell)]


def conquest_cell(board: SharedBoard, rolls: Sequence[int], why: list[Message]) -> Cell | None:
    """Return the cell that the rolls, read in order, lead to; None if no conquest tile is placed (ruling 14)."""
    free = conquest_cells(board)
    if not free:
        why.append(message("tekhenu.why.seth.no_stack" if not board.conquest_stack else "tekhenu.why.seth.no_cell"))
        return None
    if not rolls:
        why.append(message("tekhenu.why.seth.no_rolls"))
        return None
    below_six = numbers_below_six(rolls)
    for row in below_six:
        column = next(below_six, None)
        if column is None:
            break
        if (row, column) in free:
            why.append(message("tekhenu.why.seth.conquest", row=row, column=column_number(column)))
            return row, column
        why.append(message("tekhenu.why.seth.again", row=row, column=column_number(column)))
    raise IllegalMove(f"The rolls {list(rolls)} do not lead to a cell for the conquest tile.")


def numbers_below_six(rolls: Sequence[int]) -> Iterator[int]:
    for roll in rolls:
        require_number(roll, "A roll", 1, 6)
        if roll <= SIDE:
            yield roll


def place_building(board: SharedBoard, name: str, region: int) -> SharedBoard:
    owners = (*board.regions[region - 1], name)
    return replace(board.take_piece(name, "buildings"), regions=set_at(board.regions, region, owners))


def place_conquest(board: SharedBoard, cell: Cell) -> SharedBoard:
    return replace(board, conquest=set_in(board.conquest, *cell, 1), conquest_stack=board.conquest_stack - 1)
