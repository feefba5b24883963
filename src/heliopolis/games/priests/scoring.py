"""Priests of Ra: what everybody scores at the end of an epoch, category by category.

All points of an epoch are one net sum; fame never falls below 0. The breakdown stays in the position until the next
scoring, before that limit is applied. Rulings are numbered on the page `docs/priests.md`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heliopolis.games.priests.tiles import BUILDINGS, CHAMBERS, PEOPLE, PLAGUE, PRIEST, PYRAMID
from heliopolis.games.sun.auction import EPOCHS
from heliopolis.games.sun.scoring import add_fame, count_different, discard_all, look_up, score_suns
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.priests.rules import Priests

CATEGORY_NAMES = "people building priest plague pyramid chamber ankh sun".split()
CATEGORIES = len(CATEGORY_NAMES)
FOR_PEOPLE, FOR_BUILDING, FOR_PRIEST, FOR_PLAGUE, FOR_PYRAMID, FOR_CHAMBER, FOR_ANKH, FOR_SUN = range(CATEGORIES)

POINTS_FOR_MOST_PEOPLE, MIN_PEOPLE_FOR_MOST = 5, 2
ANKHS_BY_DIFFERENT_PEOPLE = (0, 0, 0, 1, 2)
POINTS_PER_BUILDING, TILES_PER_BUILDING = 2, 2
POINTS_BY_DIFFERENT_BUILDINGS = (0, 0, 0, 5, 10)  # by kinds with a complete building
POINTS_PER_PRIEST, PRIESTS_TO_REMOVE_PLAGUE = 2, 3
POINTS_BY_PLAGUES = (0, -1, -3, -6, -10, -15, -20)
POINTS_BY_PYRAMID_SIZE = (0, 0, 0, 5, 5, 5, 10, 10, 10, 10, 20)
POINTS_BY_EQUAL_CHAMBERS = (0, 0, 0, 5, 10)
POINTS_BY_ANKHS = (0, 0, 5, 10, 20)
DISCARDED_AFTER_SCORING = (*PEOPLE, PRIEST)  # everything else stays


@rule
def score_epoch(p: Priests) -> None:
    """Write the breakdown, add it to everybody's fame, and discard what scores only once."""
    score_categories(p)
    add_fame(p, CATEGORIES)
    for seat in range(p.players):
        p.ankhs[seat] += new_ankhs(p, seat)
        p.tiles[seat, PLAGUE] = plagues_left(p, seat)
    discard_all(p, DISCARDED_AFTER_SCORING)


@rule
def score_categories(p: Priests) -> None:
    """Write the points by player and category, were the epoch over now."""
    for seat in range(p.players):
        p.scoring[seat, FOR_PEOPLE] = people_points(p, seat)
        p.scoring[seat, FOR_BUILDING] = building_points(p, seat)
        p.scoring[seat, FOR_PRIEST] = POINTS_PER_PRIEST * p.tiles[seat, PRIEST]
        p.scoring[seat, FOR_PLAGUE] = look_up(POINTS_BY_PLAGUES, plagues_left(p, seat))
        last = p.epoch == EPOCHS
        p.scoring[seat, FOR_PYRAMID] = pyramid_points(p, seat) if last else 0
        p.scoring[seat, FOR_CHAMBER] = chamber_points(p, seat) if last else 0
        p.scoring[seat, FOR_ANKH] = ankh_points(p, seat) if last else 0
        p.scoring[seat, FOR_SUN] = 0
    if p.epoch == EPOCHS:
        score_suns(p, FOR_SUN)


@rule
def score_each(records: Any) -> None:
    """Write the points by player and category into each of these positions."""
    for i in range(len(records)):
        score_categories(records[i])


@rule
def people_points(p: Priests, seat: int) -> int:
    """For each kind: at least two, and nobody has more."""
    points = 0
    for kind in PEOPLE:
        most = MIN_PEOPLE_FOR_MOST
        for other in range(p.players):
            most = max(most, p.tiles[other, kind])
        if p.tiles[seat, kind] == most:
            points += POINTS_FOR_MOST_PEOPLE
    return points


@rule
def new_ankhs(p: Priests, seat: int) -> int:
    """All four kinds of people bring two ankhs, three kinds one."""
    return look_up(ANKHS_BY_DIFFERENT_PEOPLE, count_different(p, seat, PEOPLE))


@rule
def ankh_points(p: Priests, seat: int) -> int:
    """The ankhs of the last epoch count, and there is no limit to them (ruling 4)."""
    return look_up(POINTS_BY_ANKHS, p.ankhs[seat] + new_ankhs(p, seat))


@rule
def building_points(p: Priests, seat: int) -> int:
    """Two tiles are a complete building; different ones bring more."""
    complete = different = 0
    for kind in BUILDINGS:
        complete += p.tiles[seat, kind] // TILES_PER_BUILDING
        different += p.tiles[seat, kind] >= TILES_PER_BUILDING
    return POINTS_PER_BUILDING * complete + look_up(POINTS_BY_DIFFERENT_BUILDINGS, different)


@rule
def plagues_left(p: Priests, seat: int) -> int:
    """Three priests or more remove one plague, never more than one, before the plagues are counted."""
    plagues = p.tiles[seat, PLAGUE]
    return plagues - 1 if plagues and p.tiles[seat, PRIEST] >= PRIESTS_TO_REMOVE_PLAGUE else plagues


@rule
def pyramid_points(p: Priests, seat: int) -> int:
    """Pyramid tiles and chambers build one pyramid; how it is arranged does not matter (ruling 4)."""
    size = p.tiles[seat, PYRAMID]
    for colour in CHAMBERS:
        size += p.tiles[seat, colour]
    return look_up(POINTS_BY_PYRAMID_SIZE, size)


@rule
def chamber_points(p: Priests, seat: int) -> int:
    points = 0
    for colour in CHAMBERS:
        points += look_up(POINTS_BY_EQUAL_CHAMBERS, p.tiles[seat, colour])
    return points
