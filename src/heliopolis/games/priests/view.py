"""Priests of Ra: what a seat may see, as JSON for people and as numbers for nets. There are no secrets.

An observation is `OBSERVATION` counts, each over a divisor, and then nearly all between 0 and 1; seats are counted
clockwise from the observer.

     6  phase: turn, draw, bid, over, place, flip            3  epoch                  4  players: 2, 3, 4, 5
     4  auction: none, drawn, voluntary, forced              3  how full Ra track, row and pile are
     2  standing bid and centre sun, / 16                    7  the two-faced tile drawn, by kind; flips left, / 4
    16  row by face, / 4                                    10  pile by kind, / their number in the game
    5 × 53 by seat: there, on turn, to act, standing bidder, fame / 50;
        suns face up 1 to 16; suns face down 1 to 16; tiles farmer to plague, / 5; ankhs, / 4
"""

from __future__ import annotations

from typing import cast

from heliopolis.games.priests import notation
from heliopolis.games.priests.advice import ADVICE
from heliopolis.games.priests.rules import Priests
from heliopolis.games.priests.scoring import POINTS_BY_PYRAMID_SIZE
from heliopolis.games.priests.tiles import COUNTS, FACES, KINDS, TILES, TWO_FACED_KINDS
from heliopolis.games.priests.types import PriestsFacts, PriestsView, PyramidStep
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

PYRAMID_STEPS: list[PyramidStep] = [
    {"size": size, "points": points}
    for size, points in enumerate(POINTS_BY_PYRAMID_SIZE)
    if size and points > POINTS_BY_PYRAMID_SIZE[size - 1]
]


def known_facts(r: Fields, seat: int | None) -> PriestsFacts:  # noqa: ARG001 -- as other games
    """Return what a seat may know: everything, whoever it is."""
    return notation.to_json(r)


def view(records: Records, seat: int | None, legal: list[str]) -> PriestsView:
    """Return the table as a seat, or a spectator, sees it."""
    r = read_fields(records[0])
    advised = with_advice(known_facts(r, seat), records, r, seat, legal, ADVICE)
    return cast(PriestsView, {**advised, "pyramid_steps": PYRAMID_STEPS})


# ---- for nets ------------------------------------------------------------------------------------------------------

SEAT_FEATURES = OWNER_FEATURES + FACES  # tiles of all faces but Ra, and ankhs
OBSERVATION = TABLE_FEATURES + TWO_FACED_KINDS + 1 + FACES + KINDS + SEATS * SEAT_FEATURES
MAX_FLIPS, TYPICAL_ANKHS = 4, 4


def divisors(players: int) -> list[int]:
    """Return what each count of an observation is divided by."""
    table = [*auction_divisors(players, TILES), *[1] * TWO_FACED_KINDS, MAX_FLIPS]
    seat = [*owner_divisors(), *[TYPICAL_TILES] * (FACES - 1), TYPICAL_ANKHS]
    return table + row_and_pile_divisors(FACES, COUNTS.tolist()) + SEATS * seat


@rule
def observe(p: Priests, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    clear(out, OBSERVATION)
    at = observe_auction(p, out)
    if p.drawn:
        out[at + p.drawn - 1] = 1
    out[at + TWO_FACED_KINDS] = p.flips
    at = observe_row_and_pile(p, FACES, out, at + TWO_FACED_KINDS + 1)
    for _ in range(p.players):
        observe_seat(p, seat, out, at)
        seat, at = left_of(p, seat), at + SEAT_FEATURES


@rule
def observe_seat(p: Priests, seat: int, out: IntArray, at: int) -> None:
    at = observe_owner(p, seat, out, at)
    for face in range(1, FACES):
        out[at + face - 1] = p.tiles[seat, face]
    out[at + FACES - 1] = p.ankhs[seat]
