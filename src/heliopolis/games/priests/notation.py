"""Priests of Ra: moves and tiles as text, the position as JSON."""

from __future__ import annotations

from heliopolis.core.checks import JSON, check_int, check_word, require
from heliopolis.games.priests import rules, scoring
from heliopolis.games.priests.tiles import (
    COUNTS,
    FACE_WORDS,
    FACES,
    KIND_OF_FACE,
    KIND_WORDS,
    RA,
    TWO_FACED,
)
from heliopolis.games.sun import notation as sun_notation
from heliopolis.games.sun.auction import NO_AUCTION, ROW
from heliopolis.games.sun.notation import TURN_TEXTS, Words
from heliopolis.kernel import Fields

TWO_FACED_WORDS = FACE_WORDS[1 : 2 * TWO_FACED + 1]
ACTIONS = (
    *TURN_TEXTS,
    "end",
    *(f"place {face}" for face in TWO_FACED_WORDS),
    *(f"flip {face}" for face in TWO_FACED_WORDS),
)
OUTCOMES = tuple(KIND_WORDS)

WORDS = Words(
    phases=("turn", "draw", "bid", "over", "place", "flip"),
    tiles=KIND_WORDS,
    faces=FACE_WORDS,
    categories=scoring.CATEGORY_WORDS,
    tile_counts=COUNTS.tolist(),
    tile_of_face=KIND_OF_FACE,
    may_be_in_row=range(RA + 1, FACES),
    may_be_held=range(RA + 1, FACES),
)
MOST_ANKHS = 6


def to_json(r: Fields) -> JSON:
    """The position, readable and exact."""
    data = sun_notation.write(r, WORDS, "priests")
    data["drawn"] = KIND_WORDS[r.drawn] if r.drawn else None
    data["flips"] = r.flips
    for seat, ankhs in zip(data["seats"], r.ankhs, strict=False):
        seat["ankhs"] = ankhs
    return data


def from_json(data: JSON, r: Fields) -> None:
    """The same back, into blank fields."""
    if data.get("drawn") is not None:
        r.drawn = 1 + check_word(data["drawn"], "drawn", KIND_WORDS[1 : TWO_FACED + 1])
    sun_notation.read(data, r, WORDS, own=["drawn", "flips"], own_of_seat=["ankhs"], loose=[r.drawn] if r.drawn else [])
    for number, seat in enumerate(data["seats"]):
        r.ankhs[number] = check_int(seat.get("ankhs", 0), f"seats[{number}].ankhs", 0, MOST_ANKHS)
    r.flips = check_int(data.get("flips", 0), "flips", 0, ROW)
    check_phase(r)


def check_phase(r: Fields) -> None:
    require((r.phase == rules.CHOOSE_FACE) == (r.drawn > 0), "A tile is drawn in phase place, and only then.")
    require(r.phase != rules.CHOOSE_FACE or r.row_len < ROW, "No tile is placed when the row is full.")
    require(r.phase != rules.CHOOSE_FACE or r.auction == NO_AUCTION, "There is no auction while a tile is placed.")
    require((r.phase == rules.FLIP) == (r.flips > 0), "Flips are left in phase flip, and only then.")
    if r.phase == rules.FLIP:
        require(r.auction != NO_AUCTION, "auction is missing in phase flip.")
        two_faced = r.tiles[r.to_act][1 : 2 * TWO_FACED + 1]
        require(any(two_faced), f"Seat {r.to_act} has no tile to flip.")
