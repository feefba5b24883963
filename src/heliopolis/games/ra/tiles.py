"""The 180 tiles of Ra: 23 kinds, in the order in which the rulebook groups them."""

from __future__ import annotations

import numpy as np

from heliopolis.games.sun.auction import RA as RA

_, GOD, PHARAOH, NILE, FLOOD, GOLD = range(6)
ART, AGRICULTURE, RELIGION, ASTRONOMY, WRITING = CIVILIZATION = tuple(range(6, 11))
FORTRESS, OBELISK, PALACE, PYRAMID, SPHINX, STATUES, STEPPYRAMID, TEMPLE = MONUMENTS = tuple(range(11, 19))
FUNERAL, DROUGHT, UNREST, EARTHQUAKE = DISASTERS = tuple(range(19, 23))

TILE_NAMES = (
    "ra god pharaoh nile flood gold art agriculture religion astronomy writing fortress obelisk palace pyramid "
    "sphinx statues steppyramid temple funeral drought unrest earthquake"
).split()
KINDS = len(TILE_NAMES)
CIVILIZATION_NAMES, MONUMENT_NAMES, DISASTER_NAMES = (
    [TILE_NAMES[kind] for kind in kinds] for kinds in (CIVILIZATION, MONUMENTS, DISASTERS)
)

COUNTS = np.array([30, 8, 25, 25, 12, 5, *[5] * 5, *[5] * 8, 2, 2, 4, 2], np.int8)
TILES = int(COUNTS.sum())
