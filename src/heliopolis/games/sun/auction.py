"""Suns, Ra track, auction and epochs: what the games of this family have in common.

Each player owns the same number of suns. On his turn he draws a tile or invokes Ra. A drawn Ra tile goes to the Ra
track and starts an auction, any other tile goes into the row. In an auction everybody may bid one face-up sun, once,
clockwise from the left of the Ra player (who caused it) and ending with him; the winner takes the row, and his sun
changes places with the one in the centre. An epoch ends when the Ra track is full or nobody has a face-up sun.

Nothing here knows which game it serves: a game adds its tiles, what the winner does with them, and the scoring.

Rulings
1. Only players who can outbid the standing bid are asked; they may bid any higher sun, not only the lowest.
2. A voluntary invocation obliges the Ra player to bid if nobody did; a forced one (full row) and a drawn Ra do not.
3. All pass: after a drawn Ra the row stays; after a forced invocation it leaves the game. The centre sun stays.
4. After an auction play goes on from the left of the Ra player, whoever won; players without face-up suns are skipped.
5. With two players the Ra track has 6 spaces and the suns are 9-6-5-2 and 8-7-4-3.
6. Equal fame at the end: the highest single sun in hand decides, so that there is always exactly one winner.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.core.checks import JSON
from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, IntArray, random_below, rule

RA = 0  # the first kind of tile in every game of the family
SEATS = 5  # room for the largest table
ROW = 8
NO_TILE = 0  # in the row, where no Ra tile ever lies
EPOCHS = 3
FIRST_FAME = 10
CENTRE_SUN = 1
HIGHEST_SUN = 16
TRACK = (0, 0, 6, 8, 9, 10)  # Ra tiles that end an epoch, by number of players
GROUPS: tuple[tuple[tuple[int, ...], ...], ...] = (
    (),
    (),
    ((9, 6, 5, 2), (8, 7, 4, 3)),
    ((13, 8, 5, 2), (12, 9, 6, 3), (11, 10, 7, 4)),
    ((13, 6, 2), (12, 7, 3), (11, 8, 4), (10, 9, 5)),
    ((16, 7, 2), (15, 8, 3), (14, 9, 4), (13, 10, 5), (12, 11, 6)),
)
GROUP_BITS = np.zeros((len(GROUPS), SEATS), np.int32)
for _players, _groups in enumerate(GROUPS):
    for _seat, _suns in enumerate(_groups):
        GROUP_BITS[_players, _seat] = sum(1 << sun for sun in _suns)

TURN, DRAW_TILE, BID, OVER = range(4)  # phases; a game's own follow
NO_AUCTION, DRAWN, VOLUNTARY, FORCED = range(4)
GOES_ON, UNSOLD, WON = range(3)  # what a bid or a pass leads to

PASS = 0  # decisions: sun n is bid by decision n; a game's own follow INVOKE
DRAW = HIGHEST_SUN + 1
INVOKE = HIGHEST_SUN + 2

MOST_SUNS, FEWEST_SUNS = 5, -5


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
    row: Annotated[IntArray, np.int8, (ROW,)]  # kinds of tile
    centre: Byte  # the sun in the centre
    auction: Byte
    bid: Byte  # the standing bid, 0 if none
    bidder: Byte
    suns_up: Annotated[IntArray, np.int32, (SEATS,)]
    suns_down: Annotated[IntArray, np.int32, (SEATS,)]
    fame: Annotated[IntArray, np.int16, (SEATS,)]
    scoring: IntArray  # points by seat and category at the last scoring: a game gives it its width


# ---- set-up ------------------------------------------------------------------------------------------------------


@rule
def prepare_suns(p: SunAuction, players: int) -> None:
    """Everybody has 10 fame and a group of suns, not yet shuffled."""
    p.players = players
    p.centre = CENTRE_SUN
    p.bidder = NOBODY
    for seat in range(players):
        p.suns_up[seat] = GROUP_BITS[players, seat]
        p.fame[seat] = FIRST_FAME


@rule
def setup_draws(players: int) -> int:
    """How often luck decides before the first turn: once for each seat but the first, the last seat first."""
    return players - 1


@rule
def setup_weight(p: SunAuction, number: int, other: int) -> int:
    """The group of a seat may be that of any seat before it, or its own."""
    return 1 if other < p.players - number else 0


@rule
def apply_setup_draw(p: SunAuction, number: int, other: int) -> None:
    """Two groups change places; after the last deal the highest sun begins."""
    seat = p.players - 1 - number
    group = p.suns_up[seat]
    p.suns_up[seat] = p.suns_up[other]
    p.suns_up[other] = group
    if seat == 1:
        begin_epoch(p)


@rule
def deal_suns(p: SunAuction, generator: Generator) -> None:
    """Groups of suns are dealt at random."""
    for number in range(setup_draws(p.players)):
        apply_setup_draw(p, number, random_below(generator, p.players - number))


# ---- turns -----------------------------------------------------------------------------------------------------


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
    """The first player left of a seat who has a face-up sun, perhaps that seat itself."""
    other = seat
    for _ in range(p.players):
        other = left_of(p, other)
        if p.suns_up[other]:
            return other
    return NOBODY


@rule
def legal_draw_or_invoke(p: SunAuction) -> int:
    """Drawing needs a free space in the row; Ra may always be invoked."""
    if p.row_len < ROW:
        return 1 << DRAW | 1 << INVOKE
    return 1 << INVOKE


@rule
def begin_draw(p: SunAuction) -> None:
    p.phase = DRAW_TILE
    p.to_act = CHANCE


@rule
def put_in_row(p: SunAuction, face: int) -> None:
    p.row[p.row_len] = face
    p.row_len += 1


@rule
def clear_row(p: SunAuction) -> None:
    for space in range(ROW):
        p.row[space] = 0
    p.row_len = 0


@rule
def put_on_track(p: SunAuction) -> None:
    """A drawn Ra tile: an auction, or the end of the epoch at once if the track is full now."""
    p.ra_track += 1
    if p.ra_track < TRACK[p.players]:
        open_auction(p, DRAWN)
    else:
        p.to_act = NOBODY


# ---- auction ---------------------------------------------------------------------------------------------------


@rule
def invoke(p: SunAuction) -> None:
    """The player on turn calls Ra: of his own will, or because the row is full."""
    open_auction(p, VOLUNTARY if p.row_len < ROW else FORCED)


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
    """The next player left of a seat who can outbid, the Ra player being the last (ruling 1)."""
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
    """Any higher sun, or a pass, but for the Ra player who invoked of his own will and was left alone (ruling 2)."""
    higher = higher_suns(p.suns_up[p.to_act], p.bid)
    must_bid = p.auction == VOLUNTARY and p.to_act == p.turn and p.bidder == NOBODY
    return higher if must_bid else higher | 1 << PASS


@rule
def place_bid(p: SunAuction, sun: int) -> int:
    """One bid or pass: the auction goes on, or nobody bid (ruling 3), or the row is won and the suns are swapped."""
    seat = p.to_act
    if sun != PASS:
        p.bid = sun
        p.bidder = seat
    p.to_act = NOBODY if seat == p.turn else next_bidder(p, seat)
    if p.to_act != NOBODY:
        return GOES_ON
    if p.bidder == NOBODY:
        if p.auction == FORCED:
            clear_row(p)
        return UNSOLD
    swap_suns(p)
    p.to_act = p.bidder
    return WON


@rule
def swap_suns(p: SunAuction) -> None:
    """The winner's sun goes to the centre; the sun from there lies face down before him until the next epoch."""
    p.suns_up[p.bidder] &= ~(1 << p.bid)
    p.suns_down[p.bidder] |= 1 << p.centre
    p.centre = p.bid


