"""Priests of Ra: what a seat may see, as JSON for people and as numbers for nets. There are no secrets.

An observation is `OBSERVATION` numbers, nearly all between 0 and 1; seats are counted clockwise from the observer.

     6  phase: turn, draw, bid, over, place, flip            3  epoch                  4  players: 2, 3, 4, 5
     4  auction: none, drawn, voluntary, forced              3  how full Ra track, row and pile are
     2  standing bid and centre sun, / 16                    7  the two-faced tile drawn, by kind; flips left, / 4
    16  row by face, / 4                                    10  pile by kind, / their number in the game
    5 × 53 by seat: there, on turn, to act, standing bidder, fame / 50;
        suns face up 1 to 16; suns face down 1 to 16; tiles farmer to plague, / 5; ankhs, / 4
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.checks import JSON
from heliopolis.games.priests import notation, rules
from heliopolis.games.priests.notes import notes
from heliopolis.games.priests.rules import Priests
from heliopolis.games.priests.scoring import CATEGORY_WORDS, break_down
from heliopolis.games.priests.tiles import COUNTS, FACE_WORDS, FACES, KIND_WORDS, KINDS, TWO_FACED
from heliopolis.games.sun.advice import in_words, odds, previews
from heliopolis.games.sun.auction import SEATS, left_of
from heliopolis.games.sun.view import OF_OWNER, OF_TABLE, hosted, if_epoch_ended, observe_auction, observe_owner
from heliopolis.games.sun.view import imagine as imagine
from heliopolis.kernel import Fields, IntArray, read_fields, rule


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
    """The table as a seat, or a spectator, sees it."""
    r = read_fields(records[0])
    shown = hosted(notation.to_json(r), ["drawn", "flips"], r, seat, legal)
    return shown | {
        "if_epoch_ended": if_epoch_ended(records, break_down, CATEGORY_WORDS),
        "if_played": in_words(previews(records, rules, break_down, notation.ACTIONS, shown["legal"]), FACE_WORDS),
        "notes": [notes(r, other) for other in range(r.players)],
        "odds": odds(r.pile, [KIND_WORDS.index("plague")]),
    }


def known_facts(r: Fields, seat: int | None) -> JSON:  # noqa: ARG001 -- as other games
    """What a seat may know: everything, whoever it is."""
    return notation.to_json(r)


TILES = 174
OF_SEAT = OF_OWNER + FACES
OBSERVATION = OF_TABLE + TWO_FACED + 1 + FACES + KINDS + SEATS * OF_SEAT


@rule
def observe(p: Priests, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0.0
    at = observe_table(p, out)
    for _ in range(p.players):
        observe_seat(p, seat, out, at)
        seat, at = left_of(p, seat), at + OF_SEAT


@rule
def observe_table(p: Priests, out: IntArray) -> int:
    left = 0
    for kind in range(KINDS):
        left += p.pile[kind]
    at = observe_auction(p, left / TILES, out)
    if p.drawn:
        out[at + p.drawn - 1] = 1.0
    out[at + TWO_FACED] = p.flips / 4.0
    at += TWO_FACED + 1
    for space in range(p.row_len):
        out[at + p.row[space]] += 0.25
    at += FACES
    for kind in range(KINDS):
        out[at + kind] = p.pile[kind] / COUNTS[kind]
    return at + KINDS


@rule
def observe_seat(p: Priests, seat: int, out: IntArray, at: int) -> None:
    at = observe_owner(p, seat, out, at)
    for face in range(1, FACES):
        out[at + face - 1] = p.tiles[seat, face] * 0.2
    out[at + FACES - 1] = p.ankhs[seat] / 4.0
