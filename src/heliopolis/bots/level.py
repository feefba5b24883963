"""Levels for people: named bots from one for a first game to the strongest, for each game."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from heliopolis.bots.greedy import Greedy
from heliopolis.bots.search import Search
from heliopolis.game import game
from heliopolis.position import Position, Random


@dataclass(frozen=True)
class Level:
    """A bot under a name that people understand."""

    name: str
    bot: str  # as `hp.bot` takes it
    milliseconds: int  # that it thinks about a move, on one core of an ordinary machine


NAMES = ("beginner", "easy", "medium", "hard", "expert")
BOTS = {
    "ra": ("greedy:50", "greedy:80", "greedy", "search:200", "search:4000x2"),
    "priests": ("greedy:50", "greedy:80", "greedy", "search:200", "search:4000x2"),
    "respublica": ("greedy:50", "greedy:80", "greedy", "search:500", "search:8000x2"),
}
MILLISECONDS = {
    "ra": (1, 1, 1, 5, 100),
    "priests": (1, 1, 1, 10, 200),
    "respublica": (1, 1, 1, 25, 400),
}


def levels(name: str) -> list[Level]:
    """The levels of a game, the weakest first."""
    rows = zip(NAMES, BOTS[game(name).name], MILLISECONDS[name], strict=True)
    return [Level(*row) for row in rows]


class Levelled:
    """The bot of a level, whichever game it is asked about."""

    def __init__(self, level: str) -> None:
        self.name = level
        self.number = NAMES.index(level)

    def _bot(self, position: Position) -> Greedy | Search:
        name, _, option = BOTS[position.game.name][self.number].partition(":")
        bot = Search if name == "search" else Greedy
        return bot(option) if option else bot()

    def choose(self, position: Position, rng: Random) -> str:
        return self._bot(position).choose(position, rng)


LEVELS = {name: partial(Levelled, name) for name in NAMES}
