"""Priests of Ra: moves and tiles as text, the position as JSON."""

from __future__ import annotations

from typing import cast

from heliopolis.core.checks import JSON, check_int, check_word, require
from heliopolis.games.priests import rules, scoring
from heliopolis.games.priests.tiles import (
    COUNTS,
    FACE_NAMES,
    FACES,
    KIND_OF_FACE,
    RA,
    TILE_NAMES,
    TWO_FACED_FACES,
    TWO_FACED_KINDS,
    TWO_FACED_NAMES,
)
from heliopolis.games.priests.types import PriestsFacts
from heliopolis.games.sun import notation as sun_notation
from heliopolis.games.sun.auction import NO_AUCTION, ROW
from heliopolis.games.sun.notation import SHARED_ACTIONS, SHARED_PHASES, Vocabulary, texts
from heliopolis.kernel import Fields

ACTIONS = (*SHARED_ACTIONS, *texts("place", TWO_FACED_NAMES), *texts("flip", TWO_FACED_NAMES))
OUTCOMES = tuple(TILE_NAMES)

VOCABULARY = Vocabulary(
    game="priests",
    phases=(*SHARED_PHASES, "place", "flip"),
    actions=ACTIONS,
    tiles=TILE_NAMES,
    faces=FACE_NAMES,
    categories=scoring.CATEGORY_NAMES,
    tile_counts=COUNTS.tolist(),
    tile_of_face=KIND_OF_FACE,
    may_be_in_row=range(RA + 1, FACES),
    may_be_held=range(RA + 1, FACES),
)
MAX_ANKHS = 6


def to_json(r: Fields) -> PriestsFacts:
    """Return the whole position, readable and exact."""
    data = sun_notation.write(r, VOCABULARY)
    data["drawn"] = TILE_NAMES[r.drawn] if r.drawn else None
    data["flips"] = r.flips
    for seat, ankhs in zip(data["seats"], r.ankhs, strict=False):
        seat["ankhs"] = ankhs
    return cast(PriestsFacts, data)


def from_json(data: JSON, r: Fields) -> None:
    """Read a position into blank fields."""
    if data.get("drawn") is not None:
        r.drawn = 1 + check_word(data["drawn"], "drawn", TILE_NAMES[1 : TWO_FACED_KINDS + 1])
    loose = [r.drawn] if r.drawn else []
    sun_notation.read(data, r, VOCABULARY, own=["drawn", "flips"], own_of_seat=["ankhs"], loose=loose)
    for number, seat in enumerate(data["seats"]):
        r.ankhs[number] = check_int(seat.get("ankhs", 0), f"seats[{number}].ankhs", 0, MAX_ANKHS)
    r.flips = check_int(data.get("flips", 0), "flips", 0, ROW)
    check_phase(r)


def check_phase(r: Fields) -> None:
    """Check that a tile is placed and tiles are flipped only in their phases."""
    require((r.phase == rules.PLACE) == (r.drawn > 0), "A tile is drawn in phase place, and only then.")
    require(r.phase != rules.PLACE or r.row_len < ROW, "No tile is placed when the row is full.")
    require(r.phase != rules.PLACE or r.auction == NO_AUCTION, "There is no auction while a tile is placed.")
    require((r.phase == rules.FLIP) == (r.flips > 0), "Flips are left in phase flip, and only then.")
    if r.phase == rules.FLIP:
        require(r.auction != NO_AUCTION, "auction is missing in phase flip.")
        two_faced = r.tiles[r.to_act][1 : TWO_FACED_FACES + 1]
        require(any(two_faced), f"Seat {r.to_act} has no tile to flip.")
