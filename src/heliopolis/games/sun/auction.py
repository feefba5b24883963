"""Suns, Ra track, auction and epochs: the rules that the games of this family share.

Each player owns the same number of suns. On their turn a player draws a tile or invokes Ra. A drawn Ra tile goes to
the Ra track and starts an auction, any other tile goes into the row. In an auction everybody may bid one face-up sun,
once, clockwise from the left of the Ra player, who caused it and bids last. The winner takes the row, and the sun they
bid changes places with the one in the centre. An epoch ends when the Ra track is full or nobody has a face-up sun.

Nothing here knows which game it serves: a game adds its tiles, what the winner does with them, and the scoring.
Rulings are numbered on the page `docs/ra.md`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.core.checks import JSON
from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, IntArray, random_below, rule, sample_weighted

RA = 0  # the first kind of tile in every game of the family
SEATS = 5  # room for the largest table
ROW = 8
NO_TILE = 0  # in the row, where no Ra tile ever lies
EPOCHS = 3
STARTING_FAME = 10
CENTRE_SUN = 1  # the sun in the centre at the start
HIGHEST_SUN = 16
RA_TRACK_LENGTH = (0, 0, 6, 8, 9, 10)  # Ra tiles that end an epoch, by number of players (ruling 1)
SUN_GROUPS: tuple[tuple[tuple[int, ...], ...], ...] = (  # by number of players
    (),
    (),
    ((9, 6, 5, 2), (8, 7, 4, 3)),
    ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)),
    ((13, 6, 2), (12, 7, 3), (11, 8, 4), (10, 9, 5)),
    ((16, 7, 2), (15, 8, 3), (14, 9, 4), (13, 10, 5), (12, 11, 6)),
)
GROUP_BITS = np.zeros((len(SUN_GROUPS), SEATS), np.int32)
for _players, _groups in enumerate(SUN_GROUPS):
    for _seat, _suns in enumerate(_groups):
        GROUP_BITS[_players, _seat] = sum(1 << sun for sun in _suns)

TURN, DRAW_TILE, BID, OVER = range(4)  # phases
FIRST_OWN_PHASE = 4  # a game's own phases follow
NO_AUCTION, DRAWN, VOLUNTARY, FORCED = range(4)  # what started an auction
GOES_ON, WON, EPOCH_OVER = range(3)  # what an action or an outcome leads to

PASS = 0  # actions: sun n is bid by action n
DRAW = HIGHEST_SUN + 1
INVOKE = HIGHEST_SUN + 2
END = HIGHEST_SUN + 3  # the player makes no more of the decisions that a phase allows
FIRST_OWN_ACTION = END + 1  # a game's own actions follow
MAX_DECISIONS = 1_500  # in a game: one turn per tile, five bids per auction, at most about a hundred auctions


class SunAuction:
    """The fields of a position that all games of the family have."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte  # the seat on turn; in an auction the Ra player
    epoch: Byte
    scored: Byte  # whether `scoring` holds anything yet
    ra_track: Byte
    row_len: Byte
    row: Annotated[IntArray, np.int8, (ROW,)]  # tiles by face
    centre: Byte  # the sun in the centre
    auction: Byte
    bid: Byte  # the standing bid, 0 if none
    bidder: Byte  # the seat that made it, or NOBODY
    suns_up: Annotated[IntArray, np.int32, (SEATS,)]
    suns_down: Annotated[IntArray, np.int32, (SEATS,)]
    fame: Annotated[IntArray, np.int16, (SEATS,)]
    # A game gives these their widths:
    pile: IntArray  # tiles by kind
    tiles: IntArray  # tiles by seat and face
    scoring: IntArray  # points by seat and category at the last scoring


# ---- set-up ------------------------------------------------------------------------------------------------------


@rule
def prepare_table(p: SunAuction, players: int, tile_counts: IntArray) -> None:
    """All tiles lie in the pile; everybody has 10 fame and a group of suns, not yet shuffled."""
    p.players = players
    p.centre = CENTRE_SUN
    p.bidder = NOBODY
    for kind in range(len(tile_counts)):
        p.pile[kind] = tile_counts[kind]
    for seat in range(players):
        p.suns_up[seat] = GROUP_BITS[players, seat]
        p.fame[seat] = STARTING_FAME


