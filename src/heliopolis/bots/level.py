"""Levels: for each game, named bots from an opponent for a first game to the strongest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from heliopolis.bots.analysis import Analysis
from heliopolis.bots.greedy import Greedy
from heliopolis.bots.search import Search
from heliopolis.core.game import Game
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.kernel import Random


@dataclass(frozen=True)
class Level:
    """A bot under a name that says how strong it is."""

    name: str
    bot: str  # the name and option that `hp.bot` takes
    milliseconds: int  # thinking time per move, on one core of an ordinary machine


NAMES = ("beginner", "easy", "medium", "hard", "expert")
DEFAULT_BOTS = ("greedy:50", "greedy:80", "greedy", "search:200", "search:4000x2")
BOTS = {"respublica": ("greedy:50", "greedy:80", "greedy", "search:500", "search:8000x2")}  # needs more
DEFAULT_MILLISECONDS = (1, 1, 1, 10, 200)  # of a game that was not measured
MILLISECONDS = {
    "ra": (1, 1, 1, 5, 100),
    "priests": (1, 1, 1, 10, 200),
    "respublica": (1, 1, 1, 25, 400),
}


def levels(name: str | Game) -> list[Level]:
    """Return the levels of a game, weakest first."""
    name = game(name).name
    bots, milliseconds = BOTS.get(name, DEFAULT_BOTS), MILLISECONDS.get(name, DEFAULT_MILLISECONDS)
    rows = zip(NAMES, bots, milliseconds, strict=True)
    return [Level(*row) for row in rows]


class LevelBot:
    """Plays any game at one level."""

    def __init__(self, level: str, *, threads: int | None = None) -> None:
        self.name = level
        self.number = NAMES.index(level)
        self.threads = threads

    def _bot(self, position: Position) -> Greedy | Search:
        name, _, option = BOTS.get(position.game.name, DEFAULT_BOTS)[self.number].partition(":")
        if name == "search":
            return Search(option, threads=self.threads)
        return Greedy(option) if option else Greedy()

    def choose(self, position: Position, rng: Random) -> str:
        """Return the move of the level's bot for this game."""
        return self._bot(position).choose(position, rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the analysis of the level's bot for this game."""
        return self._bot(position).explain(position, rng)


LEVELS = {name: partial(LevelBot, name) for name in NAMES}
