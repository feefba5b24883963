"""What must hold in every position of a sun auction, checked inside the kernel, whatever its tiles are."""

from __future__ import annotations

from typing import Any

from heliopolis.games.sun.auction import BID, NO_AUCTION, OVER, RA_TRACK_LENGTH, ROW
from heliopolis.kernel import NOBODY, count_bits, rule

ALL_SUNS = (0, 0, 0b11_1111_1110, 0b11_1111_1111_1110, 0b11_1111_1111_1110, 0b1_1111_1111_1111_1110)
SUNS_EACH = (0, 0, 4, 4, 3, 3)

OK, TILES, SUNS, FAME, SCORES, ROW_ORDER, NOTHING_LEGAL, DEBTS, STUCK = range(9)


@rule
def check_auction(before: Any, p: Any, decisions: int, actions: int) -> int:
    """Suns, fame, row, and whoever is asked has something to decide."""
    wrong = check_suns(p) or check_fame(before, p) or check_row(p)
    if wrong:
        return wrong
    if (p.to_act >= 0) != (decisions != 0) or decisions >> actions:
        return NOTHING_LEGAL
    auction_lost = (p.auction == NO_AUCTION) != (p.bidder == NOBODY and p.phase != BID)
    if auction_lost or (p.to_act == NOBODY and p.phase != OVER):
        return STUCK
    return OK


@rule
def check_suns(p: Any) -> int:
    """Each sun is in one place and everybody has as many as at the start."""
    suns = 1 << p.centre
    for seat in range(p.players):
        if suns & (p.suns_up[seat] | p.suns_down[seat]) or p.suns_up[seat] & p.suns_down[seat]:
            return SUNS
        suns |= p.suns_up[seat] | p.suns_down[seat]
        if count_bits(p.suns_up[seat]) + count_bits(p.suns_down[seat]) != SUNS_EACH[p.players]:
            return SUNS
    return OK if suns == ALL_SUNS[p.players] else SUNS


@rule
def check_fame(before: Any, p: Any) -> int:
    """Fame is never negative, and changes at the end of an epoch by the sum of the breakdown."""
    scored = p.epoch != before.epoch or p.to_act == NOBODY
    for seat in range(p.players):
        net = 0
        for category in range(p.scoring.shape[1]):
            net += p.scoring[seat, category]
        if p.fame[seat] < 0:
            return FAME
        if p.fame[seat] != (max(0, before.fame[seat] + net) if scored else before.fame[seat]):
            return SCORES
    return OK


@rule
def check_row(p: Any) -> int:
    """Row and track are within their spaces, and nothing lies behind the end of the row."""
    if p.row_len > ROW or p.ra_track >= RA_TRACK_LENGTH[p.players]:
        return ROW_ORDER
    for space in range(ROW):
        if (p.row[space] == 0) != (space >= p.row_len):
            return ROW_ORDER
    return OK
