"""Packages that can be called like a function: `hp.games()` lists the games, and `hp.games.ra` is a module in it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType


def make_callable(name: str, function: Callable[..., object]) -> None:
    """Let a package be called as if it were the function."""
    package = sys.modules[name]
    package.__class__ = type("CallablePackage", (ModuleType,), {"__call__": staticmethod(function)})
