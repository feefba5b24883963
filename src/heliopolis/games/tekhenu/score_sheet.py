"""Tekhenu: the score sheet, which shows where VP came from, and in which round."""

from __future__ import annotations

from typing import NamedTuple

from heliopolis.games.tekhenu.notation import LAST_ROUND
from heliopolis.games.tekhenu.state import State
from heliopolis.games.tekhenu.vocabulary import GODS, SETH

STARTING_VP = 10
SCORINGS = ("8", "16", "end")
TIMES = ("play", *SCORINGS)
PLAY_ITEMS = ("start", *GODS, SETH, "production", "rewards", "cultists", "corrections", "play")
SCORING_ITEMS = (
    *("districts", "temple", "pillars", "statues", "happiness", "regions", "blessings", "technologies"),
    *("decrees", "other_decrees", "order"),
)
ITEMS = (*PLAY_ITEMS, *SCORING_ITEMS, "scoring")  # `scoring`: all items of one together, which is what a person enters


def rounds_in_order() -> list[str]:
    """Return the times of a game: start, play whose round is unknown, each round, the scorings after theirs."""
    times = ["start", "play"]
    for number in range(1, LAST_ROUND + 1):
        times.append(f"round {number}")
        if str(number) in SCORINGS:
            times.append(str(number))
    return [*times, "end"]


class ScoreRow(NamedTuple):
    """One row of the sheet; `when` is "play", the round of a scoring, or "end"."""

    when: str
    item: str
    vp: dict[str, int]


class RoundScore(NamedTuple):
    """The VP of one player at one time of the game, one of `rounds_in_order`, by item."""

    when: str
    sources: dict[str, int]


def score_sheet(s: State) -> list[ScoreRow]:
    """Return VP at the start, VP of the turns by source, and the scorings item by item.

    They add up to the present VP. Games of version 0.1 do not know the sources of the turns: the item `play` has what
    no other row explains.
    """
    names = list(s.board.automas)
    rows = {("play", "start"): dict.fromkeys(names, STARTING_VP)}
    for when, item, name, vp in s.sheets:
        row = rows.setdefault((when if when in SCORINGS else "play", item), dict.fromkeys(names, 0))
        row[name] += vp
    for name in names:
        rest = unexplained(s, name)
        if rest:
            rows.setdefault(("play", "play"), dict.fromkeys(names, 0))[name] = rest
    order = [(when, item) for when in TIMES for item in ITEMS]
    return [ScoreRow(*place, rows[place]) for place in order if place in rows]


def unexplained(s: State, name: str) -> int:
    """Return the VP of an automa that no row explains."""
    return s.board.automas[name].vp - STARTING_VP - sum(row[3] for row in s.sheets if row[2] == name)


def automa_rounds(s: State, name: str) -> list[RoundScore]:
    """Return the VP of an automa by time and item, which add up to its VP.

    A game that an older version began has turns whose round is unknown, at the time `play`.
    """
    found: dict[str, dict[str, int]] = {"start": {"start": STARTING_VP}}
    for when, item, owner, vp in s.sheets:
        if owner == name:
            found.setdefault(when, {})[item] = vp
    if rest := unexplained(s, name):
        found.setdefault("play", {})["play"] = rest
    return in_order(found)


def person_rounds(s: State) -> list[RoundScore] | None:
    """Return the person's VP by time, which add up to their VP; None if these are unknown."""
    if s.person_vp is None:
        return None
    found = {when: {"scoring": vp} for when, vp in s.person_scores}
    found["play"] = {"play": s.person_vp - sum(vp for _, vp in s.person_scores)}
    return in_order(found)


def in_order(found: dict[str, dict[str, int]]) -> list[RoundScore]:
    """Return times and their items in order, without those that gave nothing."""
    ordered = ((when, {item: found[when][item] for item in ITEMS if found[when].get(item)}) for when in found)
    times = rounds_in_order()
    return sorted((RoundScore(*one) for one in ordered if one[1]), key=lambda score: times.index(score.when))
