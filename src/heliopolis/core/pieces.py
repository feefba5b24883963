"""Pieces of a game that are compiled together: its rules here; search, random games and batches in `compute`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING

from heliopolis import kernel

if TYPE_CHECKING:
    from heliopolis.core.game import Game


_found: set[Path] = set()  # markers of what is compiled, which are not looked for again


@dataclass(frozen=True)
class Piece:
    """A template that is compiled as a whole, by calling each of its functions at least once."""

    name: str
    meaning: str  # as in "the random games of Ra"
    template: ModuleType
    call_all: Callable[[Game], None]

    def functions(self, game: Game) -> SimpleNamespace:
        """Return the functions for a game, each compiled at its first call unless it is cached."""
        return _specialise(game, self.template_for(game))

    def template_for(self, game: Game) -> ModuleType:
        """Return the template that is compiled for a game."""
        return self.template

    def compiled(self, game: Game) -> SimpleNamespace:
        """Return the functions for a game, compiled now unless they are cached or left to another process."""
        if not (self.is_compiled(game) or kernel.is_compiling() or kernel.is_left_to_others()):
            self.compile(game)
        return self.functions(game)

    def is_compiled(self, game: Game) -> bool:
        """Return whether the functions are in the cache, or need no compiling since everything is interpreted."""
        if not kernel.COMPILED:
            return True
        marker = self._marker(game)
        if marker not in _found and marker.exists():
            _found.add(marker)
        return marker in _found

    def is_usable(self, game: Game) -> bool:
        """Return whether the functions run compiled, or can be compiled here; else others are to compile them."""
        return self.is_compiled(game) or not kernel.is_left_to_others()

    def compile(self, game: Game) -> None:
        """Compile all functions, with a progress bar, or load them; of several processes one compiles."""
        if self.is_compiled(game):
            self.load(game)
            return
        marker = self._marker(game)
        marker.parent.mkdir(parents=True, exist_ok=True)
        progress = kernel.showing_progress(self.title(game), vars(self.functions(game)).values())
        with progress, kernel.locked(marker.with_suffix(".lock")):
            self.load(game)
            marker.touch()

    def load(self, game: Game) -> None:
        """Load all functions from the cache; what is not there is compiled."""
        with kernel.compiling():
            self.call_all(game)

    def title(self, game: Game) -> str:
        """Return what is compiled, such as "the rules of Ra"."""
        return f"the {self.meaning} of {game.title}"

    def _marker(self, game: Game) -> Path:
        """Return the path of a file that exists when all is compiled."""
        return game.cache_folder / f"{game.name}, {self.name}.compiled"


@cache
def _specialise(game: Game, template: ModuleType) -> SimpleNamespace:
    return game.specialise(template)
