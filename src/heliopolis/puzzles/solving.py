"""Answers to puzzles: whether a move is right, what it gives away, and why the best one is better."""

from __future__ import annotations

import random
from dataclasses import dataclass

from heliopolis.bots.search import Search
from heliopolis.core.checks import JSON
from heliopolis.core.errors import IllegalMove
from heliopolis.puzzles.puzzle import Puzzle, PuzzleOption
from heliopolis.review.judging import OptionSearch

MAX_LOSS = 0.03  # of a move that is right too: less is no inaccuracy
ERRORS = 2.0  # a loss that is smaller than so many standard errors counts for nothing
SIMULATIONS = 400  # of a phrase that the puzzle does not list


@dataclass(frozen=True)
class PuzzleAnswer:
    """What became of a move that was tried."""

    move: str
    right: bool
    loss: float  # share of winning that it gives away beside the best move
    options: tuple[PuzzleOption, ...]  # best first, the move that was tried among them
    why: list[JSON]  # why the best move is better than the one tried, or than the next best


def answer(puzzle: Puzzle, move: str) -> PuzzleAnswer:
    """Return whether a move solves a puzzle; IllegalMove if it cannot be played.

    A legal phrase of Res Publica that the puzzle does not list is searched now, which takes a fraction of a second.
    """
    options, tried = puzzle.options, _listed(puzzle, move)
    if tried is None:
        tried = _judge(puzzle, move)
        options = tuple(sorted([*options, tried], key=lambda option: -option.win[puzzle.seat]))
    best, seat = puzzle.best, puzzle.seat
    loss = max(0.0, best.win[seat] - tried.win[seat])
    noise = ERRORS * (best.error**2 + tried.error**2) ** 0.5
    right = tried is best or loss <= max(MAX_LOSS, noise if tried not in puzzle.options else 0.0)
    other = puzzle.options[1].move if tried is best else move
    why = puzzle.rules().reasons(puzzle.start(), seat, best.move, other) if other != best.move else []
    return PuzzleAnswer(move, right, loss, options, why)


def can_judge(puzzle: Puzzle, move: str) -> bool:
    """Return whether a move can be judged now; one that must be searched cannot while others compile the search."""
    return _listed(puzzle, move) is not None or _searcher().piece(puzzle.rules()).is_usable(puzzle.rules())


def _searcher() -> Search:
    return Search(str(SIMULATIONS), threads=1)


def _listed(puzzle: Puzzle, move: str) -> PuzzleOption | None:
    return next((option for option in puzzle.options if option.move == move), None)


def _judge(puzzle: Puzzle, move: str) -> PuzzleOption:
    """Return what a move leads to that the puzzle does not list."""
    position = puzzle.start()
    if not position.without_history().try_play(move):
        raise IllegalMove(f"{move!r:.60} is not legal in this puzzle.")
    bot = _searcher()
    bot.piece(position.game).compiled(position.game)
    search = OptionSearch(bot, position, puzzle.seat, move, random.Random(puzzle.id))
    for _ in search.run(SIMULATIONS):
        pass
    return PuzzleOption.of(search.option())
