"""Ra: what a seat may see, as JSON for people and as numbers for nets. Ra has no secrets: everybody sees the same.

An observation is `OBSERVATION` numbers, nearly all between 0 and 1; seats are counted clockwise from the observer.

     6  phase: turn, draw, bid, over, gods, discard          3  epoch                  4  players: 2, 3, 4, 5
     4  auction: none, drawn, voluntary, forced              3  how full Ra track, row and pile are
     2  standing bid and centre sun, / 16                    2  owed for unrest and for earthquake, / 8
    23  row by kind, / 4                                    23  pile by kind, / their number in the game
    5 × 55 by seat: there, on turn, to act, standing bidder, fame / 50;
        suns face up 1 to 16; suns face down 1 to 16; tiles god to temple, / 5
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliopolis.games.ra import notation
from heliopolis.games.ra.rules import Ra
from heliopolis.games.ra.scoring import CATEGORY_WORDS, break_down
from heliopolis.games.ra.tiles import COUNTS, FUNERAL, GOD, KINDS
from heliopolis.games.sun_auction import BID, HIGHEST_SUN, OVER, ROW, SEATS, TRACK, higher_suns
from heliopolis.games.sun_notation import JSON
from heliopolis.kernel import Fields, Ints, plain, readable, rule

PUBLIC = (
    "game players epoch phase to_act turn ra_track row centre pile auction owed seats scoring"  # everything, by name
).split()

# ---- for people ----------------------------------------------------------------------------------------------------


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
    """The table, the seat's legal moves, and what a good host would tell anybody who asks."""
    r = plain(records[0])
    data = notation.to_json(r)
    shown = {key: data[key] for key in PUBLIC}
    return shown | {
        "seat": seat,
        "legal": legal if seat is not None and seat == r.to_act else [],
        "track_length": TRACK[r.players],
        "pile_left": sum(r.pile),
        "may_outbid": may_outbid(r) if r.phase == BID else [],
        "if_epoch_ended": if_epoch_ended(records),
    }


def may_outbid(r: Fields) -> list[int]:
    """Who can still outbid the standing bid after the player who is asked now."""
    to_come = range(r.to_act + 1, r.to_act + 1 + (r.turn - r.to_act) % r.players)
    return [seat % r.players for seat in to_come if higher_suns(r.suns_up[seat % r.players], r.bid)]


def if_epoch_ended(records: NDArray[np.void]) -> list[JSON]:
    """What everybody would score if the epoch ended now."""
    if records["phase"][0] == OVER:
        return []
    then = records.copy()
    break_down(readable(then)[0])
    rows = then["scoring"][0].tolist()[: records["players"][0]]
    return [dict(zip(CATEGORY_WORDS, row, strict=True)) for row in rows]


def imagine(records: NDArray[np.void], seat: int, luck: int) -> None:
    """Resample what the seat does not know: in Ra nothing, since not even a position knows what comes next."""


# ---- for nets ------------------------------------------------------------------------------------------------------

PHASES, EPOCH_SLOTS, TABLES, AUCTIONS = 6, 3, 4, 4
HELD = FUNERAL - GOD
OF_SEAT = 5 + 2 * HIGHEST_SUN + HELD
OBSERVATION = PHASES + EPOCH_SLOTS + TABLES + AUCTIONS + 3 + 2 + 2 + 2 * KINDS + SEATS * OF_SEAT


@rule
def observe(p: Ra, seat: int, out: Ints) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0.0
    at = observe_table(p, out)
    for step in range(p.players):
        observe_seat(p, (seat + step) % p.players, out, at + step * OF_SEAT)


@rule
def observe_table(p: Ra, out: Ints) -> int:
    out[p.phase] = 1.0
    at = PHASES
    out[at + p.epoch - 1] = 1.0
    at += EPOCH_SLOTS
    out[at + p.players - 2] = 1.0
    at += TABLES
    out[at + p.auction] = 1.0
    at += AUCTIONS
    left = 0
    for kind in range(KINDS):
        left += p.pile[kind]
        out[at + 7 + KINDS + kind] = p.pile[kind] / COUNTS[kind]
    for space in range(p.row_len):
        out[at + 7 + p.row[space]] += 0.25
    out[at] = p.ra_track / TRACK[p.players]
    out[at + 1] = p.row_len / ROW
    out[at + 2] = left / 180.0
    out[at + 3] = p.bid / HIGHEST_SUN
    out[at + 4] = p.centre / HIGHEST_SUN
    out[at + 5] = p.owed_unrest / 8.0
    out[at + 6] = p.owed_earthquake / 8.0
    return at + 7 + 2 * KINDS


@rule
def observe_seat(p: Ra, seat: int, out: Ints, at: int) -> None:
    out[at] = 1.0
    out[at + 1] = seat == p.turn
    out[at + 2] = seat == p.to_act
    out[at + 3] = seat == p.bidder
    out[at + 4] = p.fame[seat] / 50.0
    at += 5
    for sun in range(1, HIGHEST_SUN + 1):
        out[at + sun - 1] = p.suns_up[seat] >> sun & 1
        out[at + HIGHEST_SUN + sun - 1] = p.suns_down[seat] >> sun & 1
    at += 2 * HIGHEST_SUN
    for kind in range(HELD):
        out[at + kind] = p.tiles[seat, GOD + kind] / 5.0
