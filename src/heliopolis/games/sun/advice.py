"""What a good host of a sun auction tells a player who asks: why not, what if, who is still to bid.

Nothing here decides anything; it plays the rules forward on a copy and reports. Sentences are messages: key and params.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.sun.auction import BID, OVER, PASS, RA, TURN, higher_suns
from heliopolis.games.sun.notation import suns_of
from heliopolis.kernel import NOBODY, Fields, wrap_records

NEVER_SPENT = 1  # a sun of value 0: whoever has it keeps the epoch going, and it counts nothing
PREVIEWED = ("bid", "take", "discard", "flip")  # moves whose worth can be told without a look into the pile


def message(key: str, **params: Any) -> JSON:
    return {"key": key, "params": params}


# ---- the auction ---------------------------------------------------------------------------------------------------


def bidding(r: Fields) -> list[JSON]:
    """Everybody in the order in which he is asked, and how he stands; nothing outside an auction."""
    if r.phase != BID:
        return []
    order = [seat % r.players for seat in range(r.turn + 1, r.turn + 1 + r.players)]
    asked = order.index(r.to_act)
    return [
        {"seat": seat, "state": standing(r, seat, place - asked), "suns": suns_of(higher_suns(r.suns_up[seat], r.bid))}
        for place, seat in enumerate(order)
    ]


def standing(r: Fields, seat: int, place: int) -> str:
    """How a seat stands that is asked so many places after the present one."""
    if place == 0:
        return "asked"
    if place < 0:
        return "leads" if seat == r.bidder else "out"
    return "can" if higher_suns(r.suns_up[seat], r.bid) else "cannot"


# ---- why not -------------------------------------------------------------------------------------------------------


def why_not(r: Fields, seat: int | None, legal: Sequence[str]) -> dict[str, JSON]:
    """The moves a player may look for and cannot make, each with the reason."""
    if seat is None or seat != r.to_act:
        return {}
    if r.phase == TURN:
        return {} if "draw" in legal else {"draw": message("sun.no.row_full")}
    if r.phase != BID:
        return {}
    refused = {f"bid {sun}": message("sun.no.low", bid=r.bid) for sun in suns_of(r.suns_up[seat])}
    refused |= {f"bid {sun}": message("sun.no.down") for sun in suns_of(r.suns_down[seat])}
    refused["pass"] = message("sun.no.must_bid")
    return {move: reason for move, reason in refused.items() if move not in legal}


# ---- the next tile -------------------------------------------------------------------------------------------------


def odds(pile: Sequence[int], bad: Sequence[int]) -> JSON:
    """How likely the next tile is Ra, and how likely it is bad news."""
    left = max(1, sum(pile))
    return {"ra": pile[RA] / left, "bad": sum(pile[kind] for kind in bad) / left}


# ---- what if -------------------------------------------------------------------------------------------------------


def previews(
    records: NDArray[np.void], rules: ModuleType, score: Callable[[Any], None], texts: Sequence[str], legal: list[str]
) -> dict[str, JSON]:
    """For each move of the player to act: what the end of the epoch would then bring him more, and what he loses.

    Everybody else passes; of the tiles a disaster may take he gives up those that cost least; he flips nothing more.
    """
    if not legal:
        return {}
    seat = int(records["to_act"][0])
    now = worth(records, score, seat)
    found = {}
    for move in legal:
        if move.startswith(PREVIEWED):
            then = records.copy()
            then["suns_up"][0][seat] |= NEVER_SPENT
            rules.play(wrap_records(then)[0], texts.index(move))
            settle(then, rules, score, seat)
            found[move] = {"points": worth(then, score, seat) - now, "tiles": gained(records, then, seat)}
    return found


def settle(then: NDArray[np.void], rules: ModuleType, score: Callable[[Any], None], seat: int) -> None:
    """The others pass; the seat gives up what it must."""
    p = wrap_records(then)[0]
    while then["phase"][0] == BID:
        rules.play(p, PASS)
    while then["phase"][0] == getattr(rules, "DISCARD", NOBODY):
        rules.play(p, cheapest(then, rules, score, seat))


def cheapest(then: NDArray[np.void], rules: ModuleType, score: Callable[[Any], None], seat: int) -> int:
    """The decision that leaves most points."""
    bits = int(rules.legal(wrap_records(then)[0]))
    choices = [action for action in range(bits.bit_length()) if bits >> action & 1]

    def left(action: int) -> int:
        trial = then.copy()
        rules.play(wrap_records(trial)[0], action)
        return worth(trial, score, seat)

    return max(choices, key=left)


def worth(records: NDArray[np.void], score: Callable[[Any], None], seat: int) -> int:
    """What the seat would score if the epoch ended there."""
    if records["phase"][0] == OVER:
        return 0
    then = records.copy()
    score(wrap_records(then)[0])
    return int(then["scoring"][0][seat].sum())


def gained(before: NDArray[np.void], after: NDArray[np.void], seat: int) -> list[int]:
    """By kind of tile, how many more or fewer the seat has."""
    difference: list[int] = (after["tiles"][0][seat].astype(int) - before["tiles"][0][seat]).tolist()
    return difference


def in_words(found: Mapping[str, JSON], words: Sequence[str]) -> dict[str, JSON]:
    """The same with tiles by name, those gained and those lost."""
    return {
        move: {
            "points": preview["points"],
            "gains": {word: n for word, n in zip(words, preview["tiles"], strict=True) if n > 0},
            "loses": {word: -n for word, n in zip(words, preview["tiles"], strict=True) if n < 0},
        }
        for move, preview in found.items()
    }


# ---- why so many points --------------------------------------------------------------------------------------------


def note_on_suns(r: Fields, seat: int) -> JSON:
    """How a seat's suns compare."""
    sums = [sum(suns_of(r.suns_up[other] | r.suns_down[other])) for other in range(r.players)]
    return message(f"sun.note.suns_{place_among(sums, seat)}", sum=sums[seat], most=max(sums), fewest=min(sums))


def place_among(numbers: Sequence[int], seat: int) -> str:
    """Whether a seat has most or fewest of something."""
    if max(numbers) == min(numbers):
        return "equal"
    return {max(numbers): "most", min(numbers): "fewest"}.get(numbers[seat], "between")


def next_step(points: Sequence[int], number: int) -> tuple[int, int]:
    """How many more are needed for the next points, and what these are; (0, 0) if there is no more to win."""
    for more in range(1, len(points) - number):
        if points[number + more] > points[number]:
            return more, points[number + more]
    return 0, 0
