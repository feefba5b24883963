"""Ra: moves and tiles as text, the position as JSON."""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON, check_int, check_object, require
from heliopolis.games.ra import rules, scoring
from heliopolis.games.ra.tiles import CIVILIZATION, COUNTS, DISASTERS, GOD, KINDS, MONUMENTS, RA, WORDS
from heliopolis.games.sun import notation as sun_notation
from heliopolis.games.sun.auction import NO_AUCTION
from heliopolis.games.sun.notation import TURN_TEXTS, Words
from heliopolis.kernel import Fields

ACTIONS = (
    *TURN_TEXTS,
    "end",
    *(f"take {word}" for word in WORDS),
    *(f"discard {WORDS[kind]}" for kind in CIVILIZATION + MONUMENTS),
)
OUTCOMES = tuple(WORDS)

RA_WORDS = Words(
    phases=("turn", "draw", "bid", "over", "gods", "discard"),
    tiles=WORDS,
    faces=WORDS,
    categories=scoring.CATEGORY_WORDS,
    tile_counts=COUNTS.tolist(),
    tile_of_face=range(KINDS),
    may_be_in_row=range(RA + 1, KINDS),
    may_be_held=range(GOD, DISASTERS[0]),
)
MOST_OWED = 8  # four unrests


def to_json(r: Fields) -> JSON:
    """The position, readable and exact."""
    data = sun_notation.write(r, RA_WORDS, "ra")
    data["owed"] = {"unrest": r.owed_unrest, "earthquake": r.owed_earthquake}
    return data


def from_json(data: JSON, r: Fields) -> None:
    """The same back, into a blank record."""
    sun_notation.read(data, r, RA_WORDS, own=["owed"])
    read_owed(data.get("owed", {}), r)


def read_owed(data: Any, r: Fields) -> None:
    check_object(data, "owed", [], ["unrest", "earthquake"])
    r.owed_unrest = check_int(data.get("unrest", 0), "owed.unrest", 0, MOST_OWED)
    r.owed_earthquake = check_int(data.get("earthquake", 0), "owed.earthquake", 0, MOST_OWED)
    owes = bool(r.owed_unrest or r.owed_earthquake)
    require(owes == (r.phase == rules.DISCARD), "Tiles are owed in phase discard, and only then.")
    require(r.phase != rules.GODS or r.auction == NO_AUCTION, "There is no auction while gods are played.")
    if owes:
        category, owed = (CIVILIZATION, r.owed_unrest) if r.owed_unrest else (MONUMENTS, r.owed_earthquake)
        tiles = [r.tiles[r.to_act][kind] for kind in category]
        choice = sum(tiles) > owed and max(tiles) < sum(tiles)
        require(choice, f"Seat {r.to_act} has no choice of what to give up.")
