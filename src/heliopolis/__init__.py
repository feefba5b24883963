"""Heliopolis: Ra and its neighbours, done properly in software.

>>> import heliopolis as hp
>>> p = hp.game("ra").start(players=4, seed=7)
>>> p.legal()
['draw', 'invoke']
>>> p.play("draw")
>>> p.record.moves
('draw pyramid',)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heliopolis.arena import Match as Match
    from heliopolis.arena import Table as Table
    from heliopolis.arena import play_match as play_match
    from heliopolis.arena import tournament as tournament
    from heliopolis.batch import Batch as Batch
    from heliopolis.bots import Bot as Bot
    from heliopolis.bots import Level as Level
    from heliopolis.bots import Option as Option
    from heliopolis.bots import Thought as Thought
    from heliopolis.bots import bot as bot
    from heliopolis.bots import bots as bots
    from heliopolis.bots import levels as levels
    from heliopolis.errors import HeliopolisError as HeliopolisError
    from heliopolis.errors import IllegalMove as IllegalMove
    from heliopolis.errors import InvalidPosition as InvalidPosition
    from heliopolis.errors import InvalidRecord as InvalidRecord
    from heliopolis.errors import InvalidSetup as InvalidSetup
    from heliopolis.errors import UnknownName as UnknownName
    from heliopolis.game import Game as Game
    from heliopolis.game import game as game
    from heliopolis.game import games as games
    from heliopolis.kernel import CHANCE as CHANCE
    from heliopolis.position import Dealer as Dealer
    from heliopolis.position import Position as Position
    from heliopolis.record import Record as Record
    from heliopolis.simulation import Playouts as Playouts
    from heliopolis.simulation import playouts as playouts

__version__ = "0.1.0"

_HOMES = {
    "arena": ["Match", "Table", "play_match", "tournament"],
    "batch": ["Batch"],
    "bots": ["Bot", "Level", "Option", "Thought", "bot", "bots", "levels"],
    "errors": [
        "HeliopolisError",
        "IllegalMove",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidSetup",
        "UnknownName",
    ],
    "game": ["Game", "game", "games"],
    "kernel": ["CHANCE"],
    "position": ["Dealer", "Position"],
    "record": ["Record"],
    "simulation": ["Playouts", "playouts"],
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}


class _Package(ModuleType):
    """Imports a name when it is first used, so that what needs no compiler never loads one.

    `game`, `games` and `bots` are functions here, whichever modules of these names are imported before or after.
    """

    def __getattr__(self, name: str) -> Any:
        if name not in _HOME:
            raise AttributeError(f"module 'heliopolis' has no attribute {name!r}")
        value = getattr(import_module(f"heliopolis.{_HOME[name]}"), name)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        if name not in _HOME or not isinstance(value, ModuleType):
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_HOME})


sys.modules[__name__].__class__ = _Package