@rule
def setup_draws(players: int) -> int:
    """Return how many random draws deal the suns: one for each seat but the first, the last seat first."""
    return players - 1


@rule
def setup_weight(p: SunAuction, number: int, other: int) -> int:
    """A seat may get the group of any seat before it, or keep its own: a Fisher–Yates shuffle in single steps."""
    return 1 if other < p.players - number else 0


@rule
def apply_setup_draw(p: SunAuction, number: int, other: int) -> None:
    """Two groups change places; after the last draw the first epoch begins."""
    seat = p.players - 1 - number
    group = p.suns_up[seat]
    p.suns_up[seat] = p.suns_up[other]
    p.suns_up[other] = group
    if seat == 1:
        begin_epoch(p)


@rule
def deal_suns(p: SunAuction, generator: Generator) -> None:
    """Deal the groups of suns at random."""
    for number in range(setup_draws(p.players)):
        apply_setup_draw(p, number, random_below(generator, p.players - number))


# ---- turns ---------------------------------------------------------------------------------------------------------


@rule
def begin_epoch(p: SunAuction) -> None:
    """The holder of the highest sun, the centre's apart, has the first turn."""
    p.epoch += 1
    first = 0
    for seat in range(1, p.players):
        if p.suns_up[seat] > p.suns_up[first]:
            first = seat
    begin_turn(p, first)


@rule
def begin_turn(p: SunAuction, seat: int) -> None:
    p.phase = TURN
    p.turn = seat
    p.to_act = seat


@rule
def left_of(p: SunAuction, seat: int) -> int:
    return seat + 1 if seat + 1 < p.players else 0


@rule
def next_with_sun(p: SunAuction, seat: int) -> int:
    """Return the first player left of a seat who has a face-up sun, perhaps that seat itself, or NOBODY."""
    other = seat
    for _ in range(p.players):
        other = left_of(p, other)
        if p.suns_up[other]:
            return other
    return NOBODY


@rule
def legal_draw_or_invoke(p: SunAuction) -> int:
    """Drawing needs a free space in the row; Ra may always be invoked (ruling 4)."""
    if p.row_len < ROW:
        return 1 << DRAW | 1 << INVOKE
    return 1 << INVOKE


@rule
def play_draw_or_invoke(p: SunAuction, action: int) -> int:
    """Draw a tile, or invoke Ra: voluntarily, or because the row is full."""
    if action == DRAW:
        p.phase = DRAW_TILE
        p.to_act = CHANCE
    elif action == INVOKE:
        open_auction(p, VOLUNTARY if p.row_len < ROW else FORCED)
    return GOES_ON


@rule
def next_turn(p: SunAuction) -> int:
    """End the turn and its auction, if any; the next player with a sun is on turn (ruling 9), or the epoch is over."""
    p.auction = NO_AUCTION
    p.bid = 0
    p.bidder = NOBODY
    seat = next_with_sun(p, p.turn)
    if seat == NOBODY:
        return EPOCH_OVER
    begin_turn(p, seat)
    return GOES_ON


# ---- a draw: the pile decides --------------------------------------------------------------------------------------


@rule
def outcome_weight(p: SunAuction, tile: int) -> int:
    """Return how many tiles of a kind lie in the pile."""
    return p.pile[tile]


@rule
def sample_outcome(p: SunAuction, generator: Generator) -> int:
    """Return the kind of a tile drawn blindly from the pile."""
    return sample_weighted(p.pile, generator)


@rule
def add_to_ra_track(p: SunAuction) -> int:
    """Put a drawn Ra tile on the track: an auction starts, or the epoch is over at once if the track is full now."""
    p.ra_track += 1
    if p.ra_track == RA_TRACK_LENGTH[p.players]:
        return EPOCH_OVER
    open_auction(p, DRAWN)
    return GOES_ON


@rule
def put_in_row(p: SunAuction, face: int) -> None:
    p.row[p.row_len] = face
    p.row_len += 1


@rule
def count_in_row(p: SunAuction, face: int) -> int:
    """Return how many tiles of the row show a face, which is not NO_TILE."""
    number = 0
    for space in range(p.row_len):
        number += p.row[space] == face
    return number


