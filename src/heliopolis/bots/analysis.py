"""What a bot can say about its move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EvaluatedMove:
    """A move that was thought about."""

    move: str
    visits: int
    value: float  # to the player to act, from 0 to 1
    values: list[float]  # to every seat


@dataclass(frozen=True)
class Analysis:
    """A move, and the options that were weighed for it, the most visited first; none where nothing was weighed."""

    move: str
    options: list[EvaluatedMove]
    simulations: int