@rule
def next_turn(p: SunAuction) -> None:
    """The auction, if any, is over; the next player with a sun is on turn (ruling 4). Without one the epoch is over."""
    p.auction = NO_AUCTION
    p.bid = 0
    p.bidder = NOBODY
    p.to_act = next_with_sun(p, p.turn)
    if p.to_act != NOBODY:
        begin_turn(p, p.to_act)


# ---- epochs ----------------------------------------------------------------------------------------------------


@rule
def close_epoch(p: SunAuction) -> None:
    """After the scoring: track and row are cleared, all suns turn face up; a new epoch begins or the game is over."""
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


@rule
def sum_of_suns(suns: int) -> int:
    total = 0
    for sun in range(CENTRE_SUN, HIGHEST_SUN + 1):
        total += sun * (suns >> sun & 1)
    return total


@rule
def score_suns(p: SunAuction, category: int) -> None:
    """The highest sum of suns, face up or down, wins 5, the lowest loses 5."""
    for seat in range(p.players):
        p.scoring[seat, category] = sum_of_suns(p.suns_up[seat] | p.suns_down[seat])
    reward_most_and_fewest(p, category, MOST_SUNS, FEWEST_SUNS)


@rule
def reward_most_and_fewest(p: SunAuction, category: int, most: int, fewest: int) -> None:
    """Turns the numbers in a category into points: ties all score, but nobody does if all are equal."""
    high = low = p.scoring[0, category]
    for seat in range(1, p.players):
        high = max(high, p.scoring[seat, category])
        low = min(low, p.scoring[seat, category])
    for seat in range(p.players):
        number = p.scoring[seat, category]
        p.scoring[seat, category] = 0
        if number == high and high != low:
            p.scoring[seat, category] = most
        elif number == low and high != low:
            p.scoring[seat, category] = fewest


@rule
def add_fame(p: SunAuction, categories: int) -> None:
    """One net sum a player; fame never falls below 0."""
    for seat in range(p.players):
        net = 0
        for category in range(categories):
            net += p.scoring[seat, category]
        p.fame[seat] = max(0, p.fame[seat] + net)


@rule
def winner(p: SunAuction) -> int:
    """Most fame; of equals the one with the highest single sun (ruling 6)."""
    best = 0
    for seat in range(1, p.players):
        more = p.fame[seat] - p.fame[best]
        suns = p.suns_up[seat] | p.suns_down[seat]
        if more > 0 or (more == 0 and suns > (p.suns_up[best] | p.suns_down[best])):
            best = seat
    return best


# ---- statistics ------------------------------------------------------------------------------------------------------

STATISTICS = EPOCHS


@rule
def count_statistics(p: SunAuction, tile: int, counts: IntArray) -> None:
    """Counts the epochs that a Ra tile is about to end; all others end with the last sun."""
    if p.phase == DRAW_TILE and tile == RA and p.ra_track + 1 == TRACK[p.players]:
        counts[p.epoch - 1] += 1


def describe_statistics(counts: list[int], games: int) -> list[JSON]:
    """Return how many games ended each epoch by the Ra track, and how many with the last sun."""
    return [
        {"key": f"sun.statistic.{way}", "params": {"epoch": epoch}, "number": number}
        for epoch, full in enumerate(counts, 1)
        for way, number in (("track", full), ("suns", games - full))
    ]
