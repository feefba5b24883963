"""Pig, the example of a game of one's own, for tests."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

import heliopolis as hp

EXAMPLE = Path(__file__).parent.parent / "examples" / "pig"


def import_pig(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return the package of the game; for one test it is importable and no game is registered."""
    monkeypatch.setattr("heliopolis.core.registry._registered", {})
    monkeypatch.syspath_prepend(str(EXAMPLE))
    return import_module("pig")


def make_pig(monkeypatch: pytest.MonkeyPatch) -> hp.Game:
    """Return the game, which is not registered."""
    return hp.Game("pig", import_pig(monkeypatch))
