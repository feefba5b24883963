"""Tekhenu: the score sheet, which shows where the automas' VP came from."""

from __future__ import annotations

from typing import NamedTuple

from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.vocabulary import GODS, SETH

STARTING_VP = 10
TIMES = ("play", "8", "16", "end")
PLAY_ITEMS = ("start", *GODS, SETH, "production", "rewards", "cultists", "corrections", "play")
SCORING_ITEMS = (
    *("districts", "temple", "pillars", "statues", "happiness", "regions", "blessings", "technologies"),
    *("decrees", "other_decrees", "order"),
)


class ScoreRow(NamedTuple):
    """One row of the sheet; `when` is "play", the round of a scoring, or "end"."""

    when: str
    item: str
    vp: dict[str, int]


def score_sheet(s: State) -> list[ScoreRow]:
    """Return VP at the start, VP of the turns by source, and the scorings item by item.

    They add up to the present VP. Games of version 0.1 do not know the sources of the turns: the item `play` has what
    no other row explains.
    """
    names = list(s.board.automas)
    rows = {("play", "start"): dict.fromkeys(names, STARTING_VP)}
    for when, item, name, vp in s.sheets:
        rows.setdefault((when, item), dict.fromkeys(names, 0))[name] = vp
    rest = {name: s.board.automas[name].vp - sum(vp[name] for vp in rows.values()) for name in names}
    if any(rest.values()):
        rows["play", "play"] = rest
    order = [(when, item) for when in TIMES for item in (*PLAY_ITEMS, *SCORING_ITEMS)]
    return [ScoreRow(*place, rows[place]) for place in order if place in rows]
