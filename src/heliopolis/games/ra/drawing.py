"""Ra as a picture."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.ra import TITLE
from heliopolis.games.ra.board import CIVILIZATION_WORDS, DISASTER_WORDS, MONUMENT_WORDS, STYLE
from heliopolis.games.sun import drawing as sun_drawing
from heliopolis.games.sun.drawing import Look
from heliopolis.text.picture import Picture

FAMILIES = {
    **dict.fromkeys(CIVILIZATION_WORDS, "civ"),
    **dict.fromkeys(MONUMENT_WORDS, "mon"),
    **dict.fromkeys(DISASTER_WORDS, "bad"),
}


def draw(data: JSON) -> Picture:
    return sun_drawing.draw(data, Look(TITLE, STYLE.groups, FAMILIES, {}))
