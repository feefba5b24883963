"""What bots have: all of them a name and a choice; some explain it, some need compiled code."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from heliopolis.bots.analysis import Analysis
from heliopolis.core.game import Game
from heliopolis.core.pieces import Piece
from heliopolis.core.position import Position
from heliopolis.kernel import Random


class Bot(Protocol):
    """What every bot has."""

    name: str

    def choose(self, position: Position, rng: Random) -> str:
        """Return a legal move. The position has no dealer and contains nothing that the seat to act may not know."""
        ...


class ExplainingBot(Bot, Protocol):
    """A bot that explains its moves."""

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the move that it chooses, and what it expects of it."""
        ...


@runtime_checkable
class SelectiveBot(Protocol):
    """A bot that cannot play every game."""

    def check_game(self, game: Game) -> object:
        """Raise `InvalidSetup` if it cannot play a game."""
        ...


@runtime_checkable
class CompiledBot(Protocol):
    """A bot that needs compiled code beside the rules."""

    def piece(self, game: Game) -> Piece | None:
        """Return what must be compiled for it to play a game, if anything."""
        ...
