"""Pig: how a sensible player plays: he holds at 20, or when that wins."""

from __future__ import annotations

from heliopolis.kernel import Generator, rule
from pig.rules import GOAL, HOLD, ROLL, TURN, Pig, legal

# For those who search
CHANCE_IS_PUBLIC = True  # everybody sees what comes
OPPONENTS_IN_TREE = True  # and nothing is secret
PLAYOUT_DECISIONS = 10  # decisions that are played out before a position is judged by its looks
HEURISTIC_PRIOR = 0.5  # in `choose`, before anything was tried
LEAD_SCALE = 25.0  # a lead of so many points is worth half of the surest win
LEADER_WEIGHT = 0.5  # how far a lead is that over the best of the others, not over their mean
OWN_SCORE_WEIGHT = 0.0  # and one's own points count nothing beside it

ENOUGH = 20


@rule
def choose(p: Pig, generator: Generator) -> int:  # noqa: ARG001 -- he tosses no coin
    return HOLD if p.sum >= ENOUGH or p.points[p.to_act] + p.sum >= GOAL else ROLL


@rule
def candidates(p: Pig) -> int:
    """Decisions worth a thought, as bits."""
    return legal(p)


@rule
def quiet(p: Pig) -> bool:
    """Whether the position can be judged by its looks."""
    return p.phase == TURN and p.sum == 0


@rule
def expected_score(p: Pig, seat: int) -> float:
    """The points that a seat may expect."""
    return float(p.points[seat])
