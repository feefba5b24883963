"""Priests of Ra as a picture."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.priests import TITLE
from heliopolis.games.priests.board import BUILDING_WORDS, CHAMBER_WORDS, PEOPLE_WORDS, STYLE
from heliopolis.games.sun import drawing as sun_drawing
from heliopolis.games.sun.drawing import Look
from heliopolis.text.picture import Picture

FAMILIES = {
    **dict.fromkeys(PEOPLE_WORDS, "land"),
    **dict.fromkeys([*BUILDING_WORDS, "pyramid"], "mon"),
    "priest": "god",
    "plague": "bad",
    "ankh": "gold",
}
DRAWINGS = {colour: f"chamber-{colour}" for colour in CHAMBER_WORDS}


def draw(data: JSON) -> Picture:
    return sun_drawing.draw(data, Look(TITLE, [*STYLE.groups, ["ankh"]], FAMILIES, DRAWINGS))
