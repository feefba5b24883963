"""What inexperienced players of any game of this family overlook.

Each function removes from the fields of a position what such a player does not see; they then decide by the heuristic.
"""

from __future__ import annotations

from collections.abc import Collection

from heliopolis.games.sun.auction import EPOCHS, NO_TILE, RA_TRACK_LENGTH, ROW
from heliopolis.kernel import Fields

HURRY = 2  # Ra tiles that a player in a hurry believes to be on the track already


def overlook_suns(p: Fields) -> None:
    """Overlook the suns of the other players: any bid may win, and nobody else needs the auctions that are left."""
    for seat in range(p.players):
        if seat != p.to_act:
            p.suns_up[seat] = p.suns_down[seat] = 0


def overlook_epochs(p: Fields) -> None:
    """Overlook the epochs to come: what counts is this one."""
    p.epoch = EPOCHS


def overlook_track(p: Fields) -> None:
    """Overlook the Ra track: there seems to be time enough for every sun."""
    p.ra_track = 0


def overlook_time(p: Fields) -> None:
    """Overlook that there is time: the epoch seems to end sooner than it will, so that a row is taken too early."""
    p.ra_track = min(p.ra_track + HURRY, RA_TRACK_LENGTH[p.players] - 1)


def overlook_in_row(p: Fields, faces: Collection[int]) -> None:
    """Overlook tiles of the row."""
    seen = [face for face in p.row[: p.row_len] if face not in faces]
    p.row, p.row_len = seen + [NO_TILE] * (ROW - len(seen)), len(seen)
