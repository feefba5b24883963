"""Levels: for each game, named bots from an opponent for a first game to the strongest."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import cast

from heliopolis.bots.analysis import Analysis
from heliopolis.bots.contract import CompiledBot, ExplainingBot
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.core.registry import game
from heliopolis.kernel import Random
from heliopolis.text.catalogues import format_message

NAMES = ("beginner", "easy", "medium", "hard", "expert", "master")


@dataclass(frozen=True)
class Level:
    """A bot under a name that says how strong it is."""

    name: str
    bot: str  # the name and option that `hp.bot` takes
    milliseconds: int  # thinking time per move, on one core of an ordinary machine
    plays: str  # key of the message that says how it plays

    def describe(self, language: str = "en") -> str:
        """Return one line that says how it plays."""
        return format_message(language, self.plays)


Row = tuple[str, int, str]  # bot, milliseconds, key of the message that says how it plays

LEVELS_OF: dict[str, tuple[Row, ...]] = {
    "ra": (
        ("careless:suns+epochs+track", 1, "site.plays.ra.beginner"),
        ("careless:suns+epochs", 1, "site.plays.ra.easy"),
        ("greedy", 1, "site.plays.rules_of_thumb"),
        ("plain:200", 2, "site.plays.some_moves_ahead"),
        ("net", 1, "site.plays.intuition"),
        ("search:4000", 110, "site.plays.intuition_and_search"),
    ),
    "priests": (
        ("careless:suns+plagues+time", 1, "site.plays.priests.beginner"),
        ("careless:suns+plagues", 1, "site.plays.priests.easy"),
        ("greedy", 1, "site.plays.rules_of_thumb"),
        ("plain:200", 3, "site.plays.some_moves_ahead"),
        ("net", 1, "site.plays.intuition"),
        ("search:4000", 110, "site.plays.intuition_and_search"),
    ),
    "respublica": (
        ("careless:memories+copies+monuments", 1, "site.plays.respublica.beginner"),
        ("careless:memories+copies", 1, "site.plays.respublica.easy"),
        ("greedy", 1, "site.plays.rules_of_thumb"),
        ("plain:100", 5, "site.plays.some_moves_ahead"),
        ("plain:2000", 20, "site.plays.many_moves_ahead"),
        ("search:2000", 260, "site.plays.intuition_and_search"),
    ),
}
DEFAULT_LEVELS: tuple[Row, ...] = (  # of a game that does not say what is overlooked, and that was not measured
    ("greedy:50", 1, "site.plays.half_at_random"),
    ("greedy:80", 1, "site.plays.some_at_random"),
    ("greedy", 1, "site.plays.rules_of_thumb"),
    ("plain:200", 10, "site.plays.some_moves_ahead"),
    ("plain:2000", 100, "site.plays.many_moves_ahead"),
    ("plain:10000", 500, "site.plays.most_moves_ahead"),
)


def levels(name: str | Game) -> list[Level]:
    """Return the levels of a game, weakest first."""
    rows = zip(NAMES, LEVELS_OF.get(game(name).name, DEFAULT_LEVELS), strict=True)
    return [Level(level, *row) for level, row in rows]


class LevelBot:
    """Plays any game at one level."""

    def __init__(self, level: str, *, threads: int | None = None) -> None:
        self.name = level
        self.number = NAMES.index(level)
        self.threads = threads

    def bot_for(self, game: Game) -> ExplainingBot:
        from heliopolis.bots import bot  # which knows the levels too

        return cast(ExplainingBot, bot(levels(game)[self.number].bot, self.threads))

    def piece(self, game: Game) -> Piece | None:
        """Return what must be compiled for it to play a game, if anything."""
        bot = self.bot_for(game)
        return bot.piece(game) if isinstance(bot, CompiledBot) else None

    def choose(self, position: Position, rng: Random) -> str:
        """Return the move of the level's bot for this game."""
        return self.bot_for(position.game).choose(position, rng)

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the analysis of the level's bot for this game."""
        return self.bot_for(position.game).explain(position, rng)


LEVELS = {name: partial(LevelBot, name) for name in NAMES}
