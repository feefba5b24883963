"""Pig: the position, its phases, and what may be done in each.

The rules in short. On his turn a player **rolls** as often as he likes and adds up what comes, until he **holds** and
keeps the sum, or a 1 comes and he keeps nothing. Then the next one plays. Whoever has 100 points wins at once.

Rulings
1. A random seat starts.
2. One roll more is always allowed, also when holding would win.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.core.checks import JSON
from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, IntArray, random_below, record_type, rule

SEATS = 5
GOAL = 100
BAD = 0  # outcome 0 is a one
TURN, ROLLING, OVER = range(3)  # phases
ROLL, HOLD = range(2)  # decisions

ACTIONS, OUTCOMES, STATISTICS = 2, 6, 1
MAX_DECISIONS = 10_000  # decisions of a game


class Pig:
    """A position of Pig."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte
    sum: Annotated[int, np.int16]  # of this turn
    points: Annotated[IntArray, np.int16, (SEATS,)]


POSITION = record_type(Pig)


# ---- set-up: `set_up` is `prepare` and then the deals, each a chance of its own --------------------------------------


@rule
def prepare(p: Pig, players: int) -> None:
    p.players = players


@rule
def setup_draws(players: int) -> int:  # noqa: ARG001 -- the same for every table
    return 1


@rule
def setup_weight(p: Pig, number: int, seat: int) -> int:  # noqa: ARG001 -- there is but one
    return 1 if seat < p.players else 0


@rule
def apply_setup_draw(p: Pig, number: int, seat: int) -> None:  # noqa: ARG001 -- there is but one
    begin_turn(p, seat)


@rule
def set_up(p: Pig, players: int, generator: Generator) -> None:
    prepare(p, players)
    apply_setup_draw(p, 0, random_below(generator, players))


@rule
def begin_turn(p: Pig, seat: int) -> None:
    p.phase = TURN
    p.turn = seat
    p.to_act = seat
    p.sum = 0


# ---- a turn ----------------------------------------------------------------------------------------------------------


@rule
def legal(p: Pig) -> int:
    """The decisions open to the player to act, as a set of bits."""
    return 1 << ROLL | 1 << HOLD if p.phase == TURN else 0


@rule
def play(p: Pig, action: int) -> None:
    """A legal decision of the player to act."""
    if action == ROLL:
        p.phase = ROLLING
        p.to_act = CHANCE
        return
    p.points[p.turn] += p.sum
    if p.points[p.turn] >= GOAL:
        p.phase = OVER
        p.to_act = NOBODY
    else:
        begin_turn(p, (p.turn + 1) % p.players)


# ---- chance ----------------------------------------------------------------------------------------------------------


@rule
def outcome_weight(p: Pig, outcome: int) -> int:  # noqa: ARG001 -- a die has no memory
    return 1


@rule
def sample_outcome(p: Pig, generator: Generator) -> int:  # noqa: ARG001 -- a die has no memory
    return random_below(generator, OUTCOMES)


@rule
def apply_outcome(p: Pig, outcome: int) -> None:
    if outcome == BAD:
        begin_turn(p, (p.turn + 1) % p.players)
    else:
        p.sum += outcome + 1
        p.phase = TURN
        p.to_act = p.turn


# ---- results ---------------------------------------------------------------------------------------------------------


@rule
def score(p: Pig, seat: int) -> int:
    return p.points[seat]


@rule
def winners(p: Pig) -> int:
    """As bits."""
    return 1 << p.turn


@rule
def count_statistics(p: Pig, action: int, counts: IntArray) -> None:
    """What `heliopolis simulate` tells of many games: here, how many ones came."""
    counts[0] += p.phase == ROLLING and action == BAD


def describe_statistics(counts: list[int], games: int) -> list[JSON]:  # noqa: ARG001 -- for shares of the games
    """Return what `heliopolis simulate` shows of many games."""
    return [{"key": "pig.statistic.ones", "params": {}, "number": counts[0]}]
