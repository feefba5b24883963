"""The registry of games: those of this package, those of installed packages, and those registered at run time."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from heliopolis.core.checks import abbreviate
from heliopolis.core.errors import InvalidGame, UnknownName

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from heliopolis.core.game import Game

ENTRY_POINTS = "heliopolis.games"  # an installed package names its games there: `pig = "pig"`
BUILT_IN = {name: f"heliopolis.games.{name}" for name in ("ra", "priests", "respublica")}
_registered: dict[str, Game] = {}


def games() -> list[str]:
    """Return the names of all dealt games: those of this package first, then those of others."""
    return list(dict.fromkeys([*BUILT_IN, *_installed(), *_registered]))


def game(name: str | Game) -> Game:
    """Return the game of that name; a `Game` is returned as it is."""
    from heliopolis.core.game import Game  # it loads the compiler, which `games()` does not need

    if isinstance(name, Game):
        return name
    if not isinstance(name, str) or name not in games():
        raise UnknownName(f"There is no game {abbreviate(name)}; there are {', '.join(games())}.")
    return _registered[name] if name in _registered else _load(name)


def register(game: Game) -> Game:
    """Make a game of one's own known by its name, so that the name is accepted wherever one is asked for."""
    known = _registered.get(game.name)
    if game.name in {*BUILT_IN, *_installed()} or (known is not None and known.package is not game.package):
        raise InvalidGame(f"There is another game {game.name!r} already; this one needs a name of its own.")
    return _registered.setdefault(game.name, game)


def restore_game(name: str, package: str) -> Game:
    """Return a game that another process pickled: by its name if it is known here, else from its package."""
    from heliopolis.core.game import Game

    return game(name) if name in games() else register(Game(name, import_module(package)))


@cache
def _installed() -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # not needed before the first question

    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in BUILT_IN}


@cache
def _load(name: str) -> Game:
    from heliopolis.core.game import Game

    package = import_module(BUILT_IN[name]) if name in BUILT_IN else _installed()[name].load()
    return Game(name, package)
