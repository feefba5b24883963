"""Tekhenu: the score sheet, that is where the automas' VP came from."""

from __future__ import annotations

from typing import NamedTuple

from heliopolis.games.tekhenu.state import State

FIRST_VP = 10


class Row(NamedTuple):
    """One line of the sheet: `when` is "play", the round of a scoring, or "end"."""

    when: str
    item: str
    vp: dict[str, int]


def score_sheet(s: State) -> list[Row]:
    """The VP they began with, those of their turns, the scorings item by item; all together their VP now."""
    names = list(s.table.automas)
    scored: dict[tuple[str, str], dict[str, int]] = {}
    for when, item, name, vp in s.sheets:
        scored.setdefault((when, item), dict.fromkeys(names, 0))[name] = vp
    in_scorings = {name: sum(vp[name] for vp in scored.values()) for name in names}
    in_play = {name: s.table.automas[name].vp - FIRST_VP - in_scorings[name] for name in names}
    first = [Row("play", "start", dict.fromkeys(names, FIRST_VP)), Row("play", "play", in_play)]
    return first + [Row(when, item, scored[when, item]) for when in WHEN for item in ITEMS if (when, item) in scored]


WHEN = ("8", "16", "end")
ITEMS = (
    *("districts", "temple", "pillars", "statues", "happiness", "regions", "blessings", "technologies"),
    *("decrees", "other_decrees", "order"),
)
