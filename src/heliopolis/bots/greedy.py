"""The bot that judges a position by its looks: quick, sensible, without looking ahead."""

from __future__ import annotations

from heliopolis.position import Position, Random


class Greedy:
    """What the game's own judgement suggests."""

    name = "greedy"

    def choose(self, position: Position, rng: Random) -> str:
        return position.suggest(rng)
