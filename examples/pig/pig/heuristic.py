"""Pig: how a sensible player decides. They hold at 20, or when holding wins."""

from __future__ import annotations

from heliopolis.kernel import Generator, rule
from pig.rules import GOAL, HOLD, ROLL, TURN, Pig, legal

CHANCE_IS_PUBLIC = True  # everybody sees the die
OPPONENTS_IN_TREE = True  # nothing is hidden, so a search may choose for everybody
PLAYOUT_DECISIONS = 10  # decisions played out before a position is evaluated
HEURISTIC_PRIOR = 0.5  # share of the prior that `choose` gets

ENOUGH = 20
SPREAD_AT_END, SPREAD_PER_GAME = 8.0, 23.0  # fitted to the ends of games


@rule
def choose(p: Pig, generator: Generator) -> int:  # noqa: ARG001 -- no coin is tossed
    """Return a sensible action for the seat to act."""
    return HOLD if p.sum >= ENOUGH or p.points[p.to_act] + p.sum >= GOAL else ROLL


@rule
def candidates(p: Pig) -> int:
    """Return the actions that are worth searching: all."""
    return legal(p)


@rule
def quiet(p: Pig) -> bool:
    """Return whether a turn has just begun, so that points alone tell how the seats stand."""
    return p.phase == TURN and p.sum == 0


@rule
def expected_score(p: Pig, seat: int) -> float:
    """Return the points that a seat may expect."""
    return float(p.points[seat])


@rule
def spread(p: Pig) -> float:
    """Return how many points of lead make the chance of winning e times as high: fewer as somebody nears the goal."""
    most = 0
    for seat in range(p.players):
        most = max(most, p.points[seat])
    return SPREAD_AT_END + SPREAD_PER_GAME * (1.0 - most / GOAL)
