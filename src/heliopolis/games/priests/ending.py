"""Priests of Ra: how a game ended. What is the same in Ra is in `games.sun.ending`."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.priests.scoring import CATEGORY_NAMES, FOR_ANKH, FOR_CHAMBER, FOR_PYRAMID, FOR_SUN
from heliopolis.games.sun import ending
from heliopolis.games.sun.ending import difference as difference
from heliopolis.games.sun.ending import play_on as play_on
from heliopolis.games.sun.ending import tie_break as tie_break
from heliopolis.games.sun.types import SunAccount

ONLY_LAST_EPOCH = tuple(CATEGORY_NAMES[category] for category in (FOR_PYRAMID, FOR_CHAMBER, FOR_ANKH, FOR_SUN))


def account(course: Sequence[JSON]) -> SunAccount:
    """Return everybody's points of each epoch by category."""
    return ending.account(course, ONLY_LAST_EPOCH)
