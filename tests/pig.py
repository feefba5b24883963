"""Pig, the example of a game of one's own, for tests."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

import pytest

import heliopolis as hp

FOLDER = next((Path(__file__).parent.parent / "examples").rglob("pig/rules.py")).parent.parent


def make_pig(monkeypatch: pytest.MonkeyPatch) -> hp.Game:
    """Return the game, which is not registered unless its package is installed; it is forgotten after the test."""
    monkeypatch.setattr("heliopolis.core.registry._registered", {})
    if not hp.games()[3:]:
        monkeypatch.setattr(sys, "path", [str(FOLDER), *sys.path])
    return hp.Game("pig", import_module("pig"))
