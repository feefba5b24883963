"""Ra: what everybody scores at the end of an epoch, category by category.

All points of an epoch are one net sum; fame never falls below 0. The breakdown stays in the position until the next
scoring, before that limit is applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from heliopolis.games.ra.tiles import CIVILIZATION, FLOOD, GOD, GOLD, MONUMENTS, NILE, PHARAOH
from heliopolis.games.sun.auction import EPOCHS
from heliopolis.games.sun.scoring import (
    add_fame,
    count_different,
    discard_all,
    look_up,
    reward_most_and_fewest,
    score_suns,
)
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.ra.rules import Ra

CATEGORY_NAMES = "god gold pharaoh nile civilization monument sun".split()
CATEGORIES = len(CATEGORY_NAMES)
FOR_GOD, FOR_GOLD, FOR_PHARAOH, FOR_NILE, FOR_CIVILIZATION, FOR_MONUMENT, FOR_SUN = range(CATEGORIES)

POINTS_PER_GOD, POINTS_PER_GOLD = 2, 3
POINTS_FOR_MOST_PHARAOHS, POINTS_FOR_FEWEST_PHARAOHS = 5, -2
POINTS_BY_DIFFERENT_CIVILIZATIONS = (-5, 0, 0, 5, 10, 15)
POINTS_BY_DIFFERENT_MONUMENTS = (0, 1, 2, 3, 4, 5, 6, 10, 15)
POINTS_BY_EQUAL_MONUMENTS = (0, 0, 0, 5, 10, 15)

DISCARDED_AFTER_SCORING = (GOD, GOLD, FLOOD, *CIVILIZATION)  # pharaohs, niles and monuments stay


@rule
def score_epoch(p: Ra) -> None:
    """Write the breakdown, add it to everybody's fame, and discard what scores only once."""
    score_categories(p)
    add_fame(p, CATEGORIES)
    discard_all(p, DISCARDED_AFTER_SCORING)


@rule
def score_categories(p: Ra) -> None:
    """Write the points by player and category, were the epoch over now."""
    for seat in range(p.players):
        p.scoring[seat, FOR_GOD] = POINTS_PER_GOD * p.tiles[seat, GOD]
        p.scoring[seat, FOR_GOLD] = POINTS_PER_GOLD * p.tiles[seat, GOLD]
        p.scoring[seat, FOR_PHARAOH] = p.tiles[seat, PHARAOH]
        p.scoring[seat, FOR_NILE] = nile_points(p, seat)
        p.scoring[seat, FOR_CIVILIZATION] = civilization_points(p, seat)
        p.scoring[seat, FOR_MONUMENT] = monument_points(p, seat) if p.epoch == EPOCHS else 0
        p.scoring[seat, FOR_SUN] = 0
    reward_most_and_fewest(p, FOR_PHARAOH, POINTS_FOR_MOST_PHARAOHS, POINTS_FOR_FEWEST_PHARAOHS)
    if p.epoch == EPOCHS:
        score_suns(p, FOR_SUN)


@rule
def score_each(records: Any) -> None:
    """Write the points by player and category into each of these positions."""
    for i in range(len(records)):
        score_categories(records[i])


@rule
def nile_points(p: Ra, seat: int) -> int:
    """Niles are fertile only with a flood."""
    floods: int = p.tiles[seat, FLOOD]
    return floods + p.tiles[seat, NILE] if floods else 0


@rule
def civilization_points(p: Ra, seat: int) -> int:
    return look_up(POINTS_BY_DIFFERENT_CIVILIZATIONS, count_different(p, seat, CIVILIZATION))


@rule
def monument_points(p: Ra, seat: int) -> int:
    """Different monuments score, and so do three or more of one kind."""
    points = look_up(POINTS_BY_DIFFERENT_MONUMENTS, count_different(p, seat, MONUMENTS))
    for kind in MONUMENTS:
        points += look_up(POINTS_BY_EQUAL_MONUMENTS, p.tiles[seat, kind])
    return points
