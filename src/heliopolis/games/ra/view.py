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

from heliopolis.core.checks import JSON
from heliopolis.games.ra import notation, rules
from heliopolis.games.ra.notes import notes
from heliopolis.games.ra.rules import Ra
from heliopolis.games.ra.scoring import CATEGORY_WORDS, break_down
from heliopolis.games.ra.tiles import COUNTS, DISASTERS, FUNERAL, GOD, KINDS, WORDS
from heliopolis.games.sun.advice import in_words, message, odds, previews
from heliopolis.games.sun.auction import SEATS, TURN, left_of
from heliopolis.games.sun.view import OF_OWNER, OF_TABLE, hosted, if_epoch_ended, observe_auction, observe_owner
from heliopolis.games.sun.view import imagine as imagine
from heliopolis.kernel import Fields, IntArray, read_fields, rule


def view(records: NDArray[np.void], seat: int | None, legal: list[str]) -> JSON:
    """The table as a seat, or a spectator, sees it."""
    r = read_fields(records[0])
    shown = hosted(notation.to_json(r), ["owed"], r, seat, legal)
    if seat == r.to_act and r.phase == TURN and r.row_len and not any(move.startswith("take") for move in legal):
        shown["why_not"]["take"] = message("sun.no.target" if r.tiles[seat][GOD] else "sun.no.god")
    return shown | {
        "if_epoch_ended": if_epoch_ended(records, break_down, CATEGORY_WORDS),
        "if_played": in_words(previews(records, rules, break_down, notation.ACTIONS, shown["legal"]), WORDS),
        "notes": [notes(r, other) for other in range(r.players)],
        "odds": odds(r.pile, DISASTERS),
    }


def known_facts(r: Fields, seat: int | None) -> JSON:  # noqa: ARG001 -- as other games
    """What a seat may know: everything, whoever it is."""
    return notation.to_json(r)


TILES = 180
HELD = FUNERAL - GOD
OF_SEAT = OF_OWNER + HELD
OBSERVATION = OF_TABLE + 2 + 2 * KINDS + SEATS * OF_SEAT


@rule
def observe(p: Ra, seat: int, out: IntArray) -> None:
    """Write the observation of a seat."""
    for i in range(OBSERVATION):
        out[i] = 0.0
    at = observe_table(p, out)
    for _ in range(p.players):
        observe_seat(p, seat, out, at)
        seat, at = left_of(p, seat), at + OF_SEAT


@rule
def observe_table(p: Ra, out: IntArray) -> int:
    left = 0
    for kind in range(KINDS):
        left += p.pile[kind]
    at = observe_auction(p, left / TILES, out)
    out[at] = p.owed_unrest / 8.0
    out[at + 1] = p.owed_earthquake / 8.0
    at += 2
    for space in range(p.row_len):
        out[at + p.row[space]] += 0.25
    at += KINDS
    for kind in range(KINDS):
        out[at + kind] = p.pile[kind] / COUNTS[kind]
    return at + KINDS


@rule
def observe_seat(p: Ra, seat: int, out: IntArray, at: int) -> None:
    at = observe_owner(p, seat, out, at)
    for kind in range(HELD):
        out[at + kind] = p.tiles[seat, GOD + kind] * 0.2
