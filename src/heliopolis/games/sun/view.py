"""What the views and observations of all sun auctions have in common. These games have no secrets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.core.observations import MAX_OBSERVED
from heliopolis.games.sun.advice import GameAdvice, Records, bidding, if_epoch_ended, odds, previews, why_not
from heliopolis.games.sun.auction import CENTRE_SUN, HIGHEST_SUN, RA_TRACK_LENGTH, ROW, SunAuction
from heliopolis.games.sun.tile_facts import tile_facts
from heliopolis.kernel import Fields, Generator, IntArray, lowest_bit, rule

# ---- for people ----------------------------------------------------------------------------------------------------


def with_advice(
    facts: Mapping[str, Any], records: Records, r: Fields, seat: int | None, legal: list[str], advice: GameAdvice
) -> JSON:
    """Return the facts with the seat's legal moves and advice."""
    own = legal if seat is not None and seat == r.to_act else []
    return {
        **facts,
        "seat": seat,
        "legal": own,
        "track_length": RA_TRACK_LENGTH[r.players],
        "pile_left": sum(r.pile),
        "bidding": bidding(r),
        "why_not": why_not(r, seat, legal),
        "if_epoch_ended": if_epoch_ended(records, advice),
        "if_played": previews(records, own, advice),
        "notes": [advice.notes(r, other) for other in range(r.players)],
        "odds": odds(r.pile, advice.unwanted_kinds),
        "tile_facts": tile_facts(records, r, advice),
    }


@rule
def imagine(p: SunAuction, seat: int, generator: Generator) -> None:
    """Resample what the seat does not know: nothing, since not even a position knows what comes next."""


# ---- for nets ------------------------------------------------------------------------------------------------------

PHASES, EPOCH_SLOTS, TABLES, AUCTIONS, LEVELS = 6, 3, 4, 4, 5
TABLE_FEATURES = PHASES + EPOCH_SLOTS + TABLES + AUCTIONS + LEVELS
OWNER_FEATURES = 5 + 2 * HIGHEST_SUN
TYPICAL_ROW, TYPICAL_TILES, TYPICAL_FAME = 4, 5, 50  # of one kind; rarely more


def auction_divisors(players: int, tiles: int) -> list[int]:
    """Return the divisors of what `observe_auction` writes."""
    levels = [RA_TRACK_LENGTH[players], ROW, tiles, HIGHEST_SUN, HIGHEST_SUN]
    return [1] * (TABLE_FEATURES - LEVELS) + levels


def row_and_pile_divisors(faces: int, tile_counts: Sequence[int]) -> list[int]:
    """Return the divisors of what `observe_row_and_pile` writes."""
    return [TYPICAL_ROW] * faces + [*tile_counts]


def owner_divisors() -> list[int]:
    """Return the divisors of what `observe_owner` writes."""
    return [1, 1, 1, 1, TYPICAL_FAME] + [1] * (2 * HIGHEST_SUN)


@rule
def clear(out: IntArray, size: int) -> None:
    for i in range(size):
        out[i] = 0


@rule
def observe_auction(p: SunAuction, out: IntArray) -> int:
    """Write phase, epoch, players, auction; Ra track, row and pile; standing bid and centre sun."""
    left = 0
    for kind in range(len(p.pile)):
        left += p.pile[kind]
    out[p.phase] = 1
    at = PHASES
    out[at + p.epoch - 1] = 1
    at += EPOCH_SLOTS
    out[at + p.players - 2] = 1
    at += TABLES
    out[at + p.auction] = 1
    at += AUCTIONS
    out[at] = p.ra_track
    out[at + 1] = p.row_len
    out[at + 2] = left
    out[at + 3] = p.bid
    out[at + 4] = p.centre
    return at + LEVELS


@rule
def observe_row_and_pile(p: SunAuction, faces: int, out: IntArray, at: int) -> int:
    """Write the row by face and the pile by kind. `out` was all zeros."""
    for space in range(p.row_len):
        out[at + p.row[space]] += 1
    at += faces
    for kind in range(len(p.pile)):
        out[at + kind] = p.pile[kind]
    return at + len(p.pile)


@rule
def observe_owner(p: SunAuction, seat: int, out: IntArray, at: int) -> int:
    """Write of a seat: there, on turn, to act, standing bidder, fame; suns face up; suns face down.

    `out` was all zeros.
    """
    out[at] = 1
    out[at + 1] = seat == p.turn
    out[at + 2] = seat == p.to_act
    out[at + 3] = seat == p.bidder
    out[at + 4] = min(p.fame[seat], MAX_OBSERVED)
    at += 5
    suns = p.suns_up[seat] | p.suns_down[seat] << HIGHEST_SUN
    while suns:  # few of many: the others are 0 already
        out[at + lowest_bit(suns) - CENTRE_SUN] = 1
        suns &= suns - 1
    return at + 2 * HIGHEST_SUN
