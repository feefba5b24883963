"""Bots: one short file each. A bot sees a position as its seat may know it, and says what it plays.

`bot("name")` makes one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from heliopolis.bots.greedy import Greedy
from heliopolis.bots.random import RandomBot
from heliopolis.errors import UnknownName
from heliopolis.position import Position, Random


class Bot(Protocol):
    """All that a bot must have."""

    name: str

    def choose(self, position: Position, rng: Random) -> str:
        """One of `position.legal()`. The position carries no dealer and nothing that the seat to act may not know."""
        ...


BOTS: dict[str, Callable[[], Bot]] = {"random": RandomBot, "greedy": Greedy}


def bots() -> list[str]:
    """The names of all bots, the weakest first."""
    return list(BOTS)


def bot(spec: str) -> Bot:
    """The bot of that name."""
    if not isinstance(spec, str) or spec not in BOTS:
        raise UnknownName(f"There is no bot {spec!r}; there are {', '.join(BOTS)}.")
    return BOTS[spec]()
