"""Bots that a test loads are gone after it."""

from __future__ import annotations

from importlib import import_module

import pytest


@pytest.fixture(autouse=True)
def only_our_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("heliopolis.bots"), "_loaded", {})
