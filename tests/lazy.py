"""Modules that are imported when a test first uses them, so that collecting the tests stays quick."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class Lazy:
    """Stand in for a module: its names are looked up there when they are used."""

    def __init__(self, module: str) -> None:
        self._module = module

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):  # which pytest asks of everything that it collects
            raise AttributeError(name)
        return getattr(import_module(self._module), name)


def lazy(module: str) -> Any:
    """Return a stand-in for a module that takes long to import and has no types."""
    return Lazy(module)
