"""Priests of Ra: what inexperienced players overlook, by a word for it."""

from __future__ import annotations

from heliopolis.games.priests.tiles import PLAGUE
from heliopolis.games.sun.oversights import overlook_in_row, overlook_suns, overlook_time
from heliopolis.kernel import Fields


def overlook_plagues(p: Fields) -> None:
    """Overlook the plagues in the row."""
    overlook_in_row(p, {PLAGUE})


OVERSIGHTS = {"suns": overlook_suns, "plagues": overlook_plagues, "time": overlook_time}
