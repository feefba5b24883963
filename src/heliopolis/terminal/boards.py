"""Which board belongs to which game."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def board_of(name: str) -> ModuleType:
    """The module that draws a game's table in the terminal: `board`, `describe`, `tell`."""
    return import_module(f"heliopolis.games.{name}.board")
