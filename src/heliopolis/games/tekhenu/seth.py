"""Tekhenu: the Seth board, where an automa builds, and the conquest tile that follows.

The building goes to the region of the die's value; if that is full to the previous one, and from 1 on to 6. It gives
1 VP. Then a conquest tile goes to a random temple cell: one die for the row, one for the column, a 6 is rolled again;
a cell with a pillar or a conquest tile is rolled again, both dice. Nothing comes when the stack is empty or no cell is
free.

Ruling: `rolls` are read one after the other. Without any, no conquest tile is placed; rolls that end before a free
cell is found are a mistake.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from heliopolis.core.errors import IllegalMove
from heliopolis.games.tekhenu.decision import Decision, Message, check_number, produce, say
from heliopolis.games.tekhenu.table import Cell, Table, cells, set_at, set_in
from heliopolis.games.tekhenu.vocabulary import REGIONS, SIDE

REGION_VP = 1  # instead of the reward printed there


def build_in_region(t: Table, name: str, value: int, rolls: Sequence[int]) -> Decision:
    if not t.settings.time_of_seth:
        raise IllegalMove("There is no Seth board without Time of Seth.")
    if not t.automa(name).buildings:
        return produce("seth", say("tekhenu.why.no_building"))
    why: list[Message] = []
    region = free_region(t, value, why)
    if region is None:
        return produce("seth", *why, say("tekhenu.why.seth.full"))
    why.append(say("tekhenu.why.vp.region", vp=REGION_VP))
    cell = conquest_cell(t, rolls, why)
    choice = {"region": region, "conquest": None if cell is None else list(cell)}
    return Decision("seth", choice, REGION_VP, tuple(why))


def free_region(t: Table, value: int, why: list[Message]) -> int | None:
    for step in range(REGIONS):
        region = (value - 1 - step) % REGIONS + 1
        if has_room(t, region):
            why.append(say("tekhenu.why.seth.region", region=region))
            return region
        why.append(say("tekhenu.why.seth.region_full", region=region))
    return None


def has_room(t: Table, region: int) -> bool:
    return len(t.regions[region - 1]) < t.settings.buildings_per_region


def conquest_cells(t: Table) -> list[Cell]:
    """Where a conquest tile may come; none when the stack is empty."""
    if not t.conquest_stack:
        return []
    return [cell for cell in cells() if t.pillar(cell) is None and not t.has_conquest(cell)]


def conquest_cell(t: Table, rolls: Sequence[int], why: list[Message]) -> Cell | None:
    free = conquest_cells(t)
    if not free:
        why.append(say("tekhenu.why.seth.no_stack" if not t.conquest_stack else "tekhenu.why.seth.no_cell"))
        return None
    if not rolls:
        why.append(say("tekhenu.why.seth.no_rolls"))
        return None
    below_six = numbers_below_six(rolls)
    for row in below_six:
        column = next(below_six, None)
        if column is None:
            break
        if (row, column) in free:
            why.append(say("tekhenu.why.seth.conquest", row=row, column=column))
            return row, column
        why.append(say("tekhenu.why.seth.again", row=row, column=column))
    raise IllegalMove(f"The rolls {list(rolls)} do not lead to a cell for the conquest tile.")


def numbers_below_six(rolls: Sequence[int]) -> Iterator[int]:
    for roll in rolls:
        check_number(roll, "A roll", 1, 6)
        if roll <= SIDE:
            yield roll


def place_building(t: Table, name: str, region: int) -> Table:
    owners = (*t.regions[region - 1], name)
    return replace(t.use(name, "buildings"), regions=set_at(t.regions, region, owners))


def place_conquest(t: Table, cell: Cell) -> Table:
    return replace(t, conquest=set_in(t.conquest, *cell, 1), conquest_stack=t.conquest_stack - 1)
