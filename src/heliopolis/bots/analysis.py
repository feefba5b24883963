"""How a bot explains its move: chances of winning and expected final scores, of every seat."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EvaluatedMove:
    """A move that a bot considered, and what it expects of it."""

    move: str
    action: int  # the number of the move, or of its first action where a move takes several decisions
    visits: int
    win: list[float]  # by seat: chance of winning; adds up to 1, a shared victory is divided
    points: list[float]  # by seat: expected final score


@dataclass(frozen=True)
class Analysis:
    """The move that a bot chose, what it expects of it, and all moves it considered, best first.

    A bot that does not look ahead gives the move alone: chances, scores and options are empty.
    """

    move: str
    win: list[float]  # by seat, after the chosen move
    points: list[float]
    options: list[EvaluatedMove]
    simulations: int


def bare(move: str) -> Analysis:
    """Return the analysis of a bot that compared the move with nothing."""
    return Analysis(move, [], [], [], 0)
