"""What the games of this family share at the end of an epoch: points for suns, fame, and who has won.

Rulings are numbered on the page `docs/ra.md`.
"""

from __future__ import annotations

from typing import TypeVar

from heliopolis.games.sun.auction import CENTRE_SUN, HIGHEST_SUN, SunAuction
from heliopolis.kernel import rule

Number = TypeVar("Number", int, float)

POINTS_FOR_MOST_SUNS, POINTS_FOR_FEWEST_SUNS = 5, -5


# ---- points --------------------------------------------------------------------------------------------------------


@rule
def look_up(table: tuple[Number, ...], number: int) -> Number:
    """Return the entry of a table for a number of tiles; the last entry is also for more tiles."""
    return table[min(number, len(table) - 1)]


@rule
def count_different(p: SunAuction, seat: int, faces: tuple[int, ...]) -> int:
    """Return how many of some faces a player has at least one tile of."""
    different = 0
    for face in faces:
        different += p.tiles[seat, face] > 0
    return different


@rule
def score_suns(p: SunAuction, category: int) -> None:
    """The highest total of suns, face up or down, wins 5, the lowest loses 5."""
    for seat in range(p.players):
        p.scoring[seat, category] = sun_total(p.suns_up[seat] | p.suns_down[seat])
    reward_most_and_fewest(p, category, POINTS_FOR_MOST_SUNS, POINTS_FOR_FEWEST_SUNS)


@rule
def sun_total(suns: int) -> int:
    total = 0
    for sun in range(CENTRE_SUN, HIGHEST_SUN + 1):
        total += sun * (suns >> sun & 1)
    return total


@rule
def reward_most_and_fewest(p: SunAuction, category: int, points_for_most: int, points_for_fewest: int) -> None:
    """Turn the numbers in a category into points: ties all score, but nobody does if all are equal."""
    high = low = p.scoring[0, category]
    for seat in range(1, p.players):
        high = max(high, p.scoring[seat, category])
        low = min(low, p.scoring[seat, category])
    for seat in range(p.players):
        number = p.scoring[seat, category]
        p.scoring[seat, category] = 0
        if number == high and high != low:
            p.scoring[seat, category] = points_for_most
        elif number == low and high != low:
            p.scoring[seat, category] = points_for_fewest


# ---- after the points ----------------------------------------------------------------------------------------------


@rule
def add_fame(p: SunAuction, categories: int) -> None:
    """Add one net sum per player; fame never falls below 0."""
    for seat in range(p.players):
        net = 0
        for category in range(categories):
            net += p.scoring[seat, category]
        p.fame[seat] = max(0, p.fame[seat] + net)


@rule
def discard_all(p: SunAuction, faces: tuple[int, ...]) -> None:
    """All tiles of some faces leave the game."""
    for seat in range(p.players):
        for face in faces:
            p.tiles[seat, face] = 0


# ---- the game ------------------------------------------------------------------------------------------------------


@rule
def score(p: SunAuction, seat: int) -> int:
    """Return a player's fame."""
    return p.fame[seat]


@rule
def winners(p: SunAuction) -> int:
    """Return the winner as a bit set: most fame, and of equals the highest single sun, so always one (ruling 10)."""
    best = 0
    for seat in range(1, p.players):
        more = p.fame[seat] - p.fame[best]
        suns = p.suns_up[seat] | p.suns_down[seat]
        if more > 0 or (more == 0 and suns > (p.suns_up[best] | p.suns_down[best])):
            best = seat
    return 1 << best
