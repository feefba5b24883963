"""Ra: why a seat would score what it would score, in a few words for each category."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.ra.scoring import CIVILIZATION_POINTS, DIFFERENT_MONUMENTS, EQUAL_MONUMENTS
from heliopolis.games.ra.tiles import CIVILIZATION, FLOOD, GOD, GOLD, MONUMENTS, NILE, PHARAOH
from heliopolis.games.sun.advice import message, next_step, note_on_suns, place_among
from heliopolis.kernel import Fields


def notes(r: Fields, seat: int) -> dict[str, JSON]:
    tiles = r.tiles[seat]
    return {
        "god": message("sun.note.gods", number=tiles[GOD]),
        "gold": message("sun.note.gold", number=tiles[GOLD]),
        "pharaoh": note_on_pharaohs(r, seat),
        "nile": note_on_nile(tiles[NILE], tiles[FLOOD]),
        "civilization": note_on_civilization(tiles),
        "monument": note_on_monuments(tiles),
        "sun": note_on_suns(r, seat),
    }


def note_on_pharaohs(r: Fields, seat: int) -> JSON:
    numbers = [r.tiles[other][PHARAOH] for other in range(r.players)]
    place = place_among(numbers, seat)
    return message(f"sun.note.pharaohs_{place}", most=max(numbers), fewest=min(numbers))


def note_on_nile(niles: int, floods: int) -> JSON:
    if not niles + floods:
        return message("sun.note.no_nile")
    return message("sun.note.nile" if floods else "sun.note.dry", number=niles + floods)


def note_on_civilization(tiles: list[int]) -> JSON:
    different = sum(tiles[kind] > 0 for kind in CIVILIZATION)
    more, points = next_step(CIVILIZATION_POINTS, different)
    if not different:
        return message("sun.note.no_civilization")
    return message(
        "sun.note.civilization" if more else "sun.note.all_civilization", kinds=different, more=more, points=points
    )


def note_on_monuments(tiles: list[int]) -> JSON:
    different = sum(tiles[kind] > 0 for kind in MONUMENTS)
    points = DIFFERENT_MONUMENTS[different] + sum(EQUAL_MONUMENTS[tiles[kind]] for kind in MONUMENTS)
    return message("sun.note.monuments" if different else "sun.note.no_monuments", kinds=different, points=points)
