"""What must hold in every position of Ra, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.ra.rules import ACTIONS, DISCARD, GODS, Ra, legal, luck, play, set_up
from heliopolis.games.ra.rules import deal as deal_tile
from heliopolis.games.ra.tiles import COUNTS, DISASTERS, GOD, KINDS, RA
from heliopolis.kernel import CHANCE, NOBODY, Generator, Ints, count_bits, pick, rule, seed_generator
from tests.sun_invariants import DEBTS, OK, STUCK, TILES, check_auction


@rule
def check(p: Ra, before: Ints, gone: Ints) -> int:
    """What is wrong with a position; `before` is the fame before the last move, `gone` the tiles seen leaving."""
    decisions = legal(p)
    return check_tiles(p, gone) or check_auction(p, before, decisions, ACTIONS) or check_decisions(p, decisions)


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
def check_decisions(p: Ra, decisions: int) -> int:
    """Gods and disasters ask only where there is a choice."""
    if (p.owed_unrest + p.owed_earthquake > 0) != (p.phase == DISCARD):
        return DEBTS
    one_choice = count_bits(decisions) < 2
    if p.phase == GODS and (one_choice or p.tiles[p.turn, GOD] == 0):
        return STUCK
    return STUCK if p.phase == DISCARD and one_choice else OK


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
