"""What must hold in every position of Priests of Ra, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.priests.rules import ACTIONS, CHOOSE_FACE, FLIP, Priests, legal, luck, play, set_up
from heliopolis.games.priests.rules import deal as deal_tile
from heliopolis.games.priests.tiles import COUNTS, FACES, KINDS, RA, TWO_FACED
from heliopolis.kernel import CHANCE, NOBODY, Generator, Ints, count_bits, pick, rule, seed_generator
from tests.sun_invariants import DEBTS, OK, STUCK, TILES, check_auction

MOST_ANKHS = 6


@rule
def kind_of(face: int) -> int:
    return (face + 1) // 2 if face <= 2 * TWO_FACED else face - TWO_FACED


@rule
def check(p: Priests, before: Ints, gone: Ints, here: Ints) -> int:
    """What is wrong with a position; `before` is the fame before the last move, `gone` the tiles seen leaving."""
    decisions = legal(p)
    wrong = check_tiles(p, gone, here) or check_auction(p, before, decisions, ACTIONS)
    if wrong:
        return wrong
    if (p.drawn > 0) != (p.phase == CHOOSE_FACE) or (p.flips > 0) != (p.phase == FLIP):
        return DEBTS
    return STUCK if p.phase in (CHOOSE_FACE, FLIP) and count_bits(decisions) < 2 else OK


@rule
def check_tiles(p: Priests, gone: Ints, here: Ints) -> int:
    """Each of the 174 tiles is somewhere, and none that had left the game is back."""
    for kind in range(KINDS):
        here[kind] = p.pile[kind]
    here[RA] += p.ra_track
    if p.drawn:
        here[p.drawn] += 1
    for space in range(p.row_len):
        here[kind_of(p.row[space])] += 1
    for seat in range(p.players):
        if p.tiles[seat, RA] or not 0 <= p.ankhs[seat] <= MOST_ANKHS:
            return TILES
        for face in range(1, FACES):
            here[kind_of(face)] += p.tiles[seat, face]
    for kind in range(KINDS):
        if COUNTS[kind] - here[kind] < gone[kind]:
            return TILES
        gone[kind] = COUNTS[kind] - here[kind]
    return OK


@rule
def decide(p: Priests, generator: Generator) -> int:
    """A random decision; while seat 0's fame is odd Ra is invoked seldom, for full rows and full tracks."""
    decisions = legal(p)
    one = pick(decisions, generator)
    return min(one, pick(decisions, generator)) if p.fame[0] & 1 else one


@rule
def play_checked(
    positions: Any, players: int, key: int, games: int, generator: Generator, before: Ints, gone: Ints, here: Ints
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
            wrong = check(p, before, gone, here)
            if wrong:
                return wrong
    return OK
