"""Priests of Ra: what everybody scores at the end of an epoch, category by category.

All points of an epoch are one net sum; fame never falls below 0. The breakdown stays in the position until the next
scoring, before that limit is applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.priests.tiles import BUILDINGS, CHAMBERS, PEOPLE, PLAGUE, PRIEST, PYRAMID
from heliopolis.games.sun.auction import EPOCHS, add_fame, score_suns
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.priests.rules import Priests

CATEGORY_WORDS = "people building priest plague pyramid chamber ankh sun".split()
CATEGORIES = len(CATEGORY_WORDS)
FOR_PEOPLE, FOR_BUILDING, FOR_PRIEST, FOR_PLAGUE, FOR_PYRAMID, FOR_CHAMBER, FOR_ANKH, FOR_SUN = range(CATEGORIES)

MOST_PEOPLE, FEWEST_FOR_MOST = 5, 2
ANKHS = (0, 0, 0, 1, 2)  # by different kinds of people
BUILDING_POINTS, TILES_A_BUILDING = 2, 2
DIFFERENT_BUILDINGS = (0, 0, 0, 5, 10)  # by kinds with a complete building
PRIEST_POINTS, PRIESTS_THAT_HEAL = 2, 3
PLAGUE_POINTS = (0, -1, -3, -6, -10, -15, -20)  # six or more are -20
PYRAMID_POINTS = (0, 0, 0, 5, 5, 5, 10, 10, 10, 10, 20)  # ten or more are 20
CHAMBER_POINTS = (0, 0, 0, 5, 10)  # four or more of a colour are 10
ANKH_POINTS = (0, 0, 5, 10, 20)  # four or more are 20
LEAVES = (*PEOPLE, PRIEST)  # after a scoring; everything else stays


@rule
def score_epoch(p: Priests) -> None:
    """The breakdown, the fame it brings, the ankhs won, and the tiles that leave the game."""
    break_down(p)
    add_fame(p, CATEGORIES)
    for seat in range(p.players):
        p.ankhs[seat] += new_ankhs(p, seat)
        p.tiles[seat, PLAGUE] = plagues_left(p, seat)
        for face in LEAVES:
            p.tiles[seat, face] = 0


@rule
def break_down(p: Priests) -> None:
    """Points by player and category, were the epoch over now."""
    for seat in range(p.players):
        p.scoring[seat, FOR_PEOPLE] = people_points(p, seat)
        p.scoring[seat, FOR_BUILDING] = building_points(p, seat)
        p.scoring[seat, FOR_PRIEST] = PRIEST_POINTS * p.tiles[seat, PRIEST]
        p.scoring[seat, FOR_PLAGUE] = PLAGUE_POINTS[min(6, plagues_left(p, seat))]
        last = p.epoch == EPOCHS
        p.scoring[seat, FOR_PYRAMID] = pyramid_points(p, seat) if last else 0
        p.scoring[seat, FOR_CHAMBER] = chamber_points(p, seat) if last else 0
        p.scoring[seat, FOR_ANKH] = ANKH_POINTS[min(4, p.ankhs[seat] + new_ankhs(p, seat))] if last else 0
        p.scoring[seat, FOR_SUN] = 0
    if p.epoch == EPOCHS:
        score_suns(p, FOR_SUN)


@rule
def people_points(p: Priests, seat: int) -> int:
    """For each kind: at least two, and nobody has more."""
    points = 0
    for kind in PEOPLE:
        most = FEWEST_FOR_MOST
        for other in range(p.players):
            most = max(most, p.tiles[other, kind])
        if p.tiles[seat, kind] == most:
            points += MOST_PEOPLE
    return points


@rule
def new_ankhs(p: Priests, seat: int) -> int:
    """All four kinds of people bring two ankhs, three kinds one."""
    different = 0
    for kind in PEOPLE:
        different += p.tiles[seat, kind] > 0
    return ANKHS[different]


@rule
def building_points(p: Priests, seat: int) -> int:
    """Two tiles are a complete building; different ones bring more."""
    complete = different = 0
    for kind in BUILDINGS:
        complete += p.tiles[seat, kind] // TILES_A_BUILDING
        different += p.tiles[seat, kind] >= TILES_A_BUILDING
    return BUILDING_POINTS * complete + DIFFERENT_BUILDINGS[different]


@rule
def plagues_left(p: Priests, seat: int) -> int:
    """Three priests or more return one plague, never more than one, before the plagues are counted."""
    plagues = p.tiles[seat, PLAGUE]
    return plagues - 1 if plagues and p.tiles[seat, PRIEST] >= PRIESTS_THAT_HEAL else plagues


@rule
def pyramid_points(p: Priests, seat: int) -> int:
    """Pyramid tiles and chambers build one pyramid."""
    size = p.tiles[seat, PYRAMID]
    for colour in CHAMBERS:
        size += p.tiles[seat, colour]
    return PYRAMID_POINTS[min(10, size)]


@rule
def chamber_points(p: Priests, seat: int) -> int:
    points = 0
    for colour in CHAMBERS:
        points += CHAMBER_POINTS[min(4, p.tiles[seat, colour])]
    return points
