"""Ra: moves and tiles as text, the position as JSON."""

from __future__ import annotations

from typing import Any, cast

from heliopolis.core.checks import JSON, check_int, check_object, require
from heliopolis.games.ra import rules, scoring
from heliopolis.games.ra.tiles import (
    CIVILIZATION,
    CIVILIZATION_NAMES,
    COUNTS,
    DISASTERS,
    GOD,
    KINDS,
    MONUMENT_NAMES,
    MONUMENTS,
    RA,
    TILE_NAMES,
)
from heliopolis.games.ra.types import RaFacts
from heliopolis.games.sun import notation as sun_notation
from heliopolis.games.sun.auction import NO_AUCTION
from heliopolis.games.sun.notation import SHARED_ACTIONS, SHARED_PHASES, Vocabulary, texts
from heliopolis.kernel import Fields

ACTIONS = (*SHARED_ACTIONS, *texts("take", TILE_NAMES), *texts("discard", CIVILIZATION_NAMES + MONUMENT_NAMES))
OUTCOMES = tuple(TILE_NAMES)

VOCABULARY = Vocabulary(
    game="ra",
    phases=(*SHARED_PHASES, "gods", "discard"),
    actions=ACTIONS,
    tiles=TILE_NAMES,
    faces=TILE_NAMES,
    categories=scoring.CATEGORY_NAMES,
    tile_counts=COUNTS.tolist(),
    tile_of_face=range(KINDS),
    may_be_in_row=range(RA + 1, KINDS),
    may_be_held=range(GOD, DISASTERS[0]),
)
MAX_OWED = 8  # four unrests


def to_json(r: Fields) -> RaFacts:
    """Return the whole position, readable and exact."""
    data = sun_notation.write(r, VOCABULARY)
    data["owed"] = {"unrest": r.unrest_discards, "earthquake": r.earthquake_discards}
    return cast(RaFacts, data)


def from_json(data: JSON, r: Fields) -> None:
    """Read a position into blank fields."""
    sun_notation.read(data, r, VOCABULARY, own=["owed"])
    read_owed(data.get("owed", {}), r)
    require(r.phase != rules.GODS or r.auction == NO_AUCTION, "There is no auction while gods are played.")
    if r.phase == rules.DISCARD:
        check_choice(r)


def read_owed(data: Any, r: Fields) -> None:
    """Read how many tiles the player to act still has to discard."""
    check_object(data, "owed", [], ["unrest", "earthquake"])
    r.unrest_discards = check_int(data.get("unrest", 0), "owed.unrest", 0, MAX_OWED)
    r.earthquake_discards = check_int(data.get("earthquake", 0), "owed.earthquake", 0, MAX_OWED)
    owes = bool(r.unrest_discards or r.earthquake_discards)
    require(owes == (r.phase == rules.DISCARD), "Tiles are owed in phase discard, and only then.")


def check_choice(r: Fields) -> None:
    """Check that the player to act can choose what to discard: otherwise the rules would not ask."""
    category = CIVILIZATION if r.unrest_discards else MONUMENTS
    tiles = [r.tiles[r.to_act][kind] for kind in category]
    choice = rules.has_choice(
        sum(tiles), sum(number > 0 for number in tiles), r.unrest_discards or r.earthquake_discards
    )
    require(choice, f"Seat {r.to_act} has no choice of what to give up.")
