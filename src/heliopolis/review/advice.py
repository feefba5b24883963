"""Advice on a decision before it is made: what each option is worth, and why the best is better than the next."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import lru_cache

from heliopolis.bots.greedy import Greedy
from heliopolis.core.checks import JSON
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.review.judging import Judge, JudgedMove

SIMULATIONS = 6_000  # for all options of a decision together: about a quarter of a second
COMPOSED_SIMULATIONS = 1_600  # where a move takes several decisions, and positions are larger
COMPOSED_OPTIONS = 8  # that are compared there
MIN_SIMULATIONS, MAX_SIMULATIONS = 100, 1_500  # per option


@dataclass(frozen=True)
class Advice:
    """The best move, all that were judged, best first, and messages that say why the best is better than the next.

    As long as the search is not compiled, there are no options: the best move is what the heuristic would play.
    """

    best: str
    options: list[JudgedMove]
    why: list[JSON]


def advise(position: Position, rng: random.Random) -> Advice:
    """Return advice for the seat to act, from a position as that seat may imagine it; it takes less than a second."""
    judge = judge_of(position.game, simulations_per_option(position))
    if not judge.piece.is_usable(position.game):
        return Advice(Greedy().choose(position, rng), [], [])
    simplest = position.legal()[0] if position.game.composed else None  # such as to say nothing: always compared
    decision = judge.judge(position, rng, simplest)
    best, options = decision.best.move, decision.options
    why = position.game.reasons(position, decision.seat, best, options[1].move) if len(options) > 1 else []
    return Advice(best, options, why)


def simulations_per_option(position: Position) -> int:
    """Return how many simulations each option gets, so that many options take no longer than few."""
    if position.game.composed:
        share = COMPOSED_SIMULATIONS // COMPOSED_OPTIONS
    else:
        share = SIMULATIONS // max(1, len(position.actions()))
    return max(MIN_SIMULATIONS, min(share, MAX_SIMULATIONS))


@lru_cache(maxsize=64)
def judge_of(game: Game, simulations: int) -> Judge:
    return Judge(game, f"search:{simulations}")
