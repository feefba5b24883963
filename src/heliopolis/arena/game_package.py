"""How another process, perhaps on another machine, finds a game that is not part of Heliopolis."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec

from heliopolis.bots.plugins import one_line
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.registry import BUILT_IN, game, games, register
from heliopolis.kernel import hash_sources


@dataclass(frozen=True)
class GamePackage:
    """The Python package of a game from outside."""

    name: str  # as it is imported
    folder: str  # that it is imported from
    digest: str  # a hash of its sources

    @classmethod
    def of(cls, rules: Game) -> GamePackage | None:
        """Return the package of a game; None for a game of Heliopolis, which every process has."""
        if rules.name in BUILT_IN:
            return None
        name, folder = rules.package.__name__, rules.folder.resolve()
        return cls(name, str(folder.parents[name.count(".")]), hash_sources(folder.rglob("*.py"), folder))

    def load(self, name: str) -> Game:
        """Return the game of that name, importing and registering it if this process does not know it."""
        rules = game(name) if name in games() else self._import(name)
        here = self.of(rules)
        if here is None or here.digest != self.digest:
            raise InvalidSetup(f"A worker has other sources of the game {name!r} than the process that started it.")
        return rules

    def _import(self, name: str) -> Game:
        if find_spec(self.name.partition(".")[0]) is None:
            sys.path.append(self.folder)
        try:
            package = import_module(self.name)
        except ImportError as error:
            raise InvalidSetup(
                f"A worker cannot import the game {name!r} from the package {self.name!r}: {one_line(error)}."
            ) from None
        return register(Game(name, package))
