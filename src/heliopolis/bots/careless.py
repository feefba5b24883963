"""The bot `careless`: plays by the game's heuristic, but overlooks things as inexperienced players do.

`careless:suns+track` overlooks two things, `careless` all that a game has words for (`oversights.py` in its folder).
"""

from __future__ import annotations

from heliopolis.bots.analysis import Analysis, bare
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.parts import Oversight
from heliopolis.core.position import Position
from heliopolis.kernel import Random


class Careless:
    """Plays what the heuristic chooses in a position from which something is missing."""

    def __init__(self, what: str | None = None) -> None:
        self.name = "careless" if what is None else f"careless:{what}"
        self.words = None if what is None else what.split("+")

    def choose(self, position: Position, rng: Random) -> str:
        """Return the heuristic's move on what is seen of the position."""
        return position.suggest(rng, self.check_game(position.game))

    def explain(self, position: Position, rng: Random) -> Analysis:
        """Return the chosen move alone: nothing was compared with it."""
        return bare(self.choose(position, rng))

    def check_game(self, game: Game) -> list[Oversight]:
        """Return what removes the things that are overlooked in a game; InvalidSetup if it has no words for them."""
        known = game.oversights
        if not known:
            raise InvalidSetup(f"{game.title} does not say what inexperienced players overlook.")
        for word in self.words or ():
            if word not in known:
                raise InvalidSetup(f"Players of {game.title} may overlook {', '.join(known)}, not {word!r:.40}.")
        return [known[word] for word in self.words or known]
