"""The bot that judges a position by its looks: quick, sensible, without looking ahead."""

from __future__ import annotations

from heliopolis.bots.analysis import Analysis
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.position import Position
from heliopolis.kernel import Random


class Greedy:
    """What the game's own judgement suggests; `greedy:80` plays one move of five at random."""

    def __init__(self, attention: str = "100") -> None:
        if not attention.isdecimal() or int(attention) > 100:
            raise InvalidSetup(
                f"The attention of a greedy bot is 0 to 100 percent, as in greedy:80, not {attention!r:.40}."
            )
        self.attention = int(attention)
        self.name = "greedy" if attention == "100" else f"greedy:{attention}"

    def choose(self, position: Position, rng: Random) -> str:
        if self.attention < 100 and 100 * rng.random() >= self.attention:
            moves = position.legal()
            return moves[int(rng.random() * len(moves))]
        return position.suggest(rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """The same: nothing was weighed for it."""
        return Analysis(self.choose(position, rng), [], 0)
