"""Ra: why a seat would score what it would score, in a few words for each category."""

from __future__ import annotations

from heliopolis.games.ra.scoring import (
    POINTS_BY_DIFFERENT_CIVILIZATIONS,
    POINTS_BY_DIFFERENT_MONUMENTS,
    POINTS_BY_EQUAL_MONUMENTS,
)
from heliopolis.games.ra.tiles import CIVILIZATION, FLOOD, GOD, GOLD, MONUMENTS, NILE, PHARAOH
from heliopolis.games.ra.types import RaNotes
from heliopolis.games.sun.advice import next_threshold, note_on_suns, rank_among
from heliopolis.kernel import Fields
from heliopolis.text.message_json import MessageJSON, message_json


def notes(r: Fields, seat: int) -> RaNotes:
    """Return for each category why a seat would score what it would score."""
    tiles = r.tiles[seat]
    return {
        "god": message_json("sun.note.gods", number=tiles[GOD]),
        "gold": message_json("sun.note.gold", number=tiles[GOLD]),
        "pharaoh": note_on_pharaohs(r, seat),
        "nile": note_on_nile(tiles[NILE], tiles[FLOOD]),
        "civilization": note_on_civilization(tiles),
        "monument": note_on_monuments(tiles),
        "sun": note_on_suns(r, seat),
    }


def note_on_pharaohs(r: Fields, seat: int) -> MessageJSON:
    numbers = [r.tiles[other][PHARAOH] for other in range(r.players)]
    rank = rank_among(numbers, seat)
    return message_json(f"sun.note.pharaohs_{rank}", most=max(numbers), fewest=min(numbers))


def note_on_nile(niles: int, floods: int) -> MessageJSON:
    if not niles + floods:
        return message_json("sun.note.no_nile")
    return message_json("sun.note.nile" if floods else "sun.note.dry", number=niles + floods)


def note_on_civilization(tiles: list[int]) -> MessageJSON:
    different = sum(tiles[kind] > 0 for kind in CIVILIZATION)
    more, points = next_threshold(POINTS_BY_DIFFERENT_CIVILIZATIONS, different)
    if not different:
        return message_json("sun.note.no_civilization")
    return message_json(
        "sun.note.civilization" if more else "sun.note.all_civilization", kinds=different, more=more, points=points
    )


def note_on_monuments(tiles: list[int]) -> MessageJSON:
    different = sum(tiles[kind] > 0 for kind in MONUMENTS)
    points = POINTS_BY_DIFFERENT_MONUMENTS[different]
    points += sum(POINTS_BY_EQUAL_MONUMENTS[tiles[kind]] for kind in MONUMENTS)
    return message_json("sun.note.monuments" if different else "sun.note.no_monuments", kinds=different, points=points)
