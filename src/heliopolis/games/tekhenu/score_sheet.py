"""Tekhenu: the score sheet, which shows where the automas' VP came from."""

from __future__ import annotations

from typing import NamedTuple

from heliopolis.games.tekhenu.state import State

STARTING_VP = 10


class ScoreRow(NamedTuple):
    """One row of the sheet; `when` is "play", the round of a scoring, or "end"."""

    when: str
    item: str
    vp: dict[str, int]


def score_sheet(s: State) -> list[ScoreRow]:
    """Return VP at the start, VP of all turns, and the scorings item by item; they add up to the present VP."""
    names = list(s.board.automas)
    scored: dict[tuple[str, str], dict[str, int]] = {}
    for when, item, name, vp in s.sheets:
        scored.setdefault((when, item), dict.fromkeys(names, 0))[name] = vp
    in_scorings = {name: sum(vp[name] for vp in scored.values()) for name in names}
    in_play = {name: s.board.automas[name].vp - STARTING_VP - in_scorings[name] for name in names}
    first = [ScoreRow("play", "start", dict.fromkeys(names, STARTING_VP)), ScoreRow("play", "play", in_play)]
    return first + [
        ScoreRow(when, item, scored[when, item])
        for when in SCORING_TIMES
        for item in SCORING_ITEMS
        if (when, item) in scored
    ]


SCORING_TIMES = ("8", "16", "end")
SCORING_ITEMS = (
    *("districts", "temple", "pillars", "statues", "happiness", "regions", "blessings", "technologies"),
    *("decrees", "other_decrees", "order"),
)
