"""How a game of this family ended: the tie-break in words, and the points by epoch and category."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import EPOCHS
from heliopolis.games.sun.story import ends_epoch
from heliopolis.games.sun.types import EpochPoints, SunAccount
from heliopolis.text.ending import widest_lead
from heliopolis.text.message_json import MessageJSON, message_json


def account(course: Sequence[JSON], only_last: Sequence[str]) -> SunAccount:
    """Return everybody's points of each epoch by category; `only_last` are categories of the last epoch alone."""
    epochs = [
        epoch_points(before["epoch"], moves, after, only_last)
        for moves, (before, after) in enumerate(pairwise(course), 1)
        if ends_epoch(before, after)
    ]
    return {"begin": [seat["fame"] for seat in course[0]["seats"]], "epochs": epochs}


def epoch_points(epoch: int, moves: int, after: JSON, only_last: Sequence[str]) -> EpochPoints:
    """Return what an epoch brought, from the facts after it."""
    unscored = () if epoch == EPOCHS else only_last
    points = [{name: found for name, found in seat.items() if name not in unscored} for seat in after["scoring"]]
    return {"epoch": epoch, "moves": moves, "points": points, "fame": [seat["fame"] for seat in after["seats"]]}


def tie_break(last: JSON, winner: int) -> MessageJSON | None:
    """Return which sun decided, if others have as much fame as the winner (ruling 10); None if nobody has."""
    fame = [seat["fame"] for seat in last["seats"]]
    tied = fame.count(fame[winner])
    if tied == 1:
        return None
    suns = last["seats"][winner]["suns"]
    key = "sun.ending.higher_sun" if tied == 2 else "sun.ending.highest_sun"
    return message_json(key, seat=winner, points=fame[winner], sun=max(suns["up"] + suns["down"]))


def difference(found: SunAccount, winner: int, other: int) -> MessageJSON | None:
    """Return the category in which the winner was furthest ahead of another seat; None if there is none."""
    sums = [category_sums(found, seat) for seat in (winner, other)]
    lead = widest_lead(*sums)
    if lead is None:
        return None
    return message_json("sun.ending.difference", category=lead, points=sums[0][lead], others=sums[1][lead])


def category_sums(found: SunAccount, seat: int) -> dict[str, int]:
    """Return a seat's points of all epochs by category."""
    sums: dict[str, int] = {}
    for epoch in found["epochs"]:
        for category, points in epoch["points"][seat].items():
            sums[category] = sums.get(category, 0) + points
    return sums


def play_on(found: SunAccount) -> int:
    """Return after how many moves the last epoch began."""
    return found["epochs"][-2]["moves"] if len(found["epochs"]) > 1 else 0
