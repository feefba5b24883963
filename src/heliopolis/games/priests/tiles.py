"""The 174 tiles of Priests of Ra: ten kinds in the pile, which show sixteen faces.

Kinds 1 to 6 have two faces, 2·kind - 1 and 2·kind; the pairings are fixed.
"""

from __future__ import annotations

import numpy as np

from heliopolis.games.sun.auction import RA as RA
from heliopolis.kernel import rule

FACE_WORDS = (
    "ra farmer warrior trader scribe granary fortress market library red blue green yellow pyramid priest plague"
).split()
FACES = len(FACE_WORDS)
PEOPLE = FARMER, WARRIOR, TRADER, SCRIBE = (1, 2, 3, 4)
BUILDINGS = GRANARY, FORTRESS, MARKET, LIBRARY = (5, 6, 7, 8)
CHAMBERS = RED, BLUE, GREEN, YELLOW = (9, 10, 11, 12)
PYRAMID, PRIEST, PLAGUE = 13, 14, 15

TWO_FACED = 6  # kinds 1 to 6
KIND_WORDS = [
    "ra",
    *(f"{FACE_WORDS[2 * kind - 1]}|{FACE_WORDS[2 * kind]}" for kind in range(1, TWO_FACED + 1)),
    "pyramid",
    "priest",
    "plague",
]
KINDS = len(KIND_WORDS)
COUNTS = np.array([30, 30, 30, 15, 15, 7, 7, 15, 15, 10], np.int8)
KIND_OF_FACE = [0, *((face + 1) // 2 for face in range(1, 2 * TWO_FACED + 1)), 7, 8, 9]


@rule
def first_face(kind: int) -> int:
    """The face of a kind that has one, the first of a kind that has two."""
    return 2 * kind - 1 if kind <= TWO_FACED else kind + TWO_FACED


@rule
def other_face(face: int) -> int:
    """What a two-faced tile shows when it is turned over."""
    return face + 1 if face & 1 else face - 1
