"""Tekhenu: the words of the game, as they occur in boards, tiles and answers, and the numbers of pieces and spaces."""

from __future__ import annotations

GODS = ("horus", "ra", "hathor", "bastet", "thoth", "osiris")  # the sections, clockwise
SETH = "seth"  # the Seth board, beside the sections

COLOURS = (
    "white",
    "yellow",
    "brown",
    "black",
    "grey",
    "red",
    "blue",
    "green",
)  # in the order of the last tie-break (ruling 3)
BASE_COLOURS = COLOURS[:5]
LIGHTS = ("sunny", "sunny", "shaded", "dark", "dark", "shaded")  # clockwise from the first sunny section
STATUSES = {  # by light: sunny, shaded, dark
    "white": ("pure", "tainted", "forbidden"),
    "yellow": ("tainted", "pure", "forbidden"),
    "brown": ("forbidden", "pure", "tainted"),
    "black": ("forbidden", "tainted", "pure"),
    "grey": ("tainted", "tainted", "tainted"),
    "red": ("tainted", "tainted", "tainted"),
    "blue": ("tainted", "tainted", "tainted"),
    "green": ("pure", "pure", "pure"),
}

DISTRICTS = ("papyrus", "bread", "limestone", "granite")  # left to right
COLOUR_OF = {"papyrus": "yellow", "bread": "brown", "limestone": "white", "granite": "black"}

SOLDIER_PRIEST = "soldier+priest"
RESOURCE_TILES = (
    "granite-limestone-bread-papyrus",
    "papyrus-bread-limestone-granite",
    "limestone-granite-papyrus-bread",
    "bread-papyrus-granite-limestone",
)
BASE_TILES = (*GODS, *RESOURCE_TILES)
TILES = (*GODS, SETH, SOLDIER_PRIEST, *RESOURCE_TILES)

PERSON = "person"
AUTOMAS = ("a1", "a2", "a3")
PLAYERS = (PERSON, *AUTOMAS)
SIDES = ("left", "right")  # of the Seth board: the statue spaces for the people

BUILDINGS, PILLARS, STATUES = 10, 8, 6  # pieces per player
ROWS, LINES, REGIONS = 6, 10, 6  # of Osiris, of the temple, of the Seth board
SIDE = 5  # cells of the temple in a row
STATUE_LINES = (3, 8)
PRODUCTION_VP = 3  # for an action that cannot be done
