"""Priests of Ra as a picture."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.priests.tiles import BUILDING_NAMES, CHAMBER_NAMES, PEOPLE_NAMES
from heliopolis.games.sun import drawing as sun_drawing
from heliopolis.games.sun.drawing import BLACK, BLUE, BRICK, BROWN, CREAM, GOLDEN, GREEN, SANDSTONE, PictureStyle
from heliopolis.text.picture import Picture

STYLE = PictureStyle(
    title="Priests of Ra",
    groups=[PEOPLE_NAMES, BUILDING_NAMES, ["pyramid", *CHAMBER_NAMES], ["priest"], ["plague"], ["ankh"]],
    colours={
        **dict.fromkeys(PEOPLE_NAMES, BROWN),
        **dict.fromkeys([*BUILDING_NAMES, "pyramid"], SANDSTONE),
        "red": BRICK,
        "blue": BLUE,
        "green": GREEN,
        "yellow": GOLDEN,
        "priest": CREAM,
        "plague": BLACK,
        "ankh": GOLDEN,
    },
    drawings={colour: f"chamber-{colour}" for colour in CHAMBER_NAMES},
)


def draw(data: JSON) -> Picture:
    """Return a picture of a position or a view; ankhs lie among the tiles."""
    seats = [seat | {"tiles": seat["tiles"] | {"ankh": seat["ankhs"]}} for seat in data["seats"]]
    drawn = f" ({data['drawn'].replace('|', ' or ')})" if data["drawn"] else ""
    return sun_drawing.draw(data | {"seats": seats}, STYLE, drawn)
