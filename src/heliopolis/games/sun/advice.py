"""Advice for a player of a sun auction: why a move is not legal, what it would bring, who is still to bid.

Nothing here decides anything: the rules are played forward on a copy. Sentences are messages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from heliopolis.games.sun.auction import BID, EPOCHS, OVER, PASS, RA, TURN, higher_suns
from heliopolis.games.sun.notation import Vocabulary, suns_of
from heliopolis.games.sun.types import BidStatus, Odds, Preview
from heliopolis.kernel import Fields, wrap_records
from heliopolis.text.message_json import MessageJSON, message_json

Records = NDArray[np.void]  # one record

DUMMY_SUN = 1  # a sun of value 0: a player who has it keeps the epoch going, and it counts nothing


@dataclass(frozen=True)
class GameAdvice:
    """What a game adds to the advice that all games of the family give."""

    rules: ModuleType
    vocabulary: Vocabulary
    score_categories: Callable[[Any], None]
    score_each: Callable[[Any], None]  # the points by category of many positions
    kind_of_face: Sequence[int]  # the kind of tile in the pile that shows a face
    tile_counts: Sequence[int]  # tiles of each kind in the game
    tiles_after: Callable[[list[int], int], list[list[int]]]  # what a seat may hold after it got a tile of a face
    notes: Callable[[Fields, int], Any]  # why a seat would score what it would score
    unwanted_kinds: Sequence[int]  # tiles in the pile that nobody wants
    unwanted_word: str  # for one of them, in keys of messages
    scored_last: tuple[str, ...]  # categories of what a player collects that only the last epoch scores
    previewed: tuple[str, ...]  # first words of the moves whose result does not depend on the pile
    finish_move: Callable[[Records, int], None]  # makes the decisions that a move obliges a seat to


# ---- the auction ---------------------------------------------------------------------------------------------------


def bidding(r: Fields) -> list[BidStatus]:
    """Return how everybody stands in an auction, in the order in which they are asked; nothing outside an auction."""
    if r.phase != BID:
        return []
    order = [seat % r.players for seat in range(r.turn + 1, r.turn + 1 + r.players)]
    asked = order.index(r.to_act)
    return [
        {
            "seat": seat,
            "state": bid_status(r, seat, place - asked),
            "suns": suns_of(higher_suns(r.suns_up[seat], r.bid)),
        }
        for place, seat in enumerate(order)
    ]


def bid_status(r: Fields, seat: int, place: int) -> Literal["asked", "leads", "out", "can", "cannot"]:
    """Return how a seat stands that is asked so many places after the seat to act."""
    if place == 0:
        return "asked"
    if place < 0:
        return "leads" if seat == r.bidder else "out"
    return "can" if higher_suns(r.suns_up[seat], r.bid) else "cannot"


# ---- why not -------------------------------------------------------------------------------------------------------


def why_not(r: Fields, seat: int | None, legal: Sequence[str]) -> dict[str, MessageJSON]:
    """Return the moves a player may look for and cannot make, each with the reason."""
    if seat is None or seat != r.to_act:
        return {}
    if r.phase == TURN:
        return {} if "draw" in legal else {"draw": message_json("sun.no.row_full")}
    if r.phase != BID:
        return {}
    refused = {f"bid {sun}": message_json("sun.no.low", bid=r.bid) for sun in suns_of(r.suns_up[seat])}
    refused |= {f"bid {sun}": message_json("sun.no.down") for sun in suns_of(r.suns_down[seat])}
    refused["pass"] = message_json("sun.no.must_bid")
    return {move: reason for move, reason in refused.items() if move not in legal}


# ---- the next tile -------------------------------------------------------------------------------------------------


def odds(pile: Sequence[int], unwanted_kinds: Sequence[int]) -> Odds:
    """Return how likely the next tile is Ra, and how likely it is one that nobody wants."""
    left = max(1, sum(pile))
    return {"ra": pile[RA] / left, "bad": sum(pile[kind] for kind in unwanted_kinds) / left}


# ---- what if -------------------------------------------------------------------------------------------------------


def if_epoch_ended(records: Records, advice: GameAdvice) -> list[dict[str, int]]:
    """Return what everybody would score by category if the epoch ended now; nothing when the game is over."""
    if records["phase"][0] == OVER:
        return []
    then = records.copy()
    advice.score_categories(wrap_records(then)[0])
    rows = then["scoring"][0].tolist()[: records["players"][0]]
    return [dict(zip(advice.vocabulary.categories, row, strict=True)) for row in rows]


def points_if_epoch_ended(records: Records, advice: GameAdvice, seat: int) -> int:
    """Return what a seat would score if the epoch ended now."""
    points = if_epoch_ended(records, advice)
    return sum(points[seat].values()) if points else 0


def points_later(records: Records, advice: GameAdvice, seat: int) -> dict[str, int]:
    """Return what a seat would score by category if the game ended now, but not if only the epoch did.

    These are the categories that only the last epoch scores, suns apart: they change hands until the end. In the last
    epoch there are none, since they are among its points.
    """
    if records["epoch"][0] == EPOCHS or records["phase"][0] == OVER:
        return {}
    then = records.copy()
    then["epoch"] = EPOCHS
    points = if_epoch_ended(then, advice)[seat]
    return {category: points[category] for category in advice.scored_last}


def previews(records: Records, legal: Sequence[str], advice: GameAdvice) -> dict[str, Preview]:
    """Return for each move of the seat to act the points that it would add, now and later, and the tiles.

    Everybody else passes; the seat does only what the move obliges it to, and that as cheaply as it can.
    """
    if not legal:
        return {}
    seat = int(records["to_act"][0])
    now, later = points_if_epoch_ended(records, advice, seat), sum(points_later(records, advice, seat).values())
    found: dict[str, Preview] = {}
    for move in legal:
        if move.startswith(advice.previewed):
            then = play_on_copy(records, seat, advice.vocabulary.actions.index(move), advice)
            changes = tile_changes(records, then, seat, advice.vocabulary.faces)
            found[move] = {
                "points": points_if_epoch_ended(then, advice, seat) - now,
                "later": sum(points_later(then, advice, seat).values()) - later,
                "gains": {face: number for face, number in changes.items() if number > 0},
                "loses": {face: -number for face, number in changes.items() if number < 0},
            }
    return found


def play_on_copy(records: Records, seat: int, action: int, advice: GameAdvice) -> Records:
    """Return the position after an action of a seat and all that it obliges the seat to; the others pass."""
    then = records.copy()
    then["suns_up"][0][seat] |= DUMMY_SUN
    p = wrap_records(then)[0]
    advice.rules.play(p, action)
    while then["phase"][0] == BID:
        advice.rules.play(p, PASS)
    advice.finish_move(then, seat)
    return then


def tile_changes(before: Records, after: Records, seat: int, faces: Sequence[str]) -> dict[str, int]:
    """Return by face how many more tiles the seat has, or how many fewer."""
    difference = after["tiles"][0][seat].astype(int) - before["tiles"][0][seat]
    return dict(zip(faces, difference.tolist(), strict=True))


# ---- why so many points --------------------------------------------------------------------------------------------


def note_on_suns(r: Fields, seat: int) -> MessageJSON:
    """Return how a seat's suns compare."""
    sums = [sum(suns_of(r.suns_up[other] | r.suns_down[other])) for other in range(r.players)]
    return message_json(f"sun.note.suns_{rank_among(sums, seat)}", sum=sums[seat], most=max(sums), fewest=min(sums))


def rank_among(numbers: Sequence[int], seat: int) -> str:
    """Return whether a seat has most or fewest of something."""
    if max(numbers) == min(numbers):
        return "equal"
    return {max(numbers): "most", min(numbers): "fewest"}.get(numbers[seat], "between")


def next_threshold(points: Sequence[int], number: int) -> tuple[int, int]:
    """Return how many more are needed for more points, and how many points; (0, 0) if there are no more to win."""
    for more in range(1, len(points) - number):
        if points[number + more] > points[number]:
            return more, points[number + more]
    return 0, 0
