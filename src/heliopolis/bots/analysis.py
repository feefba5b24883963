"""How a bot explains its move."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EvaluatedMove:
    """A move that a bot considered, with its value."""

    move: str
    visits: int
    value: float  # to the seat to act, from 0 to 1
    values: list[float]  # to every seat, from 0 to 1


@dataclass(frozen=True)
class Analysis:
    """The move that a bot chose, and the moves it considered, most visited first; none if it did not search."""

    move: str
    options: list[EvaluatedMove]
    simulations: int
