"""Packages that are functions too: `hp.games()` lists the games, and `hp.games.ra` is a module of the same package."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import ModuleType


def make_callable(name: str, function: Callable[..., object]) -> None:
    """Let calls of a package be calls of a function."""
    package = sys.modules[name]
    package.__class__ = type("CallablePackage", (ModuleType,), {"__call__": staticmethod(function)})
