"""Priests of Ra: the position, its phases, and what may be done in each.

The rules in short. On his turn a player **draws** a tile or **invokes Ra**. Suns, Ra track, auction and epochs are
those of `sun_auction`. Who draws a tile with two faces chooses the one that shows in the row. Tiles won lie as they lay
in the row; each priest among them allows the winner to flip one two-faced tile of his whole display, now or never.
After each of three epochs everybody scores (`scoring`). There is chance but no secret.

Rulings, beside those of `sun_auction`
1. The chambers are 7 tiles red|blue and 7 tiles green|yellow.
2. Flips are made one at a time, 0 to as many as there were priests in the row; `end` gives up the rest. The phase ends
   by itself when no flip is left; it is not there without a two-faced tile to flip. Priests won earlier give nothing.
3. How the pyramid is arranged is cosmetic: only its tiles count.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.games.priests import scoring
from heliopolis.games.priests.tiles import COUNTS, FACES, KINDS, PRIEST, TWO_FACED, first_face, other_face
from heliopolis.games.sun.auction import (
    BID,
    DRAW,
    INVOKE,
    RA,
    SEATS,
    TURN,
    UNSOLD,
    WON,
    SunAuction,
    begin_draw,
    clear_row,
    close_epoch,
    deal_suns,
    invoke,
    legal_bid,
    legal_draw_or_invoke,
    next_turn,
    place_bid,
    prepare_suns,
    put_in_row,
    put_on_track,
    winner,
)
from heliopolis.games.sun.auction import STATISTICS as STATISTICS
from heliopolis.games.sun.auction import apply_setup_draw as apply_setup_draw
from heliopolis.games.sun.auction import count_statistics as count_statistics
from heliopolis.games.sun.auction import describe_statistics as describe_statistics
from heliopolis.games.sun.auction import setup_draws as setup_draws
from heliopolis.games.sun.auction import setup_weight as setup_weight
from heliopolis.kernel import NOBODY, Byte, Generator, IntArray, record_type, rule, sample_weighted

CHOOSE_FACE, FLIP = 4, 5  # phases, after those of every sun auction

END = INVOKE + 1  # decisions, after those of every sun auction
PLACE = END  # + face, 1 to 12
TURN_OVER = PLACE + 2 * TWO_FACED  # + face, 1 to 12
ACTIONS = TURN_OVER + 2 * TWO_FACED + 1
OUTCOMES = KINDS  # a draw gives a kind of tile
MAX_DECISIONS = 1_500  # decisions of a game: a turn a tile, five bids an auction, at most about a hundred auctions


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
    """All tiles lie in the pile."""
    for kind in range(KINDS):
        p.pile[kind] = COUNTS[kind]
    prepare_suns(p, players)


@rule
def set_up(p: Priests, players: int, generator: Generator) -> None:
    prepare(p, players)
    deal_suns(p, generator)


@rule
def legal(p: Priests) -> int:
    """The decisions open to the player to act, as a set of bits."""
    if p.phase == TURN:
        return legal_draw_or_invoke(p)
    if p.phase == BID:
        return legal_bid(p)
    if p.phase == CHOOSE_FACE:
        return legal_place(p)
    if p.phase == FLIP:
        return legal_flip(p)
    return 0


@rule
def play(p: Priests, action: int) -> None:
    """A legal decision of the player to act; if then nobody is to act, the epoch is over."""
    if p.phase == TURN:
        play_turn(p, action)
    elif p.phase == BID:
        play_bid(p, action)
    elif p.phase == CHOOSE_FACE:
        play_place(p, action)
    else:
        play_flip(p, action)
    if p.to_act == NOBODY:
        end_epoch(p)


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def play_turn(p: Priests, action: int) -> None:
    if action == DRAW:
        begin_draw(p)
    else:
        invoke(p)


# ---- a draw: the pile decides ----------------------------------------------------------------------------------------


@rule
def outcome_weight(p: Priests, tile: int) -> int:
    """How many tiles of a kind may come."""
    return p.pile[tile]


@rule
def sample_outcome(p: Priests, generator: Generator) -> int:
    """The kind of tile that a blind draw gives."""
    return sample_weighted(p.pile, generator)


@rule
def apply_outcome(p: Priests, tile: int) -> None:
    """A tile leaves the pile: Ra to the track; of two faces the drawer chooses; any other into the row."""
    p.pile[tile] -= 1
    if tile == RA:
        put_on_track(p)
    elif tile <= TWO_FACED:
        p.drawn = tile
        p.phase = CHOOSE_FACE
        p.to_act = p.turn
    else:
        put_in_row(p, first_face(tile))
        next_turn(p)
    if p.to_act == NOBODY:
        end_epoch(p)


# ---- the face that shows ---------------------------------------------------------------------------------------------


@rule
def legal_place(p: Priests) -> int:
    return 0b11 << (PLACE + first_face(p.drawn))


@rule
def play_place(p: Priests, action: int) -> None:
    """The tile lies in the row, with this face up for good."""
    put_in_row(p, action - PLACE)
    p.drawn = 0
    next_turn(p)


# ---- auction -------------------------------------------------------------------------------------------------------


@rule
def play_bid(p: Priests, action: int) -> None:
    """A bid or a pass; after the last one the auction is settled."""
    result = place_bid(p, action)
    if result == WON:
        settle_auction(p)
    elif result == UNSOLD:
        next_turn(p)


@rule
def settle_auction(p: Priests) -> None:
    """The winner takes the row as it lies, and its priests flip his tiles."""
    for space in range(p.row_len):
        p.tiles[p.bidder, p.row[space]] += 1
        p.flips += p.row[space] == PRIEST
    clear_row(p)
    p.phase = FLIP
    if legal_flip(p) == 1 << END:
        p.flips = 0
    if p.flips == 0:
        next_turn(p)


# ---- flips ---------------------------------------------------------------------------------------------------------


@rule
def legal_flip(p: Priests) -> int:
    """Any two-faced tile of the winner's display, old or new; or no more."""
    flips = 1 << END
    for face in range(1, 2 * TWO_FACED + 1):
        if p.tiles[p.to_act, face]:
            flips |= 1 << (TURN_OVER + face)
    return flips


@rule
def play_flip(p: Priests, action: int) -> None:
    """A tile shows its other face; after the last flip the turn is over."""
    if action == END:
        p.flips = 0
    else:
        face = action - TURN_OVER
        p.tiles[p.to_act, face] -= 1
        p.tiles[p.to_act, other_face(face)] += 1
        p.flips -= 1
    if p.flips == 0:
        next_turn(p)


# ---- the end of epochs and the game ---------------------------------------------------------------------------------


@rule
def end_epoch(p: Priests) -> None:
    scoring.score_epoch(p)
    close_epoch(p)


@rule
def score(p: Priests, seat: int) -> int:
    return p.fame[seat]


@rule
def winners(p: Priests) -> int:
    """The seats that have won, as a set of bits: always one."""
    return 1 << winner(p)
