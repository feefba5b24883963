"""What must hold in every position of Ra, and between one position and the next, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.ra.rules import ACTIONS, DISCARD, GODS, Ra, legal, play, sample_outcome, set_up
from heliopolis.games.ra.rules import apply_outcome as deal_tile
from heliopolis.games.ra.tiles import (
    CIVILIZATION,
    DISASTERS,
    DROUGHT,
    EARTHQUAKE,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    KINDS,
    MONUMENTS,
    NILE,
    PHARAOH,
    RA,
    UNREST,
)
from heliopolis.games.sun.auction import BID, FORCED
from heliopolis.kernel import CHANCE, NOBODY, Generator, count_bits, random_bit, rule, seed_generator
from tests.sun_invariants import DEBTS, OK, STUCK, TILES, check_auction


@rule
def check(before: Ra, p: Ra) -> int:
    """What is wrong with a position that follows another."""
    decisions = legal(p)
    return check_tiles(before, p) or check_auction(before, p, decisions, ACTIONS) or check_decisions(p, decisions)


@rule
def in_row(p: Ra, kind: int) -> int:
    number = 0
    for space in range(p.row_len):
        number += p.row[space] == kind
    return number


@rule
def lost(before: Ra, p: Ra, kind: int) -> int:
    """How many tiles of a kind have left the game between two positions."""
    return present(before, kind) - present(p, kind)


@rule
def present(p: Ra, kind: int) -> int:
    number = p.pile[kind] + in_row(p, kind) + (p.ra_track if kind == RA else 0)
    for seat in range(p.players):
        number += p.tiles[seat, kind]
    return number


@rule
def lost_of(before: Ra, p: Ra, kinds: tuple[int, ...]) -> int:
    number = 0
    for kind in kinds:
        number += lost(before, p, kind)
    return number


@rule
def check_tiles(before: Ra, p: Ra) -> int:
    """Nothing is negative, nothing comes back, and nothing leaves the game but by a rule."""
    for kind in range(KINDS):
        if p.pile[kind] < 0 or lost(before, p, kind) < 0:
            return TILES
        for seat in range(p.players):
            number = p.tiles[seat, kind]
            if number < 0 or (number and (kind == RA or kind in DISASTERS)):
                return TILES
    if p.epoch != before.epoch or p.to_act == NOBODY:
        return check_end_of_epoch(before, p)
    flushed = before.phase == BID and before.auction == FORCED and p.auction != FORCED and p.centre == before.centre
    if flushed:
        for kind in range(KINDS):
            if lost(before, p, kind) != in_row(before, kind):
                return TILES
        return OK
    return check_disasters(before, p)


@rule
def check_end_of_epoch(before: Ra, p: Ra) -> int:
    """What stays in the game stays, but for the row, and for what a disaster in it cost."""
    for kind in (PHARAOH, NILE, *MONUMENTS):
        struck = 2 * (in_row(before, FUNERAL) + in_row(before, DROUGHT) + in_row(before, EARTHQUAKE))
        if lost(before, p, kind) > in_row(before, kind) + struck + before.earthquake_discards:
            return TILES
    for seat in range(p.players):
        for kind in (GOD, GOLD, FLOOD, *CIVILIZATION):
            if p.tiles[seat, kind]:
                return TILES
    return OK


@rule
def check_disasters(before: Ra, p: Ra) -> int:
    """Within an epoch only disasters, what they cost, and a god that was played leave the game."""
    played = int(before.tiles[before.turn, GOD] - p.tiles[before.turn, GOD] == 1)
    struck = lost_of(before, p, (FUNERAL,)) <= in_row(before, FUNERAL)
    fair = lost_of(before, p, (PHARAOH,)) <= 2 * lost(before, p, FUNERAL)
    fair &= lost_of(before, p, (FLOOD, NILE)) <= 2 * lost(before, p, DROUGHT)
    fair &= lost_of(before, p, CIVILIZATION) <= 2 * lost(before, p, UNREST) + before.unrest_discards
    fair &= lost_of(before, p, MONUMENTS) <= 2 * lost(before, p, EARTHQUAKE) + before.earthquake_discards
    fair &= lost_of(before, p, (RA, GOLD)) == 0 and lost_of(before, p, (GOD,)) <= played
    return OK if struck and fair else TILES


@rule
def check_decisions(p: Ra, decisions: int) -> int:
    """Gods and disasters ask only where there is a choice."""
    if (p.unrest_discards + p.earthquake_discards > 0) != (p.phase == DISCARD):
        return DEBTS
    one_choice = count_bits(decisions) < 2
    if p.phase == GODS and (one_choice or p.tiles[p.turn, GOD] == 0):
        return STUCK
    return STUCK if p.phase == DISCARD and one_choice else OK


@rule
def play_checked(positions: Any, players: int, key: int, games: int, generator: Generator) -> int:
    """Random games with `check` after every step; the first thing found wrong. Every other game seldom invokes Ra."""
    for game in range(games):
        seed_generator(generator, key, game)
        positions[1] = positions[0]
        p, before = positions[1], positions[2]
        set_up(p, players, generator)
        while p.to_act != NOBODY:
            positions[2] = positions[1]
            if p.to_act == CHANCE:
                deal_tile(p, sample_outcome(p, generator))
            else:
                one, two = random_bit(legal(p), generator), random_bit(legal(p), generator)
                play(p, min(one, two) if game & 1 else one)
            wrong = check(before, p)
            if wrong:
                return wrong
    return OK
