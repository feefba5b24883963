"""Ra: how a game ended. What is the same in Priests of Ra is in `games.sun.ending`."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.core.checks import JSON
from heliopolis.games.ra.scoring import CATEGORY_NAMES, FOR_MONUMENT, FOR_SUN
from heliopolis.games.sun import ending
from heliopolis.games.sun.ending import difference as difference
from heliopolis.games.sun.ending import play_on as play_on
from heliopolis.games.sun.ending import tie_break as tie_break
from heliopolis.games.sun.types import SunAccount

ONLY_LAST_EPOCH = tuple(CATEGORY_NAMES[category] for category in (FOR_MONUMENT, FOR_SUN))


def account(course: Sequence[JSON]) -> SunAccount:
    """Return everybody's points of each epoch by category."""
    return ending.account(course, ONLY_LAST_EPOCH)
