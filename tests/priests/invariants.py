"""What must hold in every position of Priests of Ra, and between one and the next, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.priests.rules import ACTIONS, FLIP, PLACE, Priests, legal, play, sample_outcome, set_up
from heliopolis.games.priests.rules import apply_outcome as deal_tile
from heliopolis.games.priests.tiles import FACES, KINDS, PEOPLE, PLAGUE, PRIEST, RA, TWO_FACED_FACES, TWO_FACED_KINDS
from heliopolis.games.sun.auction import BID, FORCED
from heliopolis.kernel import CHANCE, NOBODY, Generator, count_bits, random_bit, rule, seed_generator
from tests.sun_invariants import DEBTS, OK, STUCK, TILES, check_auction

MAX_ANKHS = 6


@rule
def kind_of(face: int) -> int:
    return (face + 1) // 2 if face <= TWO_FACED_FACES else face - TWO_FACED_KINDS


@rule
def check(before: Priests, p: Priests) -> int:
    """What is wrong with a position that follows another."""
    decisions = legal(p)
    wrong = check_tiles(before, p) or check_auction(before, p, decisions, ACTIONS)
    if wrong:
        return wrong
    if (p.drawn > 0) != (p.phase == PLACE) or (p.flips > 0) != (p.phase == FLIP):
        return DEBTS
    return STUCK if p.phase in (PLACE, FLIP) and count_bits(decisions) < 2 else OK


@rule
def in_row(p: Priests, kind: int) -> int:
    number = 0
    for space in range(p.row_len):
        number += kind_of(p.row[space]) == kind
    return number


@rule
def present(p: Priests, kind: int) -> int:
    number = p.pile[kind] + in_row(p, kind) + (p.ra_track if kind == RA else 0) + (p.drawn == kind != 0)
    for seat in range(p.players):
        for face in range(1, FACES):
            if kind_of(face) == kind:
                number += p.tiles[seat, face]
    return number


@rule
def check_tiles(before: Priests, p: Priests) -> int:
    """Nothing is negative, nothing comes back, and nothing leaves the game but by a rule."""
    ended = p.epoch != before.epoch or p.to_act == NOBODY
    flushed = before.phase == BID and before.auction == FORCED and p.auction != FORCED and p.centre == before.centre
    for kind in range(KINDS):
        gone = present(before, kind) - present(p, kind)
        from_row = in_row(before, kind) if flushed or ended else 0
        healed = p.players if ended and kind == kind_of(PLAGUE) else 0
        fits = from_row == gone or (ended and (may_leave(kind) or 0 <= gone <= from_row + healed))
        if p.pile[kind] < 0 or gone < 0 or not fits:
            return TILES
    return check_displays(p, ended)


@rule
def check_displays(p: Priests, ended: bool) -> int:
    """No negative counts, no Ra, ankhs within bounds; no people and priests at the start of an epoch."""
    for seat in range(p.players):
        if p.tiles[seat, RA] or not 0 <= p.ankhs[seat] <= MAX_ANKHS:
            return TILES
        for face in range(FACES):
            leaves = face in PEOPLE or face == PRIEST
            if p.tiles[seat, face] < 0 or (ended and leaves and p.tiles[seat, face]):
                return TILES
    return OK


@rule
def may_leave(kind: int) -> bool:
    """People, priests and the Ra track leave at the end of an epoch."""
    return kind in (RA, 1, 2, kind_of(PRIEST))


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
