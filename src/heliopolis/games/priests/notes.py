"""Priests of Ra: why a seat would score what it would score, in a few words for each category."""

from __future__ import annotations

from heliopolis.games.priests.scoring import (
    ANKHS_BY_DIFFERENT_PEOPLE,
    MIN_PEOPLE_FOR_MOST,
    POINTS_BY_ANKHS,
    POINTS_BY_EQUAL_CHAMBERS,
    POINTS_BY_PYRAMID_SIZE,
    PRIESTS_TO_REMOVE_PLAGUE,
    TILES_PER_BUILDING,
)
from heliopolis.games.priests.tiles import BUILDINGS, CHAMBERS, FACE_NAMES, PEOPLE, PLAGUE, PRIEST, PYRAMID
from heliopolis.games.priests.types import PriestsNotes
from heliopolis.games.sun.advice import next_threshold, note_on_suns
from heliopolis.kernel import Fields
from heliopolis.text.message_json import MessageJSON, message_json


def notes(r: Fields, seat: int) -> PriestsNotes:
    """Return for each category why a seat would score what it would score."""
    tiles = r.tiles[seat]
    removes_plague = tiles[PRIEST] >= PRIESTS_TO_REMOVE_PLAGUE and tiles[PLAGUE] > 0
    return {
        "people": note_on_people(r, seat),
        "building": note_on_buildings(tiles),
        "priest": message_json("sun.note.priests_heal" if removes_plague else "sun.note.priests", number=tiles[PRIEST]),
        "plague": message_json("sun.note.plagues", number=tiles[PLAGUE]),
        "pyramid": note_on_pyramid(tiles),
        "chamber": note_on_chambers(tiles),
        "ankh": note_on_ankhs(r.ankhs[seat]),
        "sun": note_on_suns(r, seat),
    }


def note_on_people(r: Fields, seat: int) -> MessageJSON:
    most = {face: max(r.tiles[other][face] for other in range(r.players)) for face in PEOPLE}
    leads = [face for face in PEOPLE if r.tiles[seat][face] == most[face] >= MIN_PEOPLE_FOR_MOST]
    kinds = sum(r.tiles[seat][face] > 0 for face in PEOPLE)
    ankhs = ANKHS_BY_DIFFERENT_PEOPLE[kinds]
    key = "sun.note.people_lead" if leads else "sun.note.people"
    return message_json(key, leads=[{"tile": FACE_NAMES[face]} for face in leads], kinds=kinds, ankhs=ankhs)


def note_on_buildings(tiles: list[int]) -> MessageJSON:
    complete = [tiles[face] // TILES_PER_BUILDING for face in BUILDINGS]
    return message_json("sun.note.buildings", complete=sum(complete), kinds=sum(number > 0 for number in complete))


def note_on_pyramid(tiles: list[int]) -> MessageJSON:
    number = tiles[PYRAMID] + sum(tiles[face] for face in CHAMBERS)
    more, points = next_threshold(POINTS_BY_PYRAMID_SIZE, min(number, len(POINTS_BY_PYRAMID_SIZE) - 1))
    return message_json(
        "sun.note.pyramid" if more else "sun.note.whole_pyramid", number=number, more=more, points=points
    )


def note_on_chambers(tiles: list[int]) -> MessageJSON:
    best = max(tiles[face] for face in CHAMBERS)
    more, points = next_threshold(POINTS_BY_EQUAL_CHAMBERS, min(best, len(POINTS_BY_EQUAL_CHAMBERS) - 1))
    return message_json("sun.note.chambers" if more else "sun.note.all_chambers", number=best, more=more, points=points)


def note_on_ankhs(ankhs: int) -> MessageJSON:
    more, points = next_threshold(POINTS_BY_ANKHS, min(ankhs, len(POINTS_BY_ANKHS) - 1))
    return message_json("sun.note.ankhs" if more else "sun.note.all_ankhs", number=ankhs, more=more, points=points)
