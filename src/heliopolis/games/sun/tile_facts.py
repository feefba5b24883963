"""What there is to know about each tile: how many are left, how likely it comes next, what it is worth to everybody.

All tiles and seats are scored in one call of the rules, since views are made after every move.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from heliopolis.games.sun.advice import GameAdvice, Records
from heliopolis.games.sun.auction import EPOCHS, OVER, RA
from heliopolis.games.sun.types import TileFacts
from heliopolis.kernel import Fields, wrap_records

Worth = tuple[int, int]  # points of this epoch, and points that only the end of the game brings
Points = NDArray[np.int64]


def tile_facts(records: Records, r: Fields, advice: GameAdvice) -> dict[str, TileFacts]:
    """Return by face what there is to know about a tile."""
    left = max(1, sum(r.pile))
    worth = [] if r.phase == OVER else worth_of_tiles(records, r, advice)
    found: dict[str, TileFacts] = {}
    for face, name in enumerate(advice.vocabulary.faces):
        kind = advice.kind_of_face[face]
        by_seat = worth[face] if worth and face != RA else []
        found[name] = {
            "left": r.pile[kind],
            "total": advice.tile_counts[kind],
            "next": r.pile[kind] / left,
            "now": [now for now, _ in by_seat],
            "later": [later for _, later in by_seat],
        }
    return found


def worth_of_tiles(records: Records, r: Fields, advice: GameAdvice) -> list[list[Worth]]:
    """Return by face and seat what one more tile brings a seat, which discards as cheaply as it can."""
    changed = [
        (face, seat, tiles)
        for face in range(RA + 1, len(advice.vocabulary.faces))
        for seat in range(r.players)
        for tiles in advice.tiles_after(r.tiles[seat], face)
    ]
    after = np.repeat(records, len(changed))
    for at, (_, seat, tiles) in enumerate(changed):
        after["tiles"][at, seat] = tiles
    seats = [seat for _, seat, _ in changed]
    now, later = points_of(after, seats, advice)
    everybody = np.repeat(records, r.players)
    now_before, later_before = points_of(everybody, range(r.players), advice)
    best: list[list[Worth]] = [[] for _ in advice.vocabulary.faces]
    for at, (face, seat, _) in enumerate(changed):
        worth = int(now[at] - now_before[seat]), int(later[at] - later_before[seat])
        if len(best[face]) == seat:
            best[face].append(worth)
        best[face][seat] = max(best[face][seat], worth)
    return best


def points_of(records: Records, seats: Sequence[int], advice: GameAdvice) -> tuple[Points, Points]:
    """Return for one seat of each position its points if the epoch ended now, and what the end would add to them."""
    rows = np.arange(len(records))
    advice.score_each(wrap_records(records))
    now = records["scoring"][rows, seats].sum(axis=1, dtype=np.int64)
    if records["epoch"][0] == EPOCHS:
        return now, np.zeros_like(now)
    then = records.copy()
    then["epoch"] = EPOCHS
    advice.score_each(wrap_records(then))
    columns = [advice.vocabulary.categories.index(category) for category in advice.scored_last]
    return now, then["scoring"][rows, seats][:, columns].sum(axis=1, dtype=np.int64)
