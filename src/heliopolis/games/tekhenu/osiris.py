"""Tekhenu: the Osiris area, its majorities, and where an automa builds there.

There are four districts of six rows, numbered from the top, with one space per row, and two statue spaces above: a
statue counts in both districts below it. The player with most pieces leads a district; among equals, the owner of the
topmost piece, a statue being above row 1. An empty district has no leader. A *new majority* is a district that a player
leads after a placement and did not lead before.

The building goes into the row of the die's value; if that is full, into the row above, and from row 1 on to row 6.
In the row: where it takes a majority from the person, else any new majority; ties, or none, by the district cube: the
first free district from its own, left to right, wrapping.
"""

from __future__ import annotations

from dataclasses import replace

from heliopolis.games.tekhenu.decision import Decision, narrow, produce, steps_from
from heliopolis.games.tekhenu.shared_board import Owner, SharedBoard, Square, set_in
from heliopolis.games.tekhenu.vocabulary import DISTRICTS, PERSON, ROWS
from heliopolis.text.messages import Message, message

DISTRICTS_BELOW = ((0, 1), (2, 3))  # the districts below each statue space


def leader(buildings: Square, statues: tuple[Owner, ...], district: int) -> Owner:
    """Return the player who leads a district, given by its number from 0, or None."""
    pieces = [statues[district // 2], *(row[district] for row in buildings)]  # topmost first
    present = [owner for owner in pieces if owner is not None]
    return max(present, key=present.count, default=None)  # among equals `max` returns the first, that is the topmost


def leaders(board: SharedBoard) -> dict[str, Owner]:
    return {name: leader(board.osiris_buildings, board.osiris_statues, d) for d, name in enumerate(DISTRICTS)}


def gains_by_building(board: SharedBoard, name: str, row: int, district: int) -> Owner | bool:
    """Return False if a building wins no new majority, else the player it is taken from (None: nobody)."""
    before = leader(board.osiris_buildings, board.osiris_statues, district)
    after = leader(set_in(board.osiris_buildings, row, district + 1, name), board.osiris_statues, district)
    return before if after == name != before else False


def gains_by_statue(board: SharedBoard, name: str, space: int) -> dict[str, Owner]:
    """Return the districts whose majority a statue wins, and the player it is taken from in each."""
    statues = tuple(name if i == space else owner for i, owner in enumerate(board.osiris_statues))
    gains = {}
    for district in DISTRICTS_BELOW[space]:
        before = leader(board.osiris_buildings, board.osiris_statues, district)
        if leader(board.osiris_buildings, statues, district) == name != before:
            gains[DISTRICTS[district]] = before
    return gains


def free_row(board: SharedBoard, value: int, why: list[Message]) -> int | None:
    """Return the row of the die's value, or the first row above it that has a free space."""
    for step in range(ROWS):
        row = (value - 1 - step) % ROWS + 1
        if None in board.osiris_buildings[row - 1]:
            why.append(message("tekhenu.why.osiris.row", row=row))
            return row
        why.append(message("tekhenu.why.osiris.row_full", row=row))
    return None


def decide_osiris_building(board: SharedBoard, name: str, value: int) -> Decision:
    """Decide where an automa builds with a die of that value."""
    automa = board.automa(name)
    if not automa.buildings:
        return produce("osiris", message("tekhenu.why.no_building"))
    why: list[Message] = []
    row = free_row(board, value, why)
    if row is None:
        return produce("osiris", *why, message("tekhenu.why.osiris.full"))
    free = [d for d in range(len(DISTRICTS)) if board.osiris_buildings[row - 1][d] is None]
    gains = {d: gains_by_building(board, name, row, d) for d in free}
    from_person = [d for d in free if gains[d] == PERSON]
    new = [d for d in free if gains[d] is not False]
    candidates = from_person or new or free
    if from_person:
        why.append(message("tekhenu.why.osiris.from_person", districts=district_params(from_person)))
    elif new:
        why.append(message("tekhenu.why.osiris.new", districts=district_params(new)))
    else:
        why.append(message("tekhenu.why.osiris.none", districts=district_params(free)))
    start = DISTRICTS.index(automa.district)
    candidates = list(
        narrow(
            candidates,
            lambda d: -steps_from(start, d, len(DISTRICTS)),
            why,
            message("tekhenu.why.osiris.cube", district=automa.district),
        )
    )
    return Decision("osiris", {"row": row, "district": DISTRICTS[candidates[0]]}, 0, tuple(why))


def district_params(districts: list[int]) -> list[dict[str, str]]:
    return [{"district": DISTRICTS[d]} for d in districts]


def place_building(board: SharedBoard, name: str, row: int, district: str) -> SharedBoard:
    buildings = set_in(board.osiris_buildings, row, DISTRICTS.index(district) + 1, name)
    return replace(board.take_piece(name, "buildings"), osiris_buildings=buildings)
