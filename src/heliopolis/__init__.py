"""Heliopolis: Ra, Priests of Ra and Res Publica at native speed, with bots, records, batches and tournaments.

>>> import heliopolis as hp
>>> p = hp.game("ra").start(players=4, seed=7)
>>> p.legal()
['draw', 'invoke']
>>> p.play("draw")
>>> p.record.moves
('draw pyramid',)

Games:        games  game  register  Game
One game:     Position  Dealer  Record  CHANCE
Many games:   playouts  Playouts  Batch
Bots:         bots  bot  levels  Bot  Level  Search  Analysis  EvaluatedMove
Tournaments:  play_match  Match  tournament  Standings
Reviews:      review  Review  Moment
Puzzles:      puzzles  Puzzle
Errors:       HeliopolisError  UnknownName  InvalidGame  InvalidSetup  IllegalMove  InvalidPosition  InvalidRecord

A name is imported when it is first used, so that what needs no compiler never loads one.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from heliopolis.arena import Match as Match
    from heliopolis.arena import Standings as Standings
    from heliopolis.arena import play_match as play_match
    from heliopolis.arena import tournament as tournament
    from heliopolis.bots import Analysis as Analysis
    from heliopolis.bots import Bot as Bot
    from heliopolis.bots import EvaluatedMove as EvaluatedMove
    from heliopolis.bots import Level as Level
    from heliopolis.bots import Search as Search
    from heliopolis.bots import bot as bot
    from heliopolis.bots import bots as bots
    from heliopolis.bots import levels as levels
    from heliopolis.compute.batch import Batch as Batch
    from heliopolis.compute.playouts import Playouts as Playouts
    from heliopolis.compute.playouts import playouts as playouts
    from heliopolis.core.dealer import Dealer as Dealer
    from heliopolis.core.errors import HeliopolisError as HeliopolisError
    from heliopolis.core.errors import IllegalMove as IllegalMove
    from heliopolis.core.errors import InvalidGame as InvalidGame
    from heliopolis.core.errors import InvalidPosition as InvalidPosition
    from heliopolis.core.errors import InvalidRecord as InvalidRecord
    from heliopolis.core.errors import InvalidSetup as InvalidSetup
    from heliopolis.core.errors import UnknownName as UnknownName
    from heliopolis.core.game import Game as Game
    from heliopolis.core.position import Position as Position
    from heliopolis.core.record import Record as Record
    from heliopolis.core.registry import game as game
    from heliopolis.core.registry import games as games
    from heliopolis.core.registry import register as register
    from heliopolis.kernel import CHANCE as CHANCE
    from heliopolis.puzzles import Puzzle as Puzzle
    from heliopolis.puzzles import puzzles as puzzles
    from heliopolis.review import Moment as Moment
    from heliopolis.review import Review as Review
    from heliopolis.review import review as review

__version__ = "0.1.0"

_MODULES = {
    "arena": ["Match", "Standings", "play_match", "tournament"],
    "bots": ["Analysis", "Bot", "EvaluatedMove", "Level", "Search", "bot", "levels"],
    "compute.batch": ["Batch"],
    "compute.playouts": ["Playouts", "playouts"],
    "core.dealer": ["Dealer"],
    "core.errors": [
        "HeliopolisError",
        "IllegalMove",
        "InvalidGame",
        "InvalidPosition",
        "InvalidRecord",
        "InvalidSetup",
        "UnknownName",
    ],
    "core.game": ["Game"],
    "core.position": ["Position"],
    "core.record": ["Record"],
    "core.registry": ["game", "register"],
    "kernel": ["CHANCE"],
    "puzzles": ["Puzzle"],
    "review": ["Moment", "Review"],
}
_PACKAGES = ["bots", "games", "puzzles", "review"]  # packages that can be called
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = sorted([*_MODULE_OF, *_PACKAGES])  # noqa: PLE0605 -- computed from the table, so that no name is forgotten


def __getattr__(name: str) -> Any:
    if name in _PACKAGES:
        return import_module(f"heliopolis.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module 'heliopolis' has no attribute {name!r}")
    value = getattr(import_module(f"heliopolis.{_MODULE_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
