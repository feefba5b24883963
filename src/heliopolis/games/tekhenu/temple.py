"""Tekhenu: the temple, where an automa raises pillars (Ra) and puts buildings (Hathor) and statues (Horus).

Lines 1 to 5 are the rows from the top, 6 to 10 the columns from the left; each has one building space. Lines 3 and 8
have a statue space too. Conquest tiles lie under pillars and hinder nothing.

A pillar goes to the free cell crossed by most buildings of any colour, then by most of its own, then the first in
reading order from the temple cell cube, wrapping. A building or a statue goes to the free line with most of its own
pillars, then the first one from the temple line cube, 1 to 10 and round again.

Ruling: the two edges of a corner count two; an edge is a neighbour's pillar tile or the outer wall, whatever the
colours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heliopolis.games.tekhenu.decision import Decision, Items, Message, check_number, narrow, produce, say, steps_from
from heliopolis.games.tekhenu.table import Cell, Table, cells, set_at, set_in
from heliopolis.games.tekhenu.vocabulary import LINES, SIDE, STATUE_LINES

PILLAR_TILE_VP = (1, 1, 2, 2, 3, 3)  # by the die
PILLAR_BONUS, HARDER_PILLAR_BONUS = 2, 4  # instead of resources; from difficulty 3 on
VP_PER_PILLAR = 3


# ---- Ra: a pillar --------------------------------------------------------------------------------------------------


def raise_pillar(t: Table, name: str, value: int) -> Decision:
    automa = t.automa(name)
    if not automa.pillars:
        return produce("ra", say("tekhenu.why.no_pillar"))
    free = [cell for cell in cells() if t.pillar(cell) is None]
    if not free:
        return produce("ra", say("tekhenu.why.ra.full"))
    why: list[Message] = []
    most = max(crossed(t, cell) for cell in free)
    left: Sequence[Cell] = [cell for cell in free if crossed(t, cell) == most]
    why.append(say("tekhenu.why.ra.crossed", number=most, count=len(left), cells=[list(cell) for cell in left]))
    most_own = max(t.crossing(cell).count(name) for cell in left)
    left = narrow(left, lambda cell: t.crossing(cell).count(name), why, say("tekhenu.why.ra.own", number=most_own))
    start = reading_order(automa.cell)
    cube = say("tekhenu.why.ra.cube", row=automa.cell[0], column=automa.cell[1])
    cell = narrow(left, lambda c: -steps_from(start, reading_order(c), SIDE * SIDE), why, cube)[0]
    items = pillar_items(t, cell, value)
    return Decision("ra", {"cell": list(cell)}, items.vp, (*why, *items.why))


def pillar_items(t: Table, cell: Cell, value: int) -> Items:
    items = Items()
    items.add(PILLAR_TILE_VP[value - 1], "tekhenu.why.vp.pillar_tile", value=value)
    items.add(HARDER_PILLAR_BONUS if t.difficulty >= 3 else PILLAR_BONUS, "tekhenu.why.vp.pillar_bonus")
    items.add(crossed(t, cell), "tekhenu.why.vp.crossed")
    items.add(edges(t, cell), "tekhenu.why.vp.edges")
    return items


def crossed(t: Table, cell: Cell) -> int:
    return 2 - t.crossing(cell).count(None)


def edges(t: Table, cell: Cell) -> int:
    """Sides of a cell at the outer wall or at a pillar tile."""
    row, column = cell
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    inside = [c for c in around if 1 <= c[0] <= SIDE and 1 <= c[1] <= SIDE]
    return len(around) - len(inside) + sum(t.pillar(c) is not None for c in inside)


def reading_order(cell: Cell) -> int:
    return (cell[0] - 1) * SIDE + cell[1] - 1


def place_pillar(t: Table, name: str, cell: Cell) -> Table:
    return replace(t.use(name, "pillars"), pillars=set_in(t.pillars, *cell, name))


# ---- Hathor: a building ----------------------------------------------------------------------------------------------


def build_at_temple(t: Table, name: str, value: int, resource_cells: int) -> Decision:
    automa = t.automa(name)
    check_number(resource_cells, "The number of cells with visible resources", 0, SIDE)
    if not automa.buildings:
        return produce("hathor", say("tekhenu.why.no_building"))
    free = [line for line in range(1, LINES + 1) if t.temple_buildings[line - 1] is None]
    if not free:
        return produce("hathor", say("tekhenu.why.hathor.full"))
    why: list[Message] = []
    line = best_line(t, name, free, why)
    items = Items()
    items.add(VP_PER_PILLAR * t.pillars_in(line, name), "tekhenu.why.vp.own_pillars", number=t.pillars_in(line, name))
    items.add(resource_cells, "tekhenu.why.vp.resource_cells")
    population = min(t.settings.population_end, automa.population + value)
    grows = say("tekhenu.why.hathor.population", before=automa.population, after=population)
    return Decision("hathor", {"line": line, "population": population}, items.vp, (*why, *items.why, grows))


def best_line(t: Table, name: str, free: Sequence[int], why: list[Message]) -> int:
    """The free line with most own pillars, then the first one from the cube."""
    most = max(t.pillars_in(line, name) for line in free)
    left = [line for line in free if t.pillars_in(line, name) == most]
    why.append(say("tekhenu.why.temple.pillars", number=most, lines=[{"line": line} for line in left]))
    start = t.automa(name).line
    return narrow(left, lambda line: -steps_from(start, line, LINES), why, say("tekhenu.why.temple.cube", line=start))[
        0
    ]


def place_building(t: Table, name: str, line: int) -> Table:
    return replace(t.use(name, "buildings"), temple_buildings=set_at(t.temple_buildings, line, name))


# ---- Horus: a statue, when nothing better is left ------------------------------------------------------------------


def statue_at_temple(t: Table, name: str, why: list[Message]) -> Decision | None:
    """A statue on a free statue space of the temple, with no own pillar in its line too."""
    free = [line for line in STATUE_LINES if t.temple_statues[line] is None]
    if not free:
        return None
    why.append(say("tekhenu.why.horus.temple"))
    line = best_line(t, name, free, why)
    items = Items()
    items.add(VP_PER_PILLAR * t.pillars_in(line, name), "tekhenu.why.vp.own_pillars", number=t.pillars_in(line, name))
    return Decision("horus", {"place": "temple", "line": line}, items.vp, (*why, *items.why))
