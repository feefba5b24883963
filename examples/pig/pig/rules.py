"""Pig: the position, its phases, and what may be done in each.

The rules in short. On their turn a player **rolls** as often as they like and adds up the numbers, until they **hold**
and keep the sum, or roll a 1 and keep nothing. Then it is the next player's turn. The first with 100 points wins.

Rulings
1. A random seat starts.
2. A player may always roll again, even when holding would win.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, IntArray, random_below, record_type, rule

SEATS = 5
GOAL = 100
TURN, ROLLING, OVER = range(3)  # phases
ROLL, HOLD = range(2)  # actions
ONE = 0  # the outcome of rolling a 1

ACTIONS, OUTCOMES, STATISTICS = 2, 6, 1
MAX_DECISIONS = 10_000


class Pig:
    """A position of Pig."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte
    sum: Annotated[int, np.int16]  # of this turn
    points: Annotated[IntArray, np.int16, (SEATS,)]


POSITION = record_type(Pig)


# ---- set-up: `set_up` is `prepare` and then the draws, each of them a chance node ------------------------------------


@rule
def prepare(p: Pig, players: int) -> None:
    """Lay out the table before the set-up is drawn."""
    p.players = players


@rule
def setup_draws(players: int) -> int:  # noqa: ARG001 -- one draw for any number of players
    """One draw decides who starts (ruling 1)."""
    return 1


@rule
def setup_weight(p: Pig, number: int, seat: int) -> int:  # noqa: ARG001 -- there is only one draw
    """Every seat is equally likely to start."""
    return 1 if seat < p.players else 0


@rule
def apply_setup_draw(p: Pig, number: int, seat: int) -> None:  # noqa: ARG001 -- there is only one draw
    """The seat drawn starts."""
    begin_turn(p, seat)


@rule
def set_up(p: Pig, players: int, generator: Generator) -> None:
    """Deal a first position at random."""
    prepare(p, players)
    apply_setup_draw(p, 0, random_below(generator, players))


# ---- a turn ----------------------------------------------------------------------------------------------------------


@rule
def begin_turn(p: Pig, seat: int) -> None:
    """A turn begins with a sum of 0."""
    p.phase = TURN
    p.turn = seat
    p.to_act = seat
    p.sum = 0


@rule
def legal(p: Pig) -> int:
    """Return the legal actions as a bit set: a player on turn may always roll or hold (ruling 2)."""
    return 1 << ROLL | 1 << HOLD if p.phase == TURN else 0


@rule
def play(p: Pig, action: int) -> None:
    """Apply a legal action of the seat to act."""
    if action == ROLL:
        p.phase = ROLLING
        p.to_act = CHANCE
    else:
        hold(p)


@rule
def hold(p: Pig) -> None:
    """The player keeps the sum; with 100 points they win, otherwise it is the next player's turn."""
    p.points[p.turn] += p.sum
    if p.points[p.turn] >= GOAL:
        p.phase = OVER
        p.to_act = NOBODY
    else:
        begin_turn(p, (p.turn + 1) % p.players)


# ---- the die ---------------------------------------------------------------------------------------------------------


@rule
def outcome_weight(p: Pig, outcome: int) -> int:  # noqa: ARG001 -- a die has no memory
    """Every number is equally likely."""
    return 1


@rule
def sample_outcome(p: Pig, generator: Generator) -> int:  # noqa: ARG001 -- a die has no memory
    """Roll the die."""
    return random_below(generator, OUTCOMES)


@rule
def apply_outcome(p: Pig, outcome: int) -> None:
    """A 1 ends the turn, any other number is added to the sum."""
    if outcome == ONE:
        begin_turn(p, (p.turn + 1) % p.players)
    else:
        p.sum += outcome + 1
        p.phase = TURN
        p.to_act = p.turn


# ---- results ---------------------------------------------------------------------------------------------------------


@rule
def score(p: Pig, seat: int) -> int:
    """Return the points of a seat."""
    return p.points[seat]


@rule
def winners(p: Pig) -> int:
    """The player who held last has won."""
    return 1 << p.turn


@rule
def count_statistics(p: Pig, action: int, counts: IntArray) -> None:
    """Count the ones that are rolled."""
    counts[0] += p.phase == ROLLING and action == ONE


def describe_statistics(counts: list[int], games: int) -> dict[str, Any]:
    """Return what `heliopolis simulate` reports of many games."""
    return {"ones per game": counts[0] / games}
