"""What the views and observations of all sun auctions have in common. These games have no secrets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.sun.advice import bidding, why_not
from heliopolis.games.sun.auction import BID, CENTRE_SUN, HIGHEST_SUN, OVER, ROW, TRACK, SunAuction, higher_suns
from heliopolis.kernel import Fields, Generator, IntArray, lowest_bit, rule, wrap_records

PUBLIC = "game players epoch phase to_act turn ra_track row centre pile auction seats scoring".split()

# ---- for people ----------------------------------------------------------------------------------------------------


def hosted(data: JSON, own: Sequence[str], r: Fields, seat: int | None, legal: list[str]) -> JSON:
    """The public fields by name, the seat's legal moves, and what a good host would tell anybody who asks."""
    return {key: data[key] for key in (*PUBLIC, *own)} | {
        "seat": seat,
        "legal": legal if seat is not None and seat == r.to_act else [],
        "track_length": TRACK[r.players],
        "pile_left": sum(r.pile),
        "may_outbid": may_outbid(r) if r.phase == BID else [],
        "bidding": bidding(r),
        "why_not": why_not(r, seat, legal),
    }


def may_outbid(r: Fields) -> list[int]:
    """Who can still outbid the standing bid after the player who is asked now."""
    to_come = range(r.to_act + 1, r.to_act + 1 + (r.turn - r.to_act) % r.players)
    return [seat % r.players for seat in to_come if higher_suns(r.suns_up[seat % r.players], r.bid)]


def if_epoch_ended(
    records: NDArray[np.void], break_down: Callable[[Any], None], categories: Sequence[str]
) -> list[JSON]:
    """What everybody would score if the epoch ended now."""
    if records["phase"][0] == OVER:
        return []
    then = records.copy()
    break_down(wrap_records(then)[0])
    rows = then["scoring"][0].tolist()[: records["players"][0]]
    return [dict(zip(categories, row, strict=True)) for row in rows]


@rule
def imagine(p: SunAuction, seat: int, generator: Generator) -> None:
    """Deal anew what the seat does not know: nothing, since not even a position knows what comes next."""


# ---- for nets ------------------------------------------------------------------------------------------------------

PHASES, EPOCH_SLOTS, TABLES, AUCTIONS, LEVELS = 6, 3, 4, 4, 5
OF_TABLE = PHASES + EPOCH_SLOTS + TABLES + AUCTIONS + LEVELS
OF_OWNER = 5 + 2 * HIGHEST_SUN


@rule
def observe_auction(p: SunAuction, pile_left: float, out: IntArray) -> int:
    """Phase, epoch, players, auction; how full track, row and pile are; standing bid and centre sun."""
    out[p.phase] = 1.0
    at = PHASES
    out[at + p.epoch - 1] = 1.0
    at += EPOCH_SLOTS
    out[at + p.players - 2] = 1.0
    at += TABLES
    out[at + p.auction] = 1.0
    at += AUCTIONS
    out[at] = p.ra_track / TRACK[p.players]
    out[at + 1] = p.row_len / ROW
    out[at + 2] = pile_left
    out[at + 3] = p.bid / HIGHEST_SUN
    out[at + 4] = p.centre / HIGHEST_SUN
    return at + LEVELS


@rule
def observe_owner(p: SunAuction, seat: int, out: IntArray, at: int) -> int:
    """A seat: there, on turn, to act, standing bidder, fame / 50; suns face up; suns face down. `out` was all zeros."""
    out[at] = 1.0
    out[at + 1] = seat == p.turn
    out[at + 2] = seat == p.to_act
    out[at + 3] = seat == p.bidder
    out[at + 4] = p.fame[seat] / 50.0
    at += 5
    suns = p.suns_up[seat] | p.suns_down[seat] << HIGHEST_SUN
    while suns:  # few of many: the others are 0 already
        out[at + lowest_bit(suns) - CENTRE_SUN] = 1.0
        suns &= suns - 1
    return at + 2 * HIGHEST_SUN
