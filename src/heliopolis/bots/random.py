"""The bot `random`: knows the rules and nothing else."""

from __future__ import annotations

from heliopolis.core.position import Position
from heliopolis.kernel import Random


class RandomBot:
    """Plays any legal move, all equally likely."""

    name = "random"

    def choose(self, position: Position, rng: Random) -> str:
        """Return a random legal move."""
        moves = position.legal()
        return moves[int(rng.random() * len(moves))]
