"""Tekhenu: the temple, where an automa places pillars (Ra), buildings (Hathor) and statues (Horus).

Lines 1 to 5 are the rows from the top, 6 to 10 the columns from the left; each has one building space. Lines 3 and 8
have a statue space too. Conquest tiles lie under pillars and hinder nothing.

A pillar goes to the free cell crossed by most buildings of any colour, then by most of the automa's own, then the first
in reading order from the temple cell cube, wrapping. A building or a statue goes to the free line with most of the
automa's own pillars, then the first one from the temple line cube, 1 to 10, wrapping.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heliopolis.games.tekhenu.decision import Decision, VpItems, narrow, produce, require_number, steps_from
from heliopolis.games.tekhenu.shared_board import Cell, SharedBoard, cells, column_number, set_at, set_in
from heliopolis.games.tekhenu.vocabulary import LINES, SIDE, STATUE_LINES
from heliopolis.text.messages import Message, message

PILLAR_TILE_VP = (1, 1, 2, 2, 3, 3)  # by the value of the die
PILLAR_BONUS_VP, HARDER_PILLAR_BONUS_VP = 2, 4  # instead of resources; the second from difficulty 3 on
VP_PER_PILLAR = 3


# ---- Ra: a pillar --------------------------------------------------------------------------------------------------


def decide_pillar(board: SharedBoard, name: str, value: int) -> Decision:
    """Decide where an automa places a pillar, and its VP."""
    automa = board.automa(name)
    if not automa.pillars:
        return produce("ra", message("tekhenu.why.no_pillar"))
    free = [cell for cell in cells() if board.pillar(cell) is None]
    if not free:
        return produce("ra", message("tekhenu.why.ra.full"))
    why: list[Message] = []
    most = max(buildings_crossing(board, cell) for cell in free)
    left: Sequence[Cell] = [cell for cell in free if buildings_crossing(board, cell) == most]
    why.append(message("tekhenu.why.ra.crossed", number=most, count=len(left), cells=[list(cell) for cell in left]))
    most_own = max(board.buildings_of_cell(cell).count(name) for cell in left)
    own = message("tekhenu.why.ra.own", number=most_own)
    left = narrow(left, lambda cell: board.buildings_of_cell(cell).count(name), why, own)
    start = reading_order(automa.cell)
    cube = message("tekhenu.why.ra.cube", row=automa.cell[0], column=column_number(automa.cell[1]))
    cell = narrow(left, lambda c: -steps_from(start, reading_order(c), SIDE * SIDE), why, cube)[0]
    items = pillar_items(board, cell, value)
    return Decision("ra", {"cell": list(cell)}, items.vp, (*why, *items.why))


def pillar_items(board: SharedBoard, cell: Cell, value: int) -> VpItems:
    items = VpItems()
    items.add(PILLAR_TILE_VP[value - 1], "tekhenu.why.vp.pillar_tile", value=value)
    items.add(HARDER_PILLAR_BONUS_VP if board.difficulty >= 3 else PILLAR_BONUS_VP, "tekhenu.why.vp.pillar_bonus")
    items.add(buildings_crossing(board, cell), "tekhenu.why.vp.crossed")
    items.add(adjacent_edges(board, cell), "tekhenu.why.vp.edges")
    return items


def buildings_crossing(board: SharedBoard, cell: Cell) -> int:
    return 2 - board.buildings_of_cell(cell).count(None)


def adjacent_edges(board: SharedBoard, cell: Cell) -> int:
    """Return how many sides of a cell touch the outer wall or a pillar tile of any colour (ruling 15)."""
    row, column = cell
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    inside = [c for c in around if 1 <= c[0] <= SIDE and 1 <= c[1] <= SIDE]
    return len(around) - len(inside) + sum(board.pillar(c) is not None for c in inside)


def reading_order(cell: Cell) -> int:
    return (cell[0] - 1) * SIDE + cell[1] - 1


def place_pillar(board: SharedBoard, name: str, cell: Cell) -> SharedBoard:
    return replace(board.take_piece(name, "pillars"), pillars=set_in(board.pillars, *cell, name))


# ---- Hathor: a building ----------------------------------------------------------------------------------------------


def decide_temple_building(board: SharedBoard, name: str, value: int, resource_cells: int) -> Decision:
    """Decide at which line an automa builds, and its VP; the cells with visible resources do not affect the choice."""
    automa = board.automa(name)
    require_number(resource_cells, "The number of cells with visible resources", 0, SIDE)
    if not automa.buildings:
        return produce("hathor", message("tekhenu.why.no_building"))
    free = [line for line in range(1, LINES + 1) if board.temple_buildings[line - 1] is None]
    if not free:
        return produce("hathor", message("tekhenu.why.hathor.full"))
    why: list[Message] = []
    line = best_line(board, name, free, why)
    items = own_pillar_items(board, name, line)
    items.add(resource_cells, "tekhenu.why.vp.resource_cells")
    population = min(board.settings.population_end, automa.population + value)
    grows = message("tekhenu.why.hathor.population", before=automa.population, after=population)
    return Decision("hathor", {"line": line, "population": population}, items.vp, (*why, *items.why, grows))


def best_line(board: SharedBoard, name: str, free: Sequence[int], why: list[Message]) -> int:
    """Return the free line with most own pillars; of several, the first one from the cube."""
    most = max(board.pillars_in(line, name) for line in free)
    left = [line for line in free if board.pillars_in(line, name) == most]
    why.append(message("tekhenu.why.temple.pillars", number=most, lines=[{"line": line} for line in left]))
    start = board.automa(name).line
    cube = message("tekhenu.why.temple.cube", line=start)
    return narrow(left, lambda line: -steps_from(start, line, LINES), why, cube)[0]


def own_pillar_items(board: SharedBoard, name: str, line: int) -> VpItems:
    """Return the VP for the automa's own pillars in a line."""
    items = VpItems()
    pillars = board.pillars_in(line, name)
    items.add(VP_PER_PILLAR * pillars, "tekhenu.why.vp.own_pillars", number=pillars)
    return items


def place_building(board: SharedBoard, name: str, line: int) -> SharedBoard:
    return replace(board.take_piece(name, "buildings"), temple_buildings=set_at(board.temple_buildings, line, name))


# ---- Horus: a statue, if no better space is left ------------------------------------------------------------------


def statue_at_temple(board: SharedBoard, name: str, why: list[Message]) -> Decision | None:
    """Decide for a free statue space of the temple, even in a line without an own pillar; None if none is free."""
    free = [line for line in STATUE_LINES if board.temple_statues[line] is None]
    if not free:
        return None
    why.append(message("tekhenu.why.horus.temple"))
    line = best_line(board, name, free, why)
    items = own_pillar_items(board, name, line)
    return Decision("horus", {"place": "temple", "line": line}, items.vp, (*why, *items.why))
