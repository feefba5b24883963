"""The 174 tiles of Priests of Ra: ten kinds in the pile, which show sixteen faces.

Kinds 1 to 6 have two faces, 2·kind - 1 and 2·kind; the pairings are fixed.
Rulings are numbered on the page `docs/priests.md`.
"""

from __future__ import annotations

import numpy as np

from heliopolis.games.sun.auction import RA as RA
from heliopolis.kernel import rule

FACE_NAMES = (
    "ra farmer warrior trader scribe granary fortress market library red blue green yellow pyramid priest plague"
).split()
FACES = len(FACE_NAMES)
PEOPLE = FARMER, WARRIOR, TRADER, SCRIBE = (1, 2, 3, 4)
BUILDINGS = GRANARY, FORTRESS, MARKET, LIBRARY = (5, 6, 7, 8)
CHAMBERS = RED, BLUE, GREEN, YELLOW = (9, 10, 11, 12)
PYRAMID, PRIEST, PLAGUE = 13, 14, 15
PEOPLE_NAMES, BUILDING_NAMES, CHAMBER_NAMES = (
    [FACE_NAMES[face] for face in faces] for faces in (PEOPLE, BUILDINGS, CHAMBERS)
)

TWO_FACED_KINDS = 6  # kinds 1 to 6
TWO_FACED_FACES = 2 * TWO_FACED_KINDS  # faces 1 to 12
TWO_FACED_NAMES = FACE_NAMES[1 : TWO_FACED_FACES + 1]
TILE_NAMES = [  # by kind
    "ra",
    *(f"{FACE_NAMES[2 * kind - 1]}|{FACE_NAMES[2 * kind]}" for kind in range(1, TWO_FACED_KINDS + 1)),
    "pyramid",
    "priest",
    "plague",
]
KINDS = len(TILE_NAMES)
COUNTS = np.array([30, 30, 30, 15, 15, 7, 7, 15, 15, 10], np.int8)  # seven chambers of each kind (ruling 1)
TILES = int(COUNTS.sum())
KIND_OF_FACE = [0, *((face + 1) // 2 for face in range(1, TWO_FACED_FACES + 1)), 7, 8, 9]


@rule
def first_face(kind: int) -> int:
    """Return the face of a kind that has one, the first of a kind that has two."""
    return 2 * kind - 1 if kind <= TWO_FACED_KINDS else kind + TWO_FACED_KINDS


@rule
def other_face(face: int) -> int:
    """Return what a two-faced tile shows when it is flipped."""
    return face + 1 if face & 1 else face - 1
