"""The bot that knows the rules and nothing else."""

from __future__ import annotations

from heliopolis.core.position import Position
from heliopolis.kernel import Random


class RandomBot:
    """Any legal move, all equally likely."""

    name = "random"

    def choose(self, position: Position, rng: Random) -> str:
        moves = position.legal()
        return moves[int(rng.random() * len(moves))]
