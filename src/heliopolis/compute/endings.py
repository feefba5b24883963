"""Exact endings: what a position without secrets is worth, and each of its actions, if all play perfectly from there.

Every seat maximises its chance of winning, and where that is equal its expected final score. That takes time and memory
in proportion to the number of positions that can still come, so that only the last turns of a game can be solved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis import kernel
from heliopolis.compute.templates import endings
from heliopolis.core.errors import HeliopolisError, IllegalMove
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position

MAX_STEPS = 512  # actions and outcomes to the end of the game
MAX_POSITIONS = 200_000


class Memory(NamedTuple):
    """The arrays that `templates.endings` works on: one row per step of the line, and a table of positions."""

    values: NDArray[np.float64]  # by seat: chance of winning; then by seat: expected final score
    left: NDArray[np.int64]  # actions or outcomes that are not tried yet, as a bit set
    step: NDArray[np.int64]  # the one that is being tried
    weight: NDArray[np.int64]  # of the outcome that is being tried
    total: NDArray[np.int64]  # weight of the outcomes tried
    best: NDArray[np.int64]  # the best action so far
    known: NDArray[np.int8]  # whether the values come from the table
    key: NDArray[np.int64]  # of the position
    keys: NDArray[np.int64]  # of the table
    table: NDArray[np.float64]  # values by place in the table
    solved: NDArray[np.int64]  # number of positions


@dataclass(frozen=True)
class Ending:
    """A solved position: chances of winning and expected final scores by seat, now and after each action."""

    win: list[float]
    points: list[float]
    after: dict[int, tuple[list[float], list[float]]]  # by action: chances and scores
    positions: int  # that were solved for it


def can_be_solved(game: Game) -> bool:
    """Return whether endings of a game can be solved: nothing is hidden, and it says which positions are alike."""
    return hasattr(game.package, "equivalence")


def is_near_end(position: Position) -> bool:
    """Return whether so little of a game is left that solving the rest may take a moment only."""
    package = position.game.package
    return can_be_solved(position.game) and bool(
        kernel.interpret(package.equivalence.is_near_end)(position.rule_records[0])
    )


def solve(position: Position, max_positions: int = MAX_POSITIONS) -> Ending | None:
    """Solve a position in which a player is to act; None if too many positions can come of it."""
    game, players = position.game, position.players
    if position.to_act is None or position.to_act < 0:
        raise IllegalMove("Only a position in which a player is to act can be solved.")
    if not can_be_solved(game):
        raise HeliopolisError(f"Positions of {game.title} cannot be solved.")
    records = game.blank(MAX_STEPS)
    positions, memory = kernel.wrap_records(records), _new_memory(players, max_positions)
    positions[0] = position.rule_records[0]
    out = np.zeros((game.actions, 2 * players))
    words = records.view(np.int32).reshape(MAX_STEPS, -1)
    number = ENDINGS.compiled(game).solve(positions, words, memory, out, max_positions)
    if not number:
        return None
    after = {action: _split(out[action]) for action in position.actions()}
    return Ending(*_split(memory.values[0]), after, int(number))


def _split(values: NDArray[np.float64]) -> tuple[list[float], list[float]]:
    """Return chances and scores by seat."""
    seats = len(values) // 2
    return values[:seats].tolist(), values[seats:].tolist()


def _new_memory(players: int, max_positions: int) -> Memory:
    """Return memory for solving; the table has twice as many places as positions, and their number is a power of 2."""
    places = 1 << (2 * max_positions - 1).bit_length()
    left, step, weight, total, best, key = np.zeros((6, MAX_STEPS), np.int64)
    return Memory(
        values=np.zeros((MAX_STEPS, 2 * players)),
        left=left,
        step=step,
        weight=weight,
        total=total,
        best=best,
        known=np.zeros(MAX_STEPS, np.int8),
        key=key,
        keys=np.zeros(places, np.int64),
        table=np.zeros((places, 2 * players)),
        solved=np.zeros(1, np.int64),
    )


def call_endings(game: Game) -> None:
    """Compile the solver by calling it for a finished line."""
    solve(game.start(game.min_players, seed=0), max_positions=2)


ENDINGS = Piece("endings", "endings", endings, call_endings)
