"""Pig: how a sensible player plays: he holds at 20, or when that wins."""

from __future__ import annotations

from heliopolis.kernel import Generator, rule
from pig.rules import GOAL, HOLD, ROLL, TURN, Pig, legal

# For those who search
PUBLIC_LUCK = True  # everybody sees what comes
OTHERS_THINK = True  # and nothing is secret
HORIZON = 10  # decisions that are played out before a position is judged by its looks
TRUST = 0.5  # in `choose`, before anything was tried
CLOSE = 25.0  # a lead of so many points is worth half of the surest win
AGAINST_BEST = 0.5  # how far a lead is that over the best of the others, not over their mean
OWN_POINTS = 0.0  # and one's own points count nothing beside it

ENOUGH = 20


@rule
def choose(p: Pig, generator: Generator) -> int:  # noqa: ARG001 -- he tosses no coin
    return HOLD if p.sum >= ENOUGH or p.points[p.to_act] + p.sum >= GOAL else ROLL


@rule
def sensible(p: Pig) -> int:
    """Decisions worth a thought, as bits."""
    return legal(p)


@rule
def quiet(p: Pig) -> bool:
    """Whether the position can be judged by its looks."""
    return p.phase == TURN and p.sum == 0


@rule
def prospect(p: Pig, seat: int) -> float:
    """The points that a seat may expect."""
    return float(p.points[seat])
