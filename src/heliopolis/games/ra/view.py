"""Ra: what a seat may see, as JSON for people and as numbers for nets. Ra has no secrets: everybody sees the same.

An observation is `OBSERVATION` counts, each over a divisor, and then nearly all between 0 and 1; seats are counted
clockwise from the observer.

     6  phase: turn, draw, bid, over, gods, discard          3  epoch                  4  players: 2, 3, 4, 5
     4  auction: none, drawn, voluntary, forced              3  how full Ra track, row and pile are
     2  standing bid and centre sun, / 16                    2  discards for unrest and for earthquake, / 8
    23  row by kind, / 4                                    23  pile by kind, / their number in the game
    5 × 55 by seat: there, on turn, to act, standing bidder, fame / 50;
        suns face up 1 to 16; suns face down 1 to 16; tiles god to temple, / 5
"""

from __future__ import annotations

from typing import cast

from heliopolis.games.ra import notation
from heliopolis.games.ra.advice import ADVICE, why_not_take
from heliopolis.games.ra.rules import Ra
from heliopolis.games.ra.tiles import COUNTS, FUNERAL, GOD, KINDS, TILES
from heliopolis.games.ra.types import RaFacts, RaView
from heliopolis.games.sun.advice import Records
from heliopolis.games.sun.auction import SEATS, left_of
from heliopolis.games.sun.view import (
    OWNER_FEATURES,
    TABLE_FEATURES,
    TYPICAL_TILES,
    auction_divisors,
    clear,
    observe_auction,
    observe_owner,
    observe_row_and_pile,
    owner_divisors,
    row_and_pile_divisors,
    with_advice,
)
from heliopolis.games.sun.view import imagine as imagine
from heliopolis.kernel import Fields, IntArray, read_fields, rule


def known_facts(r: Fields, seat: int | None) -> RaFacts:  # noqa: ARG001 -- as other games
    """Return what a seat may know: everything, whoever it is."""
    return notation.to_json(r)


def view(records: Records, seat: int | None, legal: list[str]) -> RaView:
    """Return the table as a seat, or a spectator, sees it."""
    r = read_fields(records[0])
    shown = cast(RaView, with_advice(known_facts(r, seat), records, r, seat, legal, ADVICE))
    shown["why_not"] |= why_not_take(r, seat, legal)
    return shown


# ---- for nets ------------------------------------------------------------------------------------------------------

DISCARD_FEATURES = 2
MAX_DISCARDS = 8  # four unrests
HELD_KINDS = FUNERAL - GOD  # tiles that may lie before a player
SEAT_FEATURES = OWNER_FEATURES + HELD_KINDS
OBSERVATION = TABLE_FEATURES + DISCARD_FEATURES + 2 * KINDS + SEATS * SEAT_FEATURES


def divisors(players: int) -> list[int]:
    """Return what each count of an observation is divided by."""
    table = [*auction_divisors(players, TILES), *[MAX_DISCARDS] * DISCARD_FEATURES]
    seat = [*owner_divisors(), *[TYPICAL_TILES] * HELD_KINDS]
    return table + row_and_pile_divisors(KINDS, COUNTS.tolist()) + SEATS * seat


@rule
def observe(p: Ra, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    clear(out, OBSERVATION)
    at = observe_auction(p, out)
    out[at] = p.unrest_discards
    out[at + 1] = p.earthquake_discards
    at = observe_row_and_pile(p, KINDS, out, at + DISCARD_FEATURES)
    for _ in range(p.players):
        observe_seat(p, seat, out, at)
        seat, at = left_of(p, seat), at + SEAT_FEATURES


@rule
def observe_seat(p: Ra, seat: int, out: IntArray, at: int) -> None:
    at = observe_owner(p, seat, out, at)
    for kind in range(HELD_KINDS):
        out[at + kind] = p.tiles[seat, GOD + kind]
