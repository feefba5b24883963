"""Ra: what everybody scores at the end of an epoch, category by category.

All points of an epoch are one net sum; fame never falls below 0. The breakdown stays in the position until the next
scoring, before that limit is applied.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.ra.tiles import CIVILIZATION, FLOOD, GOD, GOLD, MONUMENTS, NILE, PHARAOH
from heliopolis.games.sun.auction import EPOCHS, add_fame, reward_most_and_fewest, score_suns
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.ra.rules import Ra

CATEGORY_WORDS = "god gold pharaoh nile civilization monument sun".split()
CATEGORIES = len(CATEGORY_WORDS)
FOR_GOD, FOR_GOLD, FOR_PHARAOH, FOR_NILE, FOR_CIVILIZATION, FOR_MONUMENT, FOR_SUN = range(CATEGORIES)

GOD_POINTS, GOLD_POINTS = 2, 3
MOST_PHARAOHS, FEWEST_PHARAOHS = 5, -2
CIVILIZATION_POINTS = (-5, 0, 0, 5, 10, 15)  # by different kinds
DIFFERENT_MONUMENTS = (0, 1, 2, 3, 4, 5, 6, 10, 15)  # by different kinds
EQUAL_MONUMENTS = (0, 0, 0, 5, 10, 15)  # by number of one kind

LEAVES = (GOD, GOLD, FLOOD, *CIVILIZATION)  # after a scoring; pharaohs, niles and monuments stay


@rule
def score_epoch(p: Ra) -> None:
    """The breakdown, the fame it brings, and the tiles that leave the game."""
    break_down(p)
    add_fame(p, CATEGORIES)
    for seat in range(p.players):
        for kind in LEAVES:
            p.tiles[seat, kind] = 0


@rule
def break_down(p: Ra) -> None:
    """Points by player and category, were the epoch over now."""
    for seat in range(p.players):
        p.scoring[seat, FOR_GOD] = GOD_POINTS * p.tiles[seat, GOD]
        p.scoring[seat, FOR_GOLD] = GOLD_POINTS * p.tiles[seat, GOLD]
        p.scoring[seat, FOR_PHARAOH] = p.tiles[seat, PHARAOH]
        p.scoring[seat, FOR_NILE] = nile_points(p, seat)
        p.scoring[seat, FOR_CIVILIZATION] = civilization_points(p, seat)
        p.scoring[seat, FOR_MONUMENT] = monument_points(p, seat) if p.epoch == EPOCHS else 0
        p.scoring[seat, FOR_SUN] = 0
    reward_most_and_fewest(p, FOR_PHARAOH, MOST_PHARAOHS, FEWEST_PHARAOHS)
    if p.epoch == EPOCHS:
        score_suns(p, FOR_SUN)


@rule
def nile_points(p: Ra, seat: int) -> int:
    """Niles are fertile only with a flood."""
    floods: int = p.tiles[seat, FLOOD]
    return floods + p.tiles[seat, NILE] if floods else 0


@rule
def civilization_points(p: Ra, seat: int) -> int:
    different = 0
    for kind in CIVILIZATION:
        different += p.tiles[seat, kind] > 0
    return CIVILIZATION_POINTS[different]


@rule
def monument_points(p: Ra, seat: int) -> int:
    different = equal = 0
    for kind in MONUMENTS:
        different += p.tiles[seat, kind] > 0
        equal += EQUAL_MONUMENTS[p.tiles[seat, kind]]
    return DIFFERENT_MONUMENTS[different] + equal
