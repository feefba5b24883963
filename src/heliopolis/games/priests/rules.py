"""Priests of Ra: the position, its phases, and what may be done in each.

The rules in short. On their turn a player **draws** a tile or **invokes Ra**. Suns, Ra track, auction and epochs are
those of `games.sun.auction`. A player who draws a tile with two faces chooses the one that shows in the row. The
winner of an auction takes the tiles as they lie in the row; each priest among them allows the winner to flip one
two-faced tile of their whole display, now or never. After each of three epochs everybody scores (`scoring`). There is
chance but no secret.

Rulings are numbered on the page `docs/priests.md`, those of `games.sun.auction` on `docs/ra.md`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.games.priests import scoring
from heliopolis.games.priests.tiles import (
    COUNTS,
    FACES,
    KINDS,
    PRIEST,
    TWO_FACED_FACES,
    TWO_FACED_KINDS,
    first_face,
    other_face,
)
from heliopolis.games.sun.auction import (
    BID,
    END,
    EPOCH_OVER,
    FIRST_OWN_ACTION,
    FIRST_OWN_PHASE,
    GOES_ON,
    RA,
    SEATS,
    TURN,
    WON,
    SunAuction,
    add_to_ra_track,
    count_in_row,
    deal_suns,
    finish_epoch,
    legal_bid,
    legal_draw_or_invoke,
    next_turn,
    place_bid,
    play_draw_or_invoke,
    prepare_table,
    put_in_row,
    take_row,
)
from heliopolis.games.sun.auction import MAX_DECISIONS as MAX_DECISIONS
from heliopolis.games.sun.auction import STATISTICS as STATISTICS
from heliopolis.games.sun.auction import apply_setup_draw as apply_setup_draw
from heliopolis.games.sun.auction import count_statistics as count_statistics
from heliopolis.games.sun.auction import describe_statistics as describe_statistics
from heliopolis.games.sun.auction import outcome_weight as outcome_weight
from heliopolis.games.sun.auction import sample_outcome as sample_outcome
from heliopolis.games.sun.auction import setup_draws as setup_draws
from heliopolis.games.sun.auction import setup_weight as setup_weight
from heliopolis.games.sun.scoring import score as score
from heliopolis.games.sun.scoring import winners as winners
from heliopolis.kernel import Byte, Generator, IntArray, record_type, rule

PLACE = FIRST_OWN_PHASE  # phases
FLIP = FIRST_OWN_PHASE + 1

PLACE_FACE = FIRST_OWN_ACTION - 1  # actions: + face, 1 to 12
FLIP_TILE = PLACE_FACE + TWO_FACED_FACES  # + face, 1 to 12
ACTIONS = FLIP_TILE + TWO_FACED_FACES + 1
OUTCOMES = KINDS  # a draw gives a kind of tile


class Priests(SunAuction):
    """A position of Priests of Ra."""

    drawn: Byte  # the two-faced tile that is being placed, 0 if none
    flips: Byte  # left to the winner of the auction
    pile: Annotated[IntArray, np.int8, (KINDS,)]
    tiles: Annotated[IntArray, np.int8, (SEATS, FACES)]
    ankhs: Annotated[IntArray, np.int8, (SEATS,)]
    scoring: Annotated[IntArray, np.int16, (SEATS, scoring.CATEGORIES)]


POSITION = record_type(Priests)


@rule
def prepare(p: Priests, players: int) -> None:
    """Turn a blank record into a table before the suns are dealt."""
    prepare_table(p, players, COUNTS)


@rule
def set_up(p: Priests, players: int, generator: Generator) -> None:
    """Turn a blank record into a first position, dealt at random."""
    prepare(p, players)
    deal_suns(p, generator)


# ---- phases --------------------------------------------------------------------------------------------------------


@rule
def legal(p: Priests) -> int:
    """Return the legal actions of the player to act as a bit set; 0 while a tile is drawn and when the game is over."""
    if p.phase == TURN:
        return legal_draw_or_invoke(p)
    if p.phase == PLACE:
        return legal_place(p)
    if p.phase == BID:
        return legal_bid(p)
    if p.phase == FLIP:
        return legal_flip(p)
    return 0


@rule
def play(p: Priests, action: int) -> None:
    """Apply a legal action of the player to act."""
    result = GOES_ON
    if p.phase == TURN:
        result = play_draw_or_invoke(p, action)
    elif p.phase == PLACE:
        result = play_place(p, action)
    elif p.phase == BID:
        result = play_bid(p, action)
    elif p.phase == FLIP:
        result = play_flip(p, action)
    if result == EPOCH_OVER:
        end_epoch(p)


@rule
def apply_outcome(p: Priests, tile: int) -> None:
    """Move a drawn tile from the pile to the Ra track or into the row; of two faces the player chooses one first."""
    p.pile[tile] -= 1
    if tile == RA:
        result = add_to_ra_track(p)
    elif tile <= TWO_FACED_KINDS:
        result = begin_place(p, tile)
    else:
        put_in_row(p, first_face(tile))
        result = next_turn(p)
    if result == EPOCH_OVER:
        end_epoch(p)


@rule
def end_epoch(p: Priests) -> None:
    """Score, then begin the next epoch or end the game."""
    scoring.score_epoch(p)
    finish_epoch(p)


# ---- a tile with two faces -----------------------------------------------------------------------------------------


@rule
def begin_place(p: Priests, tile: int) -> int:
    p.drawn = tile
    p.phase = PLACE
    p.to_act = p.turn
    return GOES_ON


@rule
def legal_place(p: Priests) -> int:
    """Either face of the tile."""
    return 0b11 << (PLACE_FACE + first_face(p.drawn))


@rule
def play_place(p: Priests, action: int) -> int:
    """The tile lies in the row, with this face up for good."""
    put_in_row(p, action - PLACE_FACE)
    p.drawn = 0
    return next_turn(p)


# ---- auction -------------------------------------------------------------------------------------------------------


@rule
def play_bid(p: Priests, action: int) -> int:
    """Bid or pass; the winner takes the row as it lies, and may flip one tile for each priest in it."""
    result = place_bid(p, action)
    if result != WON:
        return result
    p.flips = count_in_row(p, PRIEST)
    take_row(p)
    return begin_flips(p)


# ---- flips ---------------------------------------------------------------------------------------------------------


@rule
def begin_flips(p: Priests) -> int:
    """The winner flips tiles, if the row had priests and their display has a two-faced tile (ruling 3)."""
    p.phase = FLIP
    if p.flips and legal_flip(p) == 1 << END:
        p.flips = 0
    return continue_flips(p)


@rule
def continue_flips(p: Priests) -> int:
    """The winner goes on while flips are left; then the turn is over."""
    return GOES_ON if p.flips else next_turn(p)


@rule
def legal_flip(p: Priests) -> int:
    """Any two-faced tile of the winner's display, old or new; or no more."""
    actions = 1 << END
    for face in range(1, TWO_FACED_FACES + 1):
        if p.tiles[p.to_act, face]:
            actions |= 1 << (FLIP_TILE + face)
    return actions


@rule
def play_flip(p: Priests, action: int) -> int:
    """Flip a tile to its other face, or give up the flips that are left (ruling 3)."""
    if action == END:
        p.flips = 0
    else:
        face = action - FLIP_TILE
        p.tiles[p.to_act, face] -= 1
        p.tiles[p.to_act, other_face(face)] += 1
        p.flips -= 1
    return continue_flips(p)
