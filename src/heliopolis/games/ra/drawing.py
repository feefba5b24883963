"""Ra as a picture."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.ra.tiles import CIVILIZATION_NAMES, DISASTER_NAMES, MONUMENT_NAMES
from heliopolis.games.sun import drawing as sun_drawing
from heliopolis.games.sun.drawing import BLACK, BLUE, CREAM, GOLDEN, GREEN, PURPLE, SANDSTONE, TEAL, PictureStyle
from heliopolis.text.picture import Picture

STYLE = PictureStyle(
    title="Ra",
    groups=[["god", "gold"], ["pharaoh"], ["nile", "flood"], CIVILIZATION_NAMES, MONUMENT_NAMES],
    colours={
        "god": CREAM,
        "gold": GOLDEN,
        "pharaoh": PURPLE,
        "nile": BLUE,
        "flood": TEAL,
        **dict.fromkeys(CIVILIZATION_NAMES, GREEN),
        **dict.fromkeys(MONUMENT_NAMES, SANDSTONE),
        **dict.fromkeys(DISASTER_NAMES, BLACK),
    },
    drawings={},
)


def draw(data: JSON) -> Picture:
    """Return a picture of a position or a view."""
    return sun_drawing.draw(data, STYLE)
