"""The bot `greedy`: plays by the game's heuristic, quickly and sensibly, without looking ahead."""

from __future__ import annotations

from heliopolis.bots.analysis import Analysis, bare
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.position import Position
from heliopolis.kernel import Random


class Greedy:
    """Plays what the game's heuristic chooses; `greedy:80` plays 20 % of its moves at random instead."""

    def __init__(self, percentage: str = "100") -> None:
        if not percentage.isdecimal() or int(percentage) > 100:
            raise InvalidSetup(
                f"The option of greedy is a percentage from 0 to 100, as in greedy:80, not {percentage!r:.40}."
            )
        self.percentage = int(percentage)
        self.name = "greedy" if percentage == "100" else f"greedy:{percentage}"

    def choose(self, position: Position, rng: Random) -> str:
        """Return the heuristic's move, or sometimes a random one."""
        if self.percentage < 100 and 100 * rng.random() >= self.percentage:
            moves = position.legal()
            return moves[int(rng.random() * len(moves))]
        return position.suggest(rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the chosen move alone: nothing was compared with it."""
        return bare(self.choose(position, rng))