@rule
def clear_row(p: SunAuction) -> None:
    for space in range(ROW):
        p.row[space] = NO_TILE
    p.row_len = 0


# ---- auction -------------------------------------------------------------------------------------------------------


@rule
def open_auction(p: SunAuction, kind: int) -> None:
    p.phase = BID
    p.auction = kind
    p.to_act = next_bidder(p, p.turn)


@rule
def higher_suns(suns: int, bid: int) -> int:
    return suns >> (bid + 1) << (bid + 1)


@rule
def next_bidder(p: SunAuction, seat: int) -> int:
    """Return the next player left of a seat who can outbid (ruling 7), the Ra player being the last, or NOBODY."""
    other = seat
    for _ in range(p.players):
        other = left_of(p, other)
        if higher_suns(p.suns_up[other], p.bid):
            return other
        if other == p.turn:
            break
    return NOBODY


@rule
def legal_bid(p: SunAuction) -> int:
    """Any higher sun or a pass; but a Ra player who invoked voluntarily must bid if nobody else did (ruling 8)."""
    higher = higher_suns(p.suns_up[p.to_act], p.bid)
    must_bid = p.auction == VOLUNTARY and p.to_act == p.turn and p.bidder == NOBODY
    return higher if must_bid else higher | 1 << PASS


@rule
def place_bid(p: SunAuction, sun: int) -> int:
    """Bid a sun or pass: the auction goes on, or it is won and the suns are swapped, or the row is left unsold."""
    seat = p.to_act
    if sun != PASS:
        p.bid = sun
        p.bidder = seat
    following = NOBODY if seat == p.turn else next_bidder(p, seat)
    if following != NOBODY:
        p.to_act = following
        return GOES_ON
    if p.bidder == NOBODY:
        return leave_row_unsold(p)
    swap_suns(p)
    p.to_act = p.bidder
    return WON


@rule
def leave_row_unsold(p: SunAuction) -> int:
    """Nobody bid: after a forced invocation the row leaves the game, after a drawn Ra it stays (ruling 8)."""
    if p.auction == FORCED:
        clear_row(p)
    return next_turn(p)


@rule
def swap_suns(p: SunAuction) -> None:
    """The winner's sun goes to the centre; the sun from there lies face down before them until the next epoch."""
    p.suns_up[p.bidder] &= ~(1 << p.bid)
    p.suns_down[p.bidder] |= 1 << p.centre
    p.centre = p.bid


@rule
def take_row(p: SunAuction) -> None:
    """The winner takes all tiles of the row."""
    for space in range(p.row_len):
        p.tiles[p.bidder, p.row[space]] += 1
    clear_row(p)


# ---- epochs --------------------------------------------------------------------------------------------------------


@rule
def finish_epoch(p: SunAuction) -> None:
    """After the scoring: clear track and row and turn all suns face up (ruling 6); begin an epoch or end the game."""
    p.scored = 1
    p.ra_track = 0
    clear_row(p)
    for seat in range(p.players):
        p.suns_up[seat] |= p.suns_down[seat]
        p.suns_down[seat] = 0
    if p.epoch < EPOCHS:
        begin_epoch(p)
    else:
        p.phase = OVER
        p.to_act = NOBODY
        p.turn = NOBODY


# ---- statistics ------------------------------------------------------------------------------------------------------

STATISTICS = EPOCHS


@rule
def count_statistics(p: SunAuction, tile: int, counts: IntArray) -> None:
    """Count the epochs that a Ra tile is about to end; all others end with the last sun."""
    if p.phase == DRAW_TILE and tile == RA and p.ra_track + 1 == RA_TRACK_LENGTH[p.players]:
        counts[p.epoch - 1] += 1


def describe_statistics(counts: list[int], games: int) -> list[JSON]:
    """Return how many games ended each epoch by the Ra track, and how many with the last sun."""
    return [
        {"key": f"sun.statistic.{way}", "params": {"epoch": epoch}, "number": number}
        for epoch, full in enumerate(counts, 1)
        for way, number in (("track", full), ("suns", games - full))
    ]
