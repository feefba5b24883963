"""What must hold in every position of Ra, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.ra.rules import ACTIONS, DISCARD, GODS, Ra, legal, luck, play, set_up
from heliopolis.games.ra.rules import deal as deal_tile
from heliopolis.games.ra.scoring import CATEGORIES
from heliopolis.games.ra.tiles import COUNTS, DISASTERS, GOD, KINDS, RA
from heliopolis.games.sun_auction import BID, NO_AUCTION, OVER, ROW, TRACK
from heliopolis.kernel import CHANCE, NOBODY, Generator, Ints, count_bits, pick, rule, seed_generator

ALL_SUNS = (0, 0, 0b11_1111_1110, 0b11_1111_1111_1110, 0b11_1111_1111_1110, 0b1_1111_1111_1111_1110)
SUNS_EACH = (0, 0, 4, 4, 3, 3)

OK, TILES, SUNS, FAME, SCORES, ROW_ORDER, NOTHING_LEGAL, DEBTS, STUCK = range(9)


@rule
def check(p: Ra, before: Ints, gone: Ints) -> int:
    """What is wrong with a position; `before` is the fame before the last move, `gone` the tiles seen leaving."""
    wrong = check_tiles(p, gone) or check_suns(p) or check_fame(p, before)
    return wrong or check_row(p) or check_decisions(p)


@rule
def check_tiles(p: Ra, gone: Ints) -> int:
    """Each of the 180 tiles is somewhere, and none that had left the game is back."""
    for kind in range(KINDS):
        here = p.ra_track if kind == RA else 0
        here += p.pile[kind]
        for space in range(p.row_len):
            here += p.row[space] == kind
        for seat in range(p.players):
            here += p.tiles[seat, kind]
            if p.tiles[seat, kind] and (kind == RA or kind in DISASTERS):
                return TILES
        if COUNTS[kind] - here < gone[kind]:
            return TILES
        gone[kind] = COUNTS[kind] - here
    return OK


@rule
def check_suns(p: Ra) -> int:
    """Each sun is in one place and everybody has as many as at the start."""
    suns = 1 << p.centre
    for seat in range(p.players):
        if suns & (p.suns_up[seat] | p.suns_down[seat]) or p.suns_up[seat] & p.suns_down[seat]:
            return SUNS
        suns |= p.suns_up[seat] | p.suns_down[seat]
        if count_bits(p.suns_up[seat]) + count_bits(p.suns_down[seat]) != SUNS_EACH[p.players]:
            return SUNS
    return OK if suns == ALL_SUNS[p.players] else SUNS


@rule
def check_fame(p: Ra, before: Ints) -> int:
    """Fame is never negative and changes only by the sum of a breakdown."""
    changed = False
    for seat in range(p.players):
        if p.fame[seat] < 0:
            return FAME
        changed |= p.fame[seat] != before[seat]
    for seat in range(p.players):
        net = 0
        for category in range(CATEGORIES):
            net += p.scoring[seat, category]
        if changed and p.fame[seat] != max(0, before[seat] + net):
            return SCORES
        before[seat] = p.fame[seat]
    return OK


@rule
def check_row(p: Ra) -> int:
    """Row and track are within their spaces, and nothing lies behind the end of the row."""
    if p.row_len > ROW or p.ra_track >= TRACK[p.players]:
        return ROW_ORDER
    for space in range(ROW):
        if (p.row[space] == 0) != (space >= p.row_len):
            return ROW_ORDER
    return OK


@rule
def check_decisions(p: Ra) -> int:
    """Whoever is asked has something to decide, and only what the rules ask is asked."""
    decisions = legal(p)
    if (p.to_act >= 0) != (decisions != 0) or decisions >> ACTIONS:
        return NOTHING_LEGAL
    if (p.owed_unrest + p.owed_earthquake > 0) != (p.phase == DISCARD):
        return DEBTS
    one_choice = count_bits(decisions) < 2
    idle_gods = p.phase == GODS and (one_choice or p.tiles[p.turn, GOD] == 0)
    auction_lost = (p.auction == NO_AUCTION) != (p.bidder == NOBODY and p.phase != BID)
    if idle_gods or auction_lost or (p.phase == DISCARD and one_choice) or (p.to_act == NOBODY and p.phase != OVER):
        return STUCK
    return OK


@rule
def decide(p: Ra, generator: Generator) -> int:
    """A random decision; while seat 0's fame is odd Ra is invoked seldom, for full rows and full tracks."""
    decisions = legal(p)
    one = pick(decisions, generator)
    return min(one, pick(decisions, generator)) if p.fame[0] & 1 else one


@rule
def play_checked(
    positions: Any, players: int, key: int, games: int, generator: Generator, before: Ints, gone: Ints
) -> int:
    """Random games with `check` after every step; the first thing found wrong."""
    for game in range(games):
        seed_generator(generator, key, game)
        positions[1] = positions[0]
        p = positions[1]
        set_up(p, players, generator)
        for seat in range(players):
            before[seat] = p.fame[seat]
        for kind in range(KINDS):
            gone[kind] = 0
        while p.to_act != NOBODY:
            if p.to_act == CHANCE:
                deal_tile(p, luck(p, generator))
            else:
                play(p, decide(p, generator))
            wrong = check(p, before, gone)
            if wrong:
                return wrong
    return OK
