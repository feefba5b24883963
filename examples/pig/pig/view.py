"""Pig: what a seat may see. Nothing is hidden.

An observation is 8 counts: rolling, over, the sum of this turn / 100; then the points of up to five seats / 100,
clockwise from the observer.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.core.observations import MAX_OBSERVED
from heliopolis.kernel import Fields, Generator, IntArray, read_fields, rule
from pig import notation
from pig.rules import GOAL, OVER, ROLLING, SEATS, Pig

OBSERVATION = 3 + SEATS


def known_facts(r: Fields, seat: int | None) -> JSON:  # noqa: ARG001 -- everybody sees everything
    """Return the facts that a seat, or a spectator, may know: all."""
    return notation.to_json(r)


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
    """Return the known facts with the seat's legal moves."""
    r = read_fields(records[0])
    return known_facts(r, seat) | {"seat": seat, "to_act": r.to_act, "legal": legal if seat == r.to_act else []}


@rule
def imagine(p: Pig, seat: int, generator: Generator) -> None:
    """Resample what a seat does not know: nothing."""


def divisors(players: int) -> list[int]:  # noqa: ARG001 -- other games may depend on it
    """Return what each count of an observation is divided by."""
    return [1, 1, *[GOAL] * (1 + SEATS)]


@rule
def observe(p: Pig, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0
    out[0] = p.phase == ROLLING
    out[1] = p.phase == OVER
    out[2] = min(p.sum, MAX_OBSERVED)
    for step in range(p.players):
        out[3 + step] = min(p.points[(seat + step) % p.players], MAX_OBSERVED)
