"""Priests of Ra: why a seat would score what it would score, in a few words for each category."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.priests.scoring import (
    ANKH_POINTS,
    ANKHS,
    CHAMBER_POINTS,
    FEWEST_FOR_MOST,
    PRIESTS_THAT_HEAL,
    PYRAMID_POINTS,
    TILES_A_BUILDING,
)
from heliopolis.games.priests.tiles import BUILDINGS, CHAMBERS, FACE_WORDS, PEOPLE, PLAGUE, PRIEST, PYRAMID
from heliopolis.games.sun.advice import message, next_step, note_on_suns
from heliopolis.kernel import Fields


def notes(r: Fields, seat: int) -> dict[str, JSON]:
    tiles = r.tiles[seat]
    heals = tiles[PRIEST] >= PRIESTS_THAT_HEAL and tiles[PLAGUE] > 0
    return {
        "people": note_on_people(r, seat),
        "building": note_on_buildings(tiles),
        "priest": message("sun.note.priests_heal" if heals else "sun.note.priests", number=tiles[PRIEST]),
        "plague": message("sun.note.plagues", number=tiles[PLAGUE]),
        "pyramid": note_on_pyramid(tiles),
        "chamber": note_on_chambers(tiles),
        "ankh": note_on_ankhs(r.ankhs[seat]),
        "sun": note_on_suns(r, seat),
    }


def note_on_people(r: Fields, seat: int) -> JSON:
    most = {face: max(r.tiles[other][face] for other in range(r.players)) for face in PEOPLE}
    leads = [face for face in PEOPLE if r.tiles[seat][face] == most[face] >= FEWEST_FOR_MOST]
    kinds = sum(r.tiles[seat][face] > 0 for face in PEOPLE)
    key = "sun.note.people_lead" if leads else "sun.note.people"
    return message(key, leads=[{"tile": FACE_WORDS[face]} for face in leads], kinds=kinds, ankhs=ANKHS[kinds])


def note_on_buildings(tiles: list[int]) -> JSON:
    complete = [tiles[face] // TILES_A_BUILDING for face in BUILDINGS]
    return message("sun.note.buildings", complete=sum(complete), kinds=sum(number > 0 for number in complete))


def note_on_pyramid(tiles: list[int]) -> JSON:
    number = tiles[PYRAMID] + sum(tiles[face] for face in CHAMBERS)
    more, points = next_step(PYRAMID_POINTS, min(number, len(PYRAMID_POINTS) - 1))
    return message("sun.note.pyramid" if more else "sun.note.whole_pyramid", number=number, more=more, points=points)


def note_on_chambers(tiles: list[int]) -> JSON:
    best = max(tiles[face] for face in CHAMBERS)
    more, points = next_step(CHAMBER_POINTS, min(best, len(CHAMBER_POINTS) - 1))
    return message("sun.note.chambers" if more else "sun.note.all_chambers", number=best, more=more, points=points)


def note_on_ankhs(ankhs: int) -> JSON:
    more, points = next_step(ANKH_POINTS, min(ankhs, len(ANKH_POINTS) - 1))
    return message("sun.note.ankhs" if more else "sun.note.all_ankhs", number=ankhs, more=more, points=points)
