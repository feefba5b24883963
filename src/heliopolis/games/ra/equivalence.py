"""Ra: when the rest of a game may be solved, and which positions of the last epoch differ in nothing that matters then.

A player without a face-up sun has no more turns and gets no more tiles, so that all they score is certain but for
pharaohs and suns, which are compared with those of the others. Monuments can be exchanged for one another, and so can
civilizations; the order of the row does not matter; gold is safe and scores three points.
"""

from __future__ import annotations

from heliopolis.games.ra.rules import Ra
from heliopolis.games.ra.scoring import (
    POINTS_BY_DIFFERENT_CIVILIZATIONS,
    POINTS_PER_GOD,
    POINTS_PER_GOLD,
    civilization_points,
    monument_points,
    nile_points,
)
from heliopolis.games.ra.tiles import CIVILIZATION, FLOOD, GOD, GOLD, MONUMENTS, NILE
from heliopolis.games.sun.auction import BID, EPOCHS, TURN
from heliopolis.kernel import count_bits, rule

WEIGHT = 16  # more than there are tiles of a kind
MAX_SUNS = 4  # of all players together; with more, too many positions can come to solve them


@rule
def is_near_end(p: Ra) -> bool:
    """Return whether so few turns are left that solving the rest may take a moment only."""
    suns = 0
    for seat in range(p.players):
        suns += count_bits(p.suns_up[seat])
    return p.epoch == EPOCHS and suns <= MAX_SUNS


@rule
def normalise(p: Ra) -> None:
    """Turn a position into the one that stands for all that are equivalent to it."""
    if p.epoch == EPOCHS and p.phase in (TURN, BID):
        for seat in range(p.players):
            score_gold(p, seat)
            if not p.suns_up[seat]:
                score_display(p, seat)
        sort_kinds(p, CIVILIZATION)
        sort_kinds(p, MONUMENTS)
    sort_row(p)


@rule
def score_gold(p: Ra, seat: int) -> None:
    """Add what gold will score to a player's fame."""
    p.fame[seat] += POINTS_PER_GOLD * p.tiles[seat, GOLD]
    p.tiles[seat, GOLD] = 0


@rule
def score_display(p: Ra, seat: int) -> None:
    """Add what a player without suns will score to their fame, but for pharaohs and suns; remove those tiles."""
    points = POINTS_PER_GOD * p.tiles[seat, GOD] + nile_points(p, seat) + monument_points(p, seat)
    points += civilization_points(p, seat) - POINTS_BY_DIFFERENT_CIVILIZATIONS[0]  # without tiles they will lose these
    p.fame[seat] += points
    p.tiles[seat, GOD] = 0
    p.tiles[seat, NILE] = 0
    p.tiles[seat, FLOOD] = 0
    for kind in CIVILIZATION:
        p.tiles[seat, kind] = 0
    for kind in MONUMENTS:
        p.tiles[seat, kind] = 0


# ---- kinds that can be exchanged -------------------------------------------------------------------------------------


@rule
def sort_kinds(p: Ra, category: tuple[int, ...]) -> None:
    """Exchange the kinds of a category so that they are in the order of who has how many, and of what is to come."""
    first = category[0]
    for end in range(first + 1, first + len(category)):
        kind = end
        while kind > first and rank(p, kind) < rank(p, kind - 1):
            exchange(p, kind, kind - 1)
            kind -= 1


@rule
def rank(p: Ra, kind: int) -> int:
    """Return a number that is equal for two kinds only if everybody has as many of them, and pile and row, too."""
    number = int(p.pile[kind])
    for seat in range(p.players):
        number = WEIGHT * number + p.tiles[seat, kind]
    for space in range(p.row_len):
        number += (p.row[space] == kind) << 30
    return number


@rule
def exchange(p: Ra, kind: int, other: int) -> None:
    """Exchange two kinds everywhere."""
    p.pile[kind], p.pile[other] = p.pile[other], p.pile[kind]
    for seat in range(p.players):
        p.tiles[seat, kind], p.tiles[seat, other] = p.tiles[seat, other], p.tiles[seat, kind]
    for space in range(p.row_len):
        if p.row[space] == kind:
            p.row[space] = other
        elif p.row[space] == other:
            p.row[space] = kind


@rule
def sort_row(p: Ra) -> None:
    """Sort the tiles of the row."""
    for end in range(1, p.row_len):
        space = end
        while space > 0 and p.row[space] < p.row[space - 1]:
            p.row[space], p.row[space - 1] = p.row[space - 1], p.row[space]
            space -= 1
